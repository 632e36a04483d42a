"""Nove colonne: one card at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.games.nove_colonne import State
from tavolino.games.patience import Deal
from tavolino.narration.patience import carried, dealt
from tavolino.narration.told import Told, tell


def told(game: AnyGame, before: State, seat: Seat, move: Any, after: State) -> Iterator[Told]:
    yield dealt(move) if isinstance(move, Deal) else carried(before, move, after)


def ended(game: AnyGame, view: State) -> Told:
    if game.winners(view):
        return tell("n9.won")
    if view.stopped:
        return tell("told.bases", n=game.scores(view)[0])
    return tell("n9.lost")
