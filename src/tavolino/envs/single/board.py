"""One board in compiled code, as the environments of one player use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from tavolino.chance import Rng
from tavolino.envs.codecs import Mask, Observation

Chance: TypeAlias = Callable[[], Rng]
"""The generator of the next chance event."""


class Board(Protocol):
    def load(self, state: Any) -> None:
        """Go on from a position of the rules."""

    def play(self, action: int, chance: Chance) -> None:
        """A legal action, and what chance does after it."""

    def look(self, observation: Observation, mask: Mask) -> int:
        """Write what the player sees and may do; how many legal actions there are."""

    def points(self) -> int:
        """Points, less those of an opponent without a seat."""

    def state(self) -> Any:
        """The position for the rules, hidden things included."""
