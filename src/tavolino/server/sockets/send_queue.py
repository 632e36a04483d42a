"""Sends to one socket: directly while the client keeps up, else from a bounded queue.

A task for each message would cost more than the message. A prepared frame is written to the
transport if the client keeps up. Otherwise the web server's ``send`` is called, which hardly ever
waits, like a plain function; only if it waits, a task takes over.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, TypeAlias

from tavolino.server.live.interfaces import Frame

Send: TypeAlias = Callable[[Any], Awaitable[None]]
Write: TypeAlias = Callable[[Frame], bool]

MAX_BYTES = 512 * 1024
"""Queued for a slow client; beyond that, the connection is closed and the client reconnects."""


def _never(_: Frame) -> bool:
    return False


class SendQueue:
    def __init__(self, send: Send, write: Write = _never) -> None:
        """``write``: sends a frame at once, if that is possible."""
        self._send, self._write = send, write
        self._waiting: deque[Frame] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None
        self.is_closed = False

    def put(self, frame: Frame) -> bool:
        """False if the client is too slow; then the queue is closed."""
        if self.is_closed:
            return True
        if self._task is None:
            if not self._write(frame):
                self._start(frame)
            return True
        self._waiting.append(frame)
        self._bytes += len(frame.payload)
        if self._bytes <= MAX_BYTES:
            return True
        self.is_closed = True
        self._waiting.clear()
        return False

    def close(self) -> None:
        self.is_closed = True
        if self._task:
            self._task.cancel()

    def _start(self, frame: Frame) -> None:
        sending: Any = self._send(frame.message)
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the client has disconnected; the receiving side cleans up
            self.is_closed = True
            return
        self._task = asyncio.get_running_loop().create_task(self._drain(sending, awaited))

    async def _drain(self, sending: Coroutine[Any, Any, None], awaited: Any) -> None:
        try:
            await _Resumed(sending, awaited)
            while self._waiting:
                frame = self._waiting.popleft()
                self._bytes -= len(frame.payload)
                await self._send(frame.message)
        except Exception:
            self.is_closed = True
        finally:
            self._task = None


class _Resumed:
    """The rest of a coroutine that has run up to its first await."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], awaited: Any) -> None:
        self._coroutine, self._awaited = coroutine, awaited

    def __await__(self) -> Generator[Any, Any, None]:
        awaited = self._awaited
        while True:
            try:
                yield awaited
            except BaseException:
                self._coroutine.close()
                raise
            try:
                awaited = self._coroutine.send(None)
            except StopIteration:
                return
