"""Rate limits: a burst of attempts, then a steady rate."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from tavolino.server.config import Config
from tavolino.server.errors import TooFast

MAX_KEYS = 10_000


class RateLimit:
    """Allows ``burst`` attempts at once for each key, and one more every ``seconds``.

    Stores a bounded number of keys; the least recently used are dropped.
    """

    def __init__(
        self,
        burst: float,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        max_keys: int = MAX_KEYS,
    ) -> None:
        self._burst, self._seconds, self._clock = burst, seconds, clock
        self._max_keys = max_keys
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def acquire(self, key: str) -> None:
        """Raises TooFast, with the time to wait, if the limit is reached."""
        used = self._used_now(key)
        if used + 1 > self._burst:
            wait = math.ceil((used + 1 - self._burst) * self._seconds)
            raise TooFast(f"too many attempts: try again in {wait} s")
        self._store(key, used + 1)

    def refund(self, key: str) -> None:
        """Gives an attempt back, for instance after a correct password."""
        self._store(key, max(0.0, self._used_now(key) - 1))

    def _used_now(self, key: str) -> float:
        used, at = self._used.get(key, (0.0, self._clock()))
        return max(0.0, used - (self._clock() - at) / self._seconds)

    def _store(self, key: str, used: float) -> None:
        self._used[key] = (used, self._clock())
        self._used.move_to_end(key)
        if len(self._used) > self._max_keys:
            self._used.popitem(last=False)


class RateLimits:
    """The rate limits by user."""

    def __init__(self, config: Config) -> None:
        self.tables = RateLimit(config.tables_per_minute, 60 / config.tables_per_minute)
        self.uploads = RateLimit(config.uploads_per_minute, 60 / config.uploads_per_minute)
        """Reading a record is slow."""
        self.pars = RateLimit(5, 10)
        """A bot plays a whole game for each par."""
