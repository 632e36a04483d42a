"""Hints: which move to play and why, from what the player sees, never from hidden cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from tavolino.bots import bots_of
from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, Seat
from tavolino.narration import Sentence, sentence

SEED = b"tavolino: hints at the table"
"""The same for everybody, so that a hint asked twice is the same hint."""


class Advice(NamedTuple):
    move: Any
    told: list[Sentence]


def advise(game: AnyGame, view: Any, seat: Seat) -> list[Advice]:
    """The best first; nothing if there is nothing to gain, or nobody to ask."""
    entry = entry_of(game.name)
    if entry.hints is not None:
        hints: list[Advice] = entry.hints.load()(game, view, seat)
        return hints
    if entry.adviser is None:
        return []
    move = bots_of(game.name)[entry.adviser].choose(game, view, seat, SEED)
    return [Advice(move, [sentence("hint.as", bot=entry.adviser)])]
