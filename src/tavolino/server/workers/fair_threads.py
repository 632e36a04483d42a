"""A few threads for work that may take long; users get fair shares of them.

A user has at most one piece of work running, and the users who wait take turns: many hard questions
of one delay only their own. The threads have a low priority, where the system can do that, so that
the event loop goes first.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

NICENESS = 10


class _Job(NamedTuple):
    user: str
    work: Callable[[], Any]
    future: asyncio.Future[Any]


class FairThreads:
    def __init__(self, name: str, threads: int) -> None:
        self._name, self._most = name, threads
        self._threads: list[threading.Thread] = []
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._waiting: dict[str, deque[_Job]] = {}
        """By user, in the order of their turns."""
        self._running: set[str] = set()

    async def run(self, user: str, work: Callable[[], T]) -> T:
        """Work of which nobody awaits the result any more is not begun."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(user, deque()).append(_Job(user, work, future))
        self._start()
        return await future

    def _start(self) -> None:
        while len(self._running) < self._most and (job := self._next()):
            self._running.add(job.user)
            if len(self._threads) < len(self._running):
                self._add_thread()
            self._queue.put(job)

    def _next(self) -> _Job | None:
        for user in [one for one in self._waiting if one not in self._running]:
            jobs = self._waiting.pop(user)
            while jobs:
                job = jobs.popleft()
                if not job.future.done():
                    if jobs:
                        self._waiting[user] = jobs
                    return job
        return None

    def _add_thread(self) -> None:
        # A daemon: a search cannot be interrupted, and the end of the process does not wait for it.
        loop = asyncio.get_running_loop()
        thread = threading.Thread(target=self._work, args=[loop], name=self._name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        if sys.platform == "linux":
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while job := self._queue.get():
            result, error = None, None
            try:
                result = job.work()
            except Exception as raised:
                error = raised
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._done, job, result, error)
            del job, result, error  # or they would keep their table alive until the next job

    def _done(self, job: _Job, result: Any, error: Exception | None) -> None:
        self._running.discard(job.user)
        if job.user in self._waiting:  # now it is the others' turn
            self._waiting[job.user] = self._waiting.pop(job.user)
        self._start()
        if job.future.done():
            return
        if error:
            job.future.set_exception(error)
        else:
            job.future.set_result(result)

    def close(self) -> None:
        self._waiting.clear()
        for _ in self._threads:
            self._queue.put(None)
