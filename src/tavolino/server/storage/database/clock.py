"""The time of the database: the same for all processes, whatever their machines' clocks say."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Connection, text

from tavolino.server.clock import now

JITTER_MS = 20
"""Two readings that differ by less, and by what the answer took, say the same."""
READINGS = 5
"""At most, until an answer was quick: the first ones may come late on a busy machine."""
_TIME = text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")


class DatabaseClock:
    """Counts on with a steady clock from the database's time, so that nobody can set it.

    A SQLite file is on the machine of its only process: then the time is the system's.

    >>> clock = DatabaseClock(lambda: 50.0)
    >>> clock.adjust(1_000_000, asked_at=49.9, answered_at=50.1)
    >>> clock.now()
    1000000
    >>> clock.adjust(1_000_080, asked_at=49.9, answered_at=50.1)  # it may have taken that long
    >>> clock.now()
    1000000
    >>> clock.adjust(1_000_015, asked_at=50.0, answered_at=50.0)  # a quicker answer says more
    >>> clock.now()
    1000015
    >>> clock.adjust(1_009_000, asked_at=49.9, answered_at=50.1)
    >>> clock.now()
    1009000
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._apart: float | None = None
        """Milliseconds from the steady clock to the database's."""
        self._doubt = 0.0
        """By how many this may be wrong."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return now() if self._apart is None else round(1000 * self._steady() + self._apart)

    def read(self, connection: Connection) -> None:
        """Asks PostgreSQL for its time; to be called in a thread, now and then."""
        for _ in range(READINGS):
            asked_at = self._steady()
            at = connection.execute(_TIME).scalar_one()
            self.adjust(at, asked_at, self._steady())
            if self._doubt < 2 * JITTER_MS:
                break

    def adjust(self, at: int, asked_at: float, answered_at: float) -> None:
        apart = at - 500 * (asked_at + answered_at)
        doubt = 500 * (answered_at - asked_at) + JITTER_MS
        if self._apart is None or doubt < self._doubt or abs(apart - self._apart) > doubt:
            self._apart, self._doubt = apart, doubt
