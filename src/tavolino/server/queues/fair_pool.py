"""Slots for slow work, given in turn to those who wait in a fair queue."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias, TypeVar

from tavolino.server.errors import Stale
from tavolino.server.queues.fair_queue import FairQueue, Requester

T = TypeVar("T")
Turn: TypeAlias = "asyncio.Future[None]"


class FairPool:
    """Runs as many tasks at a time as there are slots.

    If there is more than one, neither one owner nor background work may hold all of them.
    """

    def __init__(self, slots: int, max_waiting: int, max_of_owner: int) -> None:
        self._slots = slots
        self._queue = FairQueue[Turn](max_waiting, max_of_owner)
        self._running: Counter[Requester] = Counter()

    @property
    def waiting(self) -> int:
        """The length of the queue, for the metrics."""
        return len(self._queue)

    async def run(
        self,
        requester: Requester,
        start: Callable[[], Awaitable[T]],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Waits for a slot, then starts the work.

        Work whose caller is cancelled while it waits is never started, nor is work that is not
        wanted any more. Work that has started keeps its slot until it is really done.
        """
        await self._turn(requester)
        try:
            if not is_wanted():
                raise Stale("the position has changed meanwhile")
            work = asyncio.ensure_future(start())
        except BaseException:
            self._free(requester)
            raise
        work.add_done_callback(lambda done: self._done(requester, done))
        return await asyncio.shield(work)

    async def _turn(self, requester: Requester) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._queue.put(requester, turn)
        self._give_turns()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._queue.discard(requester, turn)
            else:  # its turn came at the same moment
                self._free(requester)
            raise

    def _give_turns(self) -> None:
        while self._running.total() < self._slots:
            taken = self._queue.take(self._may_run)
            if taken is None:
                return
            requester, turn = taken
            if turn.cancelled():  # its caller is about to notice
                continue
            self._running[requester] += 1
            turn.set_result(None)

    def _may_run(self, requester: Requester) -> bool:
        if self._slots == 1:
            return True
        of_owner = sum(n for one, n in self._running.items() if one.owner == requester.owner)
        background = sum(n for one, n in self._running.items() if one.is_background)
        return max(of_owner, background if requester.is_background else 0) < self._slots - 1

    def _done(self, requester: Requester, work: asyncio.Future[T]) -> None:
        if not work.cancelled():
            work.exception()  # the caller may be gone, and nobody else asks for it
        self._free(requester)

    def _free(self, requester: Requester) -> None:
        self._running[requester] -= 1
        if not self._running[requester]:
            del self._running[requester]
        self._give_turns()


class FairThreads:
    """Threads for slow work of one kind, with a fair queue in front of them."""

    def __init__(self, threads: int, name: str, max_waiting: int, max_of_owner: int) -> None:
        self._pool = FairPool(threads, max_waiting, max_of_owner)
        self._threads = ThreadPoolExecutor(threads, f"tavolino-{name}")

    @property
    def waiting(self) -> int:
        return self._pool.waiting

    async def run(self, requester: Requester, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        return await self._pool.run(requester, lambda: loop.run_in_executor(self._threads, work))

    def close(self, *, wait: bool = False) -> None:
        """``wait`` until the work that has begun is done."""
        self._threads.shutdown(wait=wait, cancel_futures=True)
