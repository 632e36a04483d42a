"""What a solver answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

M = TypeVar("M")


class Limit(StrEnum):
    """Why a solver gave no answer."""

    TIME = "time"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Solved(Generic[M]):
    """Winnable, and how: the player's moves from the position to the win."""

    moves: tuple[M, ...]
    positions: int
    """Positions searched."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """No sequence of moves wins: proved."""

    positions: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """The budget ended first."""

    why: Limit
    positions: int


Verdict: TypeAlias = Solved[M] | Impossible | Unknown


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A move that suits most of the deals which look like this view."""

    move: M
    winnable: int
    """In how many of the sampled deals the game can still be won after the move."""
    samples: int
    reason: str
    """The key of the sentence that says why (``texts``)."""


@dataclass(frozen=True, slots=True)
class Score(Generic[M]):
    """The most points that can be reached: exact when both bounds are equal."""

    low: int
    high: int
    moves: tuple[M, ...]
    """They reach ``low``."""
    positions: int
