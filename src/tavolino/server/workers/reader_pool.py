"""Threads for slow reads: loading, verifying and playing back records.

The event loop stays free for the tables in play. A flood of requests waits in a short queue; what
does not fit is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tavolino.server.errors import Unavailable

T = TypeVar("T")

READERS = 2
MAX_WAITING = 64


class ReaderPool:
    def __init__(self, threads: int = READERS, max_waiting: int = MAX_WAITING) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="tavolino-reader")
        self._max_waiting, self._busy = max_waiting, 0

    async def run(self, work: Callable[[], T]) -> T:
        if self._busy >= self._max_waiting:
            raise Unavailable("too many records are being read: try again soon")
        self._busy += 1
        # Counted down when the thread is done: a client that disconnects does not stop the work.
        future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        future.add_done_callback(self._done)
        return await asyncio.shield(future)

    def _done(self, _: object) -> None:
        self._busy -= 1


_readers = ReaderPool()


async def in_reader_pool(work: Callable[[], T]) -> T:
    return await _readers.run(work)
