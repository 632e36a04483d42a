"""Conditions that stop a search."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tavolino.match import OverBudget


def never() -> bool:
    return False


def or_timeout(stop: Callable[[], bool], seconds: float | None) -> Callable[[], bool]:
    """True once ``stop`` is, or ``seconds`` after this call."""
    if seconds is None:
        return stop
    ends = monotonic() + seconds
    return lambda: stop() or monotonic() > ends


class Budget:
    """Positions that several searches may look at together."""

    def __init__(self, positions: int) -> None:
        self.left = positions

    def spend(self, positions: int) -> None:
        self.left -= positions
        if self.left < 0:
            raise OverBudget
