"""Hints: which move to play and why, from what the player sees, never from hidden cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from tavolino.bots import bots_of
from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, Seat
from tavolino.narration import Sentence, sentence

SEED = b"tavolino: hints at the table"
"""Fixed, so that asking twice gives the same hint."""


class Advice(NamedTuple):
    """A move to play, and the reasons for it."""

    move: Any
    """A legal move of the player who asks."""
    reasons: list[Sentence]
    """The reasons, the most important first; ``translations`` makes text of them."""


def advise(game: AnyGame, view: Any, seat: Seat) -> list[Advice]:
    """Hints, best first; empty if nothing can be gained or the game has no hints.

    The same for the same view. It takes up to three seconds, and longer when code has to be
    compiled first.
    """
    entry = entry_of(game.name)
    if entry.hints is not None:
        hints: list[Advice] = entry.hints.load()(game, view, seat)
        return hints
    if entry.adviser is None:
        return []
    move = bots_of(game.name)[entry.adviser].choose(game, view, seat, SEED)
    return [Advice(move, [sentence("hint.as", bot=entry.adviser)])]
