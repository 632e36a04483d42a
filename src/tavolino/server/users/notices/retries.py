"""Messages that another server did not accept are sent again, later and later, a few times.

They wait in memory: those that wait when the server stops are not sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeAlias

MAX_WAITING = 1_000

Work: TypeAlias = Callable[[], Awaitable[None]]
Attempt: TypeAlias = Callable[[int], Awaitable[None]]
"""Called with the number of earlier attempts."""

log = logging.getLogger("tavolino.notices")


class Retries:
    def __init__(self, seconds: Sequence[float], put: Callable[[str, Work], None]) -> None:
        """``seconds``: the time before the second attempt, the third and so on."""
        self._seconds, self._put = seconds, put
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._number = 0

    def __len__(self) -> int:
        return len(self._timers)

    def later(self, user: str, attempt: Attempt, earlier: int, why: str) -> None:
        """Puts the next attempt into the queue when it is time, unless there were enough."""
        if earlier >= len(self._seconds) or len(self) >= MAX_WAITING:
            log.warning("a notice was given up after %d attempts: %s", earlier + 1, why)
            return
        seconds = self._seconds[earlier]
        log.warning("a notice was not sent, next attempt in %g s: %s", seconds, why)
        work = partial(attempt, earlier + 1)
        self._number += 1
        loop = asyncio.get_running_loop()
        timer = loop.call_later(seconds, self._send_again, self._number, user, work)
        self._timers[self._number] = timer

    def _send_again(self, number: int, user: str, work: Work) -> None:
        del self._timers[number]
        self._put(user, work)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
