"""The answers of a solver."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

M = TypeVar("M")


class Limit(StrEnum):
    """The limit that a solver reached before it found the answer."""

    TIME = "time"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Solved(Generic[M]):
    """The position can be won."""

    moves: tuple[M, ...]
    """The player's moves from the position to the win."""
    positions: int
    """The number of positions searched."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """No sequence of moves wins: every position was searched."""

    positions: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A limit was reached before the answer was found."""

    why: Limit
    positions: int


Result: TypeAlias = Solved[M] | Impossible | Unknown


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A move recommended from sampled deals that fit the view."""

    move: M
    winnable: int
    """The number of sampled deals that can still be won after the move."""
    samples: int
    """The number of sampled deals."""
    reason: str
    """The translation key of the explanation."""


@dataclass(frozen=True, slots=True)
class Score(Generic[M]):
    """The most points that can be reached; exact if both bounds are equal."""

    low: int
    high: int
    moves: tuple[M, ...]
    """Moves that reach ``low``."""
    positions: int
