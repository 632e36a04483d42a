"""Passes connections on between networks: a program of its own, since a process has one network.

Its arguments are pairs of an address to listen at and one to connect to: ``HOST:PORT``, or the path
of a Unix socket, which all networks of a machine share. It ends with its standard input.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias

Ends: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
OnConnection: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def run(pairs: list[tuple[str, str]]) -> None:
    for here, there in pairs:
        await listen(here, partial(carry, there))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    os._exit(0)  # with all connections, which the loop would complain of


async def listen(address: str, on_connection: OnConnection) -> asyncio.Server:
    if address.startswith("/"):
        return await asyncio.start_unix_server(on_connection, address)
    host, _, port = address.rpartition(":")
    return await asyncio.start_server(on_connection, host, int(port))


async def connect(address: str) -> Ends:
    if address.startswith("/"):
        return await asyncio.open_unix_connection(address)
    host, _, port = address.rpartition(":")
    return await asyncio.open_connection(host, int(port))


async def carry(address: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until one side closes."""
    with suppress(OSError):
        there_reader, there_writer = await connect(address)
        passing = [pass_on(reader, there_writer), pass_on(there_reader, writer)]
        await asyncio.wait(
            [asyncio.create_task(one) for one in passing], return_when=asyncio.FIRST_COMPLETED
        )
        there_writer.close()
    writer.close()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


if __name__ == "__main__":
    asyncio.run(run(list(zip(sys.argv[1::2], sys.argv[2::2], strict=True))))
