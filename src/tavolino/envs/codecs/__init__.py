"""Moves as action numbers and views as arrays, one file per game.

The numbering is part of the environments' version (``-v0``): it never changes for a registered id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Observation: TypeAlias = NDArray[np.int16]
Mask: TypeAlias = NDArray[np.int8]


class Codec(Protocol):
    """What learners see of a game, and what they may answer."""

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not."""

    @property
    def highest(self) -> Observation:
        """The largest value of each number of an observation; the smallest is 0."""

    def action(self, move: Any) -> int:
        """The number of a move."""

    def move(self, action: int) -> Any:
        """Inverse of ``action``."""

    def observe(self, view: Any) -> Observation:
        """A view as numbers."""


def mask_of(codec: Codec, moves: Sequence[Any]) -> Mask:
    """1 for each legal action, 0 for the others."""
    mask = np.zeros(codec.actions, np.int8)
    mask[[codec.action(move) for move in moves]] = 1
    return mask


def limits(*parts: tuple[int, int]) -> Observation:
    """The ``highest`` of an observation, from pairs of how many numbers and their largest value."""
    return np.concatenate([np.full(count, high, np.int16) for count, high in parts])
