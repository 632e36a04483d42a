"""The time of the server: milliseconds since 1970, and days in UTC, written as 2026-11-16."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta

from tavolino.server.errors import BadMessage

DAY_MS = 86_400_000
SMALL_STEP = 1_000
"""Milliseconds; two clocks never run quite alike."""
LARGE_STEP = 60_000

log = logging.getLogger("tavolino.server")


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clock:
    """The system's clock, and by how much it was set since the start of the process.

    Times that are stored and shown are the system's. What is due in a minute stays due in a minute
    when that clock is set: code that waits for a time adds the steps since then.
    """

    def __init__(
        self, wall: Callable[[], int] = now, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall, self._steady = wall, steady
        self._began = self._apart()
        self.steps = 0
        """Milliseconds, positive if the clock was set ahead; small ones are gathered first."""

    def _apart(self) -> int:
        return self._wall() - int(1000 * self._steady())

    def now(self) -> int:
        wall, steady = self._wall(), int(1000 * self._steady())
        step = wall - steady - self._began - self.steps
        if abs(step) >= SMALL_STEP:
            self.steps += step
            if abs(step) >= LARGE_STEP:
                log.warning("the system clock was set by %+d s: turns go on", step // 1000)
        return wall


def day_of(at: int) -> str:
    """
    >>> day_of(0)
    '1970-01-01'
    """
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def day_after(day: str) -> str:
    """
    >>> day_after("2024-02-28")
    '2024-02-29'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def parse_month(text: str) -> str:
    """Checks a month such as 2026-11."""
    try:
        return parse_day(f"{text}-01")[:7]
    except BadMessage:
        raise BadMessage(f"expected a month such as 2026-11, got {text[:40]!r}") from None


def start_of(day: str) -> int:
    """
    >>> start_of("1970-01-02") == DAY_MS
    True
    """
    return (date.fromisoformat(day) - date(1970, 1, 1)).days * DAY_MS


def end_of(day: str) -> int:
    return start_of(day) + DAY_MS


def is_day_over(day: str, at: int) -> bool:
    return at >= end_of(day)


def parse_day(text: str) -> str:
    """Checks a day; returns it in ISO format."""
    try:
        if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise BadMessage(f"expected a day such as 2026-11-16, got {text[:40]!r}")


def streak(days: Iterable[str], today: str) -> tuple[int, int]:
    """The current and the best number of days in a row.

    >>> streak(["2026-11-13", "2026-11-15", "2026-11-16"], today="2026-11-17")
    (2, 2)
    >>> streak(["2026-11-13", "2026-11-14"], today="2026-11-17")
    (0, 2)
    """
    numbers = sorted({start_of(day) // DAY_MS for day in days})
    length = best = 0
    last: int | None = None
    for number in numbers:
        length = length + 1 if last is not None and number == last + 1 else 1
        best, last = max(best, length), number
    is_current = last is not None and last >= start_of(today) // DAY_MS - 1
    return (length if is_current else 0), best
