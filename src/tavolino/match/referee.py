"""Who decides what the referee calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from tavolino.game import AnyGame, Stop

Referee: TypeAlias = Callable[[AnyGame, Sequence[Any]], Stop | None]
"""Decides, from the positions of a board so far, what to call, if anything."""


class OverBudget(Exception):
    """The answer of a referee takes longer than this one may think; another has to be asked."""


def by_the_rules(game: AnyGame, history: Sequence[Any]) -> Stop | None:
    """The referee of the game itself; a solver may give the same answer faster."""
    return game.ruling(history)
