"""Conditions that stop a search."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tavolino.match import OverBudget


def never() -> bool:
    """The condition of a search that runs to its end."""
    return False


def or_timeout(stop: Callable[[], bool], seconds: float | None) -> Callable[[], bool]:
    """True once ``stop`` is, or ``seconds`` after this call."""
    if seconds is None:
        return stop
    ends = monotonic() + seconds
    return lambda: stop() or monotonic() > ends


def countdown(seconds: float | None) -> Callable[[], float | None]:
    """What is left of ``seconds``, never less than 0; None is unlimited."""
    started = monotonic()
    return lambda: None if seconds is None else max(0.0, seconds - (monotonic() - started))


class Budget:
    """Positions that several searches may look at together.

    >>> budget = Budget(1_000)
    >>> budget.spend(400)
    >>> budget.left
    600
    """

    def __init__(self, positions: int) -> None:
        self.left = positions
        """Positions that may still be searched; negative once the budget is exceeded."""

    def spend(self, positions: int) -> None:
        """Take positions off the budget; raises ``OverBudget`` if there are not as many left."""
        self.left -= positions
        if self.left < 0:
            raise OverBudget
