"""Whether a deal can be won, and how difficult that is: by what a solver and a quick player find.

A deal that can be won is *easy* if the solver finds a win among fewer positions than in half of
these deals and quick games get farther than in half of them; *hard* if both find it harder than
that; otherwise *medium*. ``docs/playing/deals.md`` has the method and its figures.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, dealt, options_of
from tavolino.solvers.result import Impossible, Solved
from tavolino.solvers.solver import solver_of
from tavolino.solvers.winnable_deal import POSITIONS

QUICK_GAMES = 32
"""Played on each deal."""


class Difficulty(StrEnum):
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class DealClass:
    """What kind of deal a number is."""

    winnable: bool | None
    """None if the solver did not decide it within its budget."""
    difficulty: Difficulty | None = None
    """Of a deal that can be won; None also for options without thresholds."""


class Measures(NamedTuple):
    """What is found on one deal."""

    winnable: bool | None
    positions: int
    """Positions that the solver searched."""
    uncovered: float
    """Cards that a quick game uncovers, on average."""


class Thresholds(NamedTuple):
    """The medians of the deals that can be won."""

    positions: float
    uncovered: float


def measure(game: AnyGame, state: Any) -> Measures:
    quick_games = entry_of(game.name).quick_games
    assert quick_games is not None, f"{game.name} has no quick games"
    found = solver_of(game).solve(game, state, None, POSITIONS)
    if not isinstance(found, Solved):
        return Measures(False if isinstance(found, Impossible) else None, found.positions, 0.0)
    uncovered = quick_games.load()(game, state, QUICK_GAMES)
    return Measures(True, found.positions, uncovered / QUICK_GAMES)


def classify(game: AnyGame, number: int) -> DealClass:
    """The class of a practice deal; the same on every machine."""
    found, limits = measure(game, dealt(game, number)), thresholds_of(game)
    return DealClass(found.winnable, difficulty(found, limits) if limits else None)


def difficulty(found: Measures, limits: Thresholds) -> Difficulty | None:
    if not found.winnable:
        return None
    is_found_soon = found.positions < limits.positions
    goes_far = found.uncovered > limits.uncovered
    if is_found_soon == goes_far:
        return Difficulty.EASY if goes_far else Difficulty.HARD
    return Difficulty.MEDIUM


def thresholds_of(game: AnyGame) -> Thresholds | None:
    """Those of a game with these options; None if they were not calibrated."""
    return _thresholds().get(_key(game.name, options_of(game)))


@cache
def _thresholds() -> dict[tuple[str, ...], Thresholds]:
    """The file that ``scripts/calibrate_deals.py`` writes."""
    rows = json.loads(files(__package__).joinpath("thresholds.json").read_text())
    return {
        _key(row["game"], row["options"]): Thresholds(row["positions"], row["uncovered"])
        for row in rows
    }


def _key(name: str, options: dict[str, str]) -> tuple[str, ...]:
    return (name, *(f"{option}={value}" for option, value in sorted(options.items())))
