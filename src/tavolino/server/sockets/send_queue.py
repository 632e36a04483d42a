"""Sending to one socket: at once while its reader keeps up, from a bounded queue when it does not.

A task for each message would cost more than the message. The server's ``send`` hardly ever has to
wait, so it is run like a plain function; only if it waits does a task take over from there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, TypeAlias

from tavolino.server.live.interfaces import Frame

Send: TypeAlias = Callable[[Any], Awaitable[None]]

MAX_BYTES = 512 * 1024
"""Waiting for one slow reader; beyond, the connection is closed and the client starts afresh."""


class SendQueue:
    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[Frame] = deque()
        self._bytes = 0
        self._task: asyncio.Task[None] | None = None
        self.is_closed = False

    def put(self, frame: Frame) -> bool:
        """False: the reader is too slow, and gets nothing any more."""
        if self.is_closed:
            return True
        if self._task is None:
            self._start(frame)
            return True
        self._waiting.append(frame)
        self._bytes += len(frame["text"])
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
        sending: Any = self._send(frame)
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the peer has gone; the receiving side notices and cleans up
            self.is_closed = True
            return
        self._task = asyncio.get_running_loop().create_task(self._drain(sending, awaited))

    async def _drain(self, sending: Coroutine[Any, Any, None], awaited: Any) -> None:
        try:
            await _Rest(sending, awaited)
            while self._waiting:
                frame = self._waiting.popleft()
                self._bytes -= len(frame["text"])
                await self._send(frame)
        except Exception:
            self.is_closed = True
        finally:
            self._task = None


class _Rest:
    """The rest of a coroutine that has been run up to its first wait."""

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
