"""A minimal WebSocket client, so that the load is not the bottleneck.

Unfragmented frames without extensions. The mask is zero, which the protocol allows and which leaves
the payload unchanged.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import cast

_HANDSHAKE = (
    "GET /live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: tavolino={cookie}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_PING, _CLOSE, _TEXT, _PONG = 0x89, 0x88, 0x81, 0x8A


def framed(payload: bytes, first: int = _TEXT) -> bytes:
    if len(payload) < 126:
        return bytes((first, 0x80 | len(payload), 0, 0, 0, 0)) + payload
    return bytes((first, 0xFE)) + len(payload).to_bytes(2) + bytes(4) + payload


class Frames(ABC, asyncio.Protocol):
    """One connection; subclasses handle its messages."""

    def __init__(self, host: str, cookie: str) -> None:
        self._handshake = _HANDSHAKE.format(host=host, cookie=cookie).encode()
        self._buffer = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = ""
        """Why the connection was lost; empty while it is open."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._handshake)

    def send(self, payload: bytes) -> None:
        self._transport.write(framed(payload))

    def close(self) -> None:
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = self.lost or f"lost {exc or 'at the end'}"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"the handshake failed: {self._buffer!r}"))

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self._is_open and not self._open():
            return
        buffer, at = self._buffer, 0
        while (end := _end(buffer, at)) <= len(buffer):
            start = at + _header(buffer, at)
            self._take(buffer[at], buffer[start:end])
            at = end
        self._buffer = buffer[at:]

    def _open(self) -> bool:
        head, mark, rest = self._buffer.partition(b"\r\n\r\n")
        if not mark:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self._transport.abort()
            return False
        self._buffer, self._is_open = rest, True
        self.opened.set_result(None)
        return True

    def _take(self, first: int, payload: bytes) -> None:
        if first == _PING:
            self._transport.write(framed(payload, _PONG))
        elif first == _CLOSE:
            self.lost = f"closed {int.from_bytes(payload[:2])} {payload[2:].decode()}"
            self._transport.abort()
        else:
            self.take(payload)

    @abstractmethod
    def take(self, payload: bytes) -> None:
        """Handle a message from the server."""


def _header(buffer: bytes, at: int) -> int:
    length = buffer[at + 1]
    return 2 if length < 126 else 4 if length == 126 else 10


def _end(buffer: bytes, at: int) -> int:
    """The end of the frame at this index; beyond the buffer if the header is incomplete."""
    if len(buffer) < at + 2:
        return len(buffer) + 1
    length = buffer[at + 1]
    if length < 126:
        return at + 2 + length
    size = 4 if length == 126 else 10
    if len(buffer) < at + size:
        return len(buffer) + 1
    return at + size + int.from_bytes(buffer[at + 2 : at + size])
