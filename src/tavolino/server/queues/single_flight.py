"""Work that is done once for everybody who asks for it at the same time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")

EACH_TIME = 4
"""Waiting requests that go on in one turn of the event loop."""


class SingleFlight(Generic[T]):
    """A result that a thousand requests may wait for.

    They go on a few at a time: all at once would hold up everybody else.
    """

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._task = asyncio.get_running_loop().create_task(work)
        self._task.add_done_callback(lambda _: self._release())

    @property
    def is_done(self) -> bool:
        return self._task.done()

    async def result(self) -> T:
        if not self._task.done():
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
        return self._task.result()

    def _release(self) -> None:
        for _ in range(min(EACH_TIME, len(self._waiting))):
            turn = self._waiting.popleft()
            if not turn.done():  # cancelled
                turn.set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._release)
