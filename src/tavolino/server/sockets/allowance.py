"""An allowance: a number of things a second, and a burst of some seconds' worth."""

from __future__ import annotations

import time
from collections.abc import Callable

BURST_SECONDS = 3.0


class Allowance:
    """
    >>> allowance = Allowance(2, clock=lambda: 0.0)
    >>> [allowance.take() for _ in range(8)]
    [True, True, True, True, True, True, False, False]
    >>> allowance.take_if_any()
    False
    """

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left = BURST_SECONDS * rate
        self._taken_at = clock()

    def take_if_any(self) -> bool:
        """False if there is none left; then nothing is taken."""
        now = self._clock()
        left = self._left_at(now)
        if left < 1:
            return False
        self._left, self._taken_at = left - 1, now
        return True

    def _left_at(self, now: float) -> float:
        earned = (now - self._taken_at) * self._rate
        return min(BURST_SECONDS * self._rate, self._left + earned)

    def take(self) -> bool:
        """False if there is none left; then it takes longer until there is."""
        now = self._clock()
        self._left = self._left_at(now) - 1
        self._taken_at = now
        return self._left >= 0
