"""A thousand onlookers, each with a connection of its own, who reconnect when they are told to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from support.servers.players import RETRY_SECONDS, surely
from tavolino.client import Client
from tavolino.server.live.domain import messages as m
from tavolino.server.sockets.endpoint import TRY_AGAIN_LATER

OF_USER, OF_ADDRESS = 20, 500
"""Connections of one user, and from one address: as many as a server allows, and half as many."""
HANDSHAKES = 100
"""In progress at the same time: a server waits ten seconds for the request of a connection."""
_decode = msgspec.json.Decoder(m.Outgoing).decode


class Onlooker:
    """Somebody who watches a table, and keeps what a new connection is sent first."""

    def __init__(self, cookie: str, address: str, table: str) -> None:
        self._cookie, self._address, self._table = cookie, address, table
        self.seen: list[m.Outgoing] = []
        """The first position of every connection."""
        self._reading: asyncio.Task[None] | None = None

    async def arrive(self, url: str, handshakes: asyncio.Semaphore) -> None:
        """Until the position is there; a refusal is an error.

        A server whose database takes too long asks to come again, and a browser does.
        """
        await self.leave()
        while not await self._watch(url, handshakes):
            await asyncio.sleep(RETRY_SECONDS)

    async def _watch(self, url: str, handshakes: asyncio.Semaphore) -> bool:
        """False if the server asks to come again."""
        async with handshakes:
            socket = await connect(
                f"ws{url.removeprefix('http')}/live",
                additional_headers={"Origin": url, "Cookie": f"tavolino={self._cookie}"},
                local_addr=(self._address, 0),
                compression=None,
                proxy=None,
                ping_interval=None,
                open_timeout=None,
                close_timeout=0.1,
            )
        try:
            await socket.send(msgspec.json.encode(m.Watch(self._table)), text=True)
            while not isinstance(message := _decode(await socket.recv(decode=False)), m.Update):
                assert not isinstance(message, m.Error), message
        except ConnectionClosed as closed:
            assert closed.rcvd and closed.rcvd.code == TRY_AGAIN_LATER, closed
            return False
        self.seen.append(message)
        self._reading = asyncio.create_task(_drain(socket))
        return True

    async def leave(self) -> None:
        if self._reading:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)


async def _drain(socket: ClientConnection) -> None:
    """Reads on, as a browser does; the server may be killed."""
    try:
        async for _ in socket:
            pass
    except ConnectionClosed:
        pass
    finally:
        socket.transport.abort()


class Crowd:
    def __init__(self, onlookers: Sequence[Onlooker]) -> None:
        self.onlookers = onlookers

    @classmethod
    async def gather(cls, size: int, url: str, tables: Sequence[str]) -> Crowd:
        """Guests with as many windows as one user may have open."""
        guests = [Client(url) for _ in range(-(-size // OF_USER))]
        for guest in guests:
            await surely(guest.guest)
        return cls(
            [
                Onlooker(
                    guests[n // OF_USER].cookie,
                    f"127.0.0.{2 + n // OF_ADDRESS}",
                    tables[n % len(tables)],
                )
                for n in range(size)
            ]
        )

    async def arrive(self, url: str) -> None:
        """All at once, as far as one process can send their requests before a server gives up."""
        handshakes = asyncio.Semaphore(HANDSHAKES)
        await asyncio.gather(*(one.arrive(url, handshakes) for one in self.onlookers))

    async def leave(self) -> None:
        await asyncio.gather(*(one.leave() for one in self.onlookers))

    def transcripts(self) -> list[list[m.Outgoing]]:
        return [one.seen for one in self.onlookers]
