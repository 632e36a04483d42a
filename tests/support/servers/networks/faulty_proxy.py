"""A bad line between a client and a server: it can swallow what the server says, and break."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class FaultyProxy:
    def __init__(self, target: int) -> None:
        self._target = target
        self.is_swallowing = False
        """Are answers of the server lost on the way?"""
        self.swallowed = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self.url = ""

    def cut(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers |= {writer, there_writer}
        there = asyncio.create_task(self._pass(reader, there_writer))
        back = asyncio.create_task(self._pass(there_reader, writer, is_answer=True))
        await asyncio.wait([there, back])
        self._writers -= {writer, there_writer}

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool = False
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                if is_answer and self.is_swallowing:
                    self.swallowed.set()
                    continue
                writer.write(data)
                await writer.drain()
            writer.close()


@asynccontextmanager
async def faulty_proxy(url: str) -> AsyncIterator[FaultyProxy]:
    line = FaultyProxy(urlsplit(url).port or 80)
    server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
    line.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield line
    finally:
        server.close()
        line.cut()
        await server.wait_closed()
