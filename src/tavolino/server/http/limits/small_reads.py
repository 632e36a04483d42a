"""Small reads, in turn: the event loop serves everybody else before it reads on.

uvloop reads up to 256 kB at once, and from a thousand connections in one iteration. Parsed in one
go, that many tiny frames or requests would hold up everybody for half a second. A thousand
connections that end together, as when a process is killed, are cleared away in turn too.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

SOCKET_BYTES, REQUEST_BYTES = 1_024, 4_096
"""Of one read; the smallest frame has 6 bytes."""
EACH_TIME = 4
"""Reads of requests and ends of connections in one iteration of the event loop."""
_buffer = memoryview(bytearray(REQUEST_BYTES))
"""Shared: it is filled and emptied in one step of the event loop."""


class RoundRobin:
    """Does a little in each iteration of the event loop, for one address after the other."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        """By address; the first one is next."""

    def add(self, address: str, work: Callable[[], None]) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._work)
        self._waiting.setdefault(address, deque()).append(work)

    def _work(self) -> None:
        try:
            for _ in range(EACH_TIME):
                if self._waiting:
                    self._next()()
        finally:
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._work)

    def _next(self) -> Callable[[], None]:
        address, waiting = next(iter(self._waiting.items()))
        del self._waiting[address]
        work = waiting.popleft()
        if waiting:
            self._waiting[address] = waiting
        return work


class SmallReads(asyncio.BufferedProtocol):
    """Stands between a transport and a protocol that has ``read_paused``.

    The protocol also has ``cut_off``, after which it writes nothing, and ``turn``, an address.
    """

    def __init__(self, inner: Any, size: int, turns: RoundRobin) -> None:
        self._inner, self._turns = inner, turns
        self._buffer = _buffer[:size]
        self._transport: Any = inner.transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._inner.cut_off()
        self._turns.add(self._inner.turn, partial(self._inner.connection_lost, exc))

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if nbytes == len(self._buffer):
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._read_on)
        self._inner.data_received(bytes(self._buffer[:nbytes]))

    def _read_on(self) -> None:
        if not (self._inner.read_paused or self._transport.is_closing()):
            self._transport.resume_reading()

    def eof_received(self) -> None:
        self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


class RoundRobinReads(SmallReads):
    """For requests: what was read waits for its turn, and ``has_unread`` says so."""

    def __init__(self, inner: Any, turns: RoundRobin) -> None:
        super().__init__(inner, REQUEST_BYTES, turns)

    def buffer_updated(self, nbytes: int) -> None:
        self._transport.pause_reading()
        data = bytes(self._buffer[:nbytes])
        self._inner.has_unread = True
        self._turns.add(self._inner.turn_of(data), partial(self._receive, data))

    def _receive(self, data: bytes) -> None:
        self._inner.has_unread = False
        self._inner.data_received(data)
        self._read_on()
