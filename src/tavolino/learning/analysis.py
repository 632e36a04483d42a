"""What an analysis says about a game: its positions, and the moments that lost something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from tavolino.errors import TavolinoError
from tavolino.game import Seat
from tavolino.narration import Sentence

Progress: TypeAlias = Callable[[float], None]
"""Called now and then with the share that is done; what it raises ends the analysis."""


class AnalysisError(TavolinoError):
    """A record that cannot be analysed."""


class Kind(StrEnum):
    """What a move lost."""

    WIN = "win"
    """The patience could be won before it, and not after it."""
    POINTS = "points"
    """Fewer points can be reached after it."""
    CHANCE = "chance"
    """The chance to win is smaller after it."""


class Judgement(StrEnum):
    """Whether the player could have known."""

    MISTAKE = "mistake"
    """Another move was better from what the player saw."""
    BAD_LUCK = "bad luck"
    """From what the player saw no other move was clearly better."""


@dataclass(frozen=True, slots=True)
class Position:
    """One position of the line; None where a value is unknown or the game has none."""

    entry: int
    """The number of the entry that made it, from 1."""
    winnable: bool | None = None
    best: int | None = None
    """The most points that can be reached from here, exactly."""
    honest: float | None = None
    """The share of the deals that look the same to the player and can be won."""
    value: tuple[float, ...] | None = None
    """The chance of each seat to win."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry that lost something."""

    entry: int
    seat: Seat
    move: str
    better: tuple[str, ...]
    """Moves that would have kept what was lost, the best first."""
    kind: Kind
    loss: float
    """Points, or a chance from 0 to 1."""
    error: float | None = None
    """The standard error of the loss; None if it is exact."""
    judgement: Judgement | None = None
    honest: tuple[float, float] | None = None
    """After the move and after the best one: the share of deals that look the same and can be won.
    """
    line: tuple[str, ...] = ()
    """For a lost win: moves that win, from the position before the entry."""
    reasons: tuple[Sentence, ...] = ()
    """Why the first of the better moves is better."""


@dataclass(frozen=True, slots=True)
class Analysis:
    game: str
    board: int
    """The board of a contest, from 0."""
    positions: tuple[Position, ...]
    moments: tuple[Moment, ...]
    points: tuple[int, ...]
    """The points of the first seat in each position."""
    most: int | None = None
    """The points of a won game, where there is such a number."""
    curve: tuple[int, ...] = field(default=())
    """The entries of the positions to draw: one a round where values alternate with the turn."""

    @property
    def fatal(self) -> Moment | None:
        """The moment that lost the win, in the last game of the record."""
        return next((m for m in reversed(self.moments) if m.kind is Kind.WIN), None)


def as_data(analysis: Analysis) -> dict[str, Any]:
    """An analysis as JSON data."""
    return {
        "game": analysis.game,
        "board": analysis.board + 1,
        "positions": [
            {
                "entry": one.entry,
                "winnable": one.winnable,
                "best": one.best,
                "honest": _rounded(one.honest),
                "value": None if one.value is None else [_rounded(v) for v in one.value],
            }
            for one in analysis.positions
        ],
        "moments": [_moment(one) for one in analysis.moments],
        "points": list(analysis.points),
        "most": analysis.most,
        "curve": list(analysis.curve),
    }


def _moment(moment: Moment) -> dict[str, Any]:
    return {
        "entry": moment.entry,
        "seat": moment.seat,
        "move": moment.move,
        "better": list(moment.better),
        "kind": str(moment.kind),
        "loss": _rounded(moment.loss),
        "error": _rounded(moment.error),
        "judgement": None if moment.judgement is None else str(moment.judgement),
        "honest": None if moment.honest is None else [_rounded(v) for v in moment.honest],
        "line": list(moment.line),
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)
