"""A WebSocket that reconnects when the connection breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from random import uniform

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from tavolino.client.errors import ServerLost
from tavolino.client.rest import Rest
from tavolino.game import TavolinoError
from tavolino.server.errors import NotSignedIn

MIN_WAIT, MAX_WAIT = 0.1, 5.0
"""Seconds between two attempts."""
SIGNED_OUT = 4401
"""The close code of a session that has ended."""
FINAL_CODES = {1008, SIGNED_OUT}
"""Close codes after which reconnecting is useless."""


class ReconnectingSocket:
    """A WebSocket that is opened again, after longer and longer waits, until it is refused."""

    def __init__(
        self, rest: Rest, on_open: Callable[[], list[bytes]], on_frame: Callable[[str], None]
    ) -> None:
        """``on_open`` returns the first messages for every new connection."""
        self._rest, self._on_open, self._on_frame = rest, on_open, on_frame
        self._socket: ClientConnection | None = None
        self.connections = 0
        """Number of connections so far."""

    async def run(self) -> TavolinoError:
        """Runs until the server refuses the connection for good; returns the reason."""
        waits = backoff()
        while True:
            before = self.connections
            try:
                await self._receive()
            except InvalidStatus as error:
                if 400 <= error.response.status_code < 500:
                    return ServerLost(f"the server refused the socket: {error}")
            except ConnectionClosed as error:
                if error.rcvd and error.rcvd.code in FINAL_CODES:
                    kind = NotSignedIn if error.rcvd.code == SIGNED_OUT else ServerLost
                    return kind(f"the server closed the socket: {error.rcvd.reason}")
            except (OSError, WebSocketException):
                pass
            if self.connections > before:  # it had been connected
                waits = backoff()
            await asyncio.sleep(next(waits))

    async def _receive(self) -> None:
        url = "ws" + self._rest.origin.removeprefix("http") + "/live"
        async with connect(
            url,
            additional_headers=self._rest.headers,
            compression=None,
            proxy=None,
            max_size=None,
            close_timeout=1,
        ) as socket:
            self.connections += 1
            self._socket = socket
            try:
                for data in self._on_open():
                    await socket.send(data, text=True)
                while True:
                    self._on_frame(str(await socket.recv(decode=True)))
            finally:
                self._socket = None

    async def send(self, data: bytes) -> None:
        """Sends if connected; otherwise ``on_open`` has to include it."""
        if self._socket:
            try:
                await self._socket.send(data, text=True)
            except ConnectionClosed:
                pass  # the receiving side notices too


def backoff() -> Iterator[float]:
    """Seconds to wait before each attempt: exponential, with jitter."""
    wait = MIN_WAIT
    while True:
        yield uniform(wait / 2, wait)
        wait = min(2 * wait, MAX_WAIT)
