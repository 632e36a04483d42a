"""Small reads: the event loop serves everybody else before it reads on from a busy connection.

uvloop reads up to 256 kB at once. Parsed in one go, so many tiny frames or header fields would hold
up everybody for half a second.
"""

from __future__ import annotations

import asyncio
from typing import Any

READ_BYTES = 4_096
_buffer = memoryview(bytearray(READ_BYTES))
"""Shared: it is filled and emptied in one step of the event loop."""


class SmallReads(asyncio.BufferedProtocol):
    """Stands between a transport and a protocol that has ``read_paused``."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._transport: Any = inner.transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._inner.connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:
        return _buffer

    def buffer_updated(self, nbytes: int) -> None:
        if nbytes == READ_BYTES:
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._read_on)
        self._inner.data_received(bytes(_buffer[:nbytes]))

    def _read_on(self) -> None:
        if not (self._inner.read_paused or self._transport.is_closing()):
            self._transport.resume_reading()

    def eof_received(self) -> None:
        self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()
