"""The answers of a solver."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

M = TypeVar("M")


class Limit(StrEnum):
    """The limit that a solver reached before it found the answer."""

    TIME = "time"
    """The seconds that the caller gave."""
    MEMORY = "memory"
    """The largest table of positions that the search may have."""


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
    """The number of positions searched."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A limit was reached before the answer was found."""

    why: Limit
    """The limit that was reached."""
    positions: int
    """The number of positions searched until then."""


Result: TypeAlias = Solved[M] | Impossible | Unknown
"""The answer of ``solve``. A solver never guesses: it proves, or says that it does not know."""


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A move recommended from sampled deals that fit the view."""

    move: M
    """The move."""
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
    """Points that ``moves`` reach."""
    high: int
    """No play reaches more."""
    moves: tuple[M, ...]
    """Moves that reach ``low``."""
    positions: int
    """The number of positions searched."""


@dataclass(frozen=True, slots=True)
class Shortest(Generic[M]):
    """The shortest win, or bounds of its length if a limit was reached first."""

    moves: tuple[M, ...]
    """The shortest line known; every entry of the player counts, turns and redeals too."""
    lower: int
    """No line that wins is shorter."""
    positions: int
    """How many positions were looked at."""

    @property
    def is_proved(self) -> bool:
        """Whether no line is shorter."""
        return self.lower == len(self.moves)
