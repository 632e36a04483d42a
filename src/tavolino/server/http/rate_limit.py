"""How often something may be tried: a few times at once, then now and then."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from tavolino.server.config import Config
from tavolino.server.errors import TooFast

MOST_REMEMBERED = 10_000


class RateLimit:
    """``burst`` tries at once for each key, and one more after every ``seconds``.

    It remembers a bounded number of keys; those that tried longest ago are forgotten.
    """

    def __init__(
        self, burst: float, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._seconds, self._clock = burst, seconds, clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def acquire(self, key: str) -> None:
        """Raises TooFast, which says how long to wait."""
        used = self._used_now(key)
        if used + 1 > self._burst:
            wait = math.ceil((used + 1 - self._burst) * self._seconds)
            raise TooFast(f"too many attempts: try again in {wait} s")
        self._keep(key, used + 1)

    def refund(self, key: str) -> None:
        """It was not a wrong one."""
        self._keep(key, max(0.0, self._used_now(key) - 1))

    def _used_now(self, key: str) -> float:
        used, at = self._used.get(key, (0.0, self._clock()))
        return max(0.0, used - (self._clock() - at) / self._seconds)

    def _keep(self, key: str, used: float) -> None:
        self._used[key] = (used, self._clock())
        self._used.move_to_end(key)
        if len(self._used) > MOST_REMEMBERED:
            self._used.popitem(last=False)


class RateLimits:
    """What one user may ask for, and how often."""

    def __init__(self, config: Config) -> None:
        self.tables = RateLimit(config.tables_per_minute, 60 / config.tables_per_minute)
        self.uploads = RateLimit(config.uploads_per_minute, 60 / config.uploads_per_minute)
        """Reading a record takes long."""
        self.pars = RateLimit(5, 10)
        """A bot plays a whole game for each."""
