"""Nove colonne: the deal and cards moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.nove_colonne import State
from tavolino.games.patience import Deal
from tavolino.narration.patience import describe_carry, describe_deal
from tavolino.narration.sentence import Sentence, sentence


def describe_move(
    game: AnyGame, before: State, seat: Seat, move: Any, after: State
) -> Iterator[Sentence]:
    yield describe_deal(move) if isinstance(move, Deal) else describe_carry(before, move, after)


def describe_end(game: AnyGame, view: State) -> Sentence:
    if game.winners(view):
        return sentence("n9.won")
    if view.stopped:
        return sentence("told.bases", n=game.scores(view)[0])
    return sentence("n9.lost")
