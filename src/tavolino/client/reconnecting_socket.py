"""A WebSocket that reconnects when the connection breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import uniform
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from tavolino.client.errors import ServerLost
from tavolino.client.rest import Rest
from tavolino.game import TavolinoError
from tavolino.server.errors import NotSignedIn

MIN_WAIT, MAX_WAIT = 0.1, 5.0
"""Seconds between two attempts."""
RESTART_WAIT, URGENT_WAIT = 1.0, 0.3
"""At most so many seconds after a process was stopped. Another one answers already, and all clients
of the stopped one come to it: they spread over this time, those who wait for an answer first."""
RESTARTING = 1012
"""The close code of a process that is being stopped."""
SIGNED_OUT = 4401
"""The close code of a session that has ended."""
FINAL_CODES = {1008, SIGNED_OUT}
"""Close codes after which reconnecting is useless."""


class ReconnectingSocket:
    """A WebSocket that is opened again, after longer and longer waits, until it is refused."""

    def __init__(
        self,
        rest: Rest,
        on_open: Callable[[], list[bytes]],
        on_frame: Callable[[str], None],
        table: Callable[[], str] = str,
        is_urgent: Callable[[], bool] = bool,
    ) -> None:
        """``on_open`` returns the first messages for every new connection.

        ``table`` is put into its address, if there is one; ``is_urgent``: does anybody wait for an
        answer?
        """
        self._rest, self._on_open, self._on_frame = rest, on_open, on_frame
        self._table, self._is_urgent = table, is_urgent
        self._socket: ClientConnection | None = None
        self._wanted = asyncio.Event()
        """Something is to be sent."""
        self.connections = 0
        """Number of connections so far."""

    async def run(self) -> TavolinoError:
        """Runs until the server refuses the connection for good; returns the reason."""
        waits = backoff()
        while True:
            before, is_restart = self.connections, False
            try:
                await self._receive()
            except InvalidStatus as error:
                if 400 <= error.response.status_code < 500:
                    return ServerLost(f"the server refused the socket: {error}")
            except ConnectionClosed as error:
                if error.rcvd and error.rcvd.code in FINAL_CODES:
                    kind = NotSignedIn if error.rcvd.code == SIGNED_OUT else ServerLost
                    return kind(f"the server closed the socket: {error.rcvd.reason}")
                is_restart = error.rcvd is not None and error.rcvd.code == RESTARTING
            except (OSError, WebSocketException):
                pass
            if self.connections > before:  # it had been connected
                waits = backoff()
            await (self._wait_after_restart() if is_restart else asyncio.sleep(next(waits)))

    async def _wait_after_restart(self) -> None:
        """A command given meanwhile does not wait."""
        self._wanted.clear()
        with suppress(TimeoutError):
            seconds = uniform(0, URGENT_WAIT if self._is_urgent() else RESTART_WAIT)
            await asyncio.wait_for(self._wanted.wait(), seconds)

    @property
    def _url(self) -> str:
        """With a table in it a load balancer can choose the process; the server ignores it."""
        table = self._table()
        query = f"?{urlencode({'table': table})}" if table else ""
        return f"ws{self._rest.origin.removeprefix('http')}/live{query}"

    async def _receive(self) -> None:
        async with connect(
            self._url,
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
        self._wanted.set()
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
