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
        self.on_use: Callable[[str, int], None] | None = None
        """Called with a key and 1 for an attempt, -1 for one that was given back."""

    def acquire(self, key: str) -> None:
        """Raises TooFast, with the time to wait, if the limit is reached."""
        used = self._used_now(key)
        if used + 1 > self._burst:
            wait = math.ceil((used + 1 - self._burst) * self._seconds)
            raise TooFast(f"too many attempts: try again in {wait} s")
        self._store(key, used + 1)
        self._tell(key, 1)

    def refund(self, key: str) -> None:
        """Gives an attempt back, for instance after a correct password."""
        self._store(key, max(0.0, self._used_now(key) - 1))
        self._tell(key, -1)

    def count(self, key: str, attempts: int) -> None:
        """Attempts at another process, or some that were given back there."""
        self._store(key, max(0.0, self._used_now(key) + attempts))

    def _tell(self, key: str, attempts: int) -> None:
        if self.on_use:
            self.on_use(key, attempts)

    def _used_now(self, key: str) -> float:
        used, at = self._used.get(key, (0.0, self._clock()))
        return max(0.0, used - (self._clock() - at) / self._seconds)

    def _store(self, key: str, used: float) -> None:
        self._used[key] = (used, self._clock())
        self._used.move_to_end(key)
        if len(self._used) > self._max_keys:
            self._used.popitem(last=False)


class RateLimits:
    """The rate limits by user, where nothing else is said."""

    def __init__(self, config: Config) -> None:
        self.tables = RateLimit(config.tables_per_minute, 60 / config.tables_per_minute)
        self.tables_from_address = RateLimit(
            10 * config.tables_per_minute, 30 / config.tables_per_minute
        )
        """By address: a school class may share one, and guests cost nothing."""
        self.uploads = RateLimit(config.uploads_per_minute, 60 / config.uploads_per_minute)
        """Reading a record is slow."""
        self.pars = RateLimit(5, 10)
        """A bot plays a whole game for each par."""
        self.odds = RateLimit(20, 2)
        """A hundred deals are searched for each answer."""
        self.puzzles = RateLimit(60, 0.5)
        """Every move at a puzzle is a request, and plays back the moves before it."""
        self.exports = RateLimit(3, 600)
        """Every game of the user is read."""
        self.friend_links = RateLimit(10, 60)
        self.friend_tokens = RateLimit(60, 2)
        """Links opened from one address."""
        self.invitations = RateLimit(20, 10)
        self.repeated_invitations = RateLimit(1, 60)
        """Of one friend to one table."""
        self.subscriptions = RateLimit(20, 30)
        self.confirmations = RateLimit(5, 600)
        """Mails that confirm an address: by user, client's address and mail address."""

    def acquire_table(self, user: str, address: str) -> None:
        self.tables.acquire(user)
        self.tables_from_address.acquire(address)
