"""Attacks on the web server, for ``bench/under_attack.py``: requests, connections and frames."""

from __future__ import annotations

import asyncio
import os
import socket
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

from tavolino.client import Client

SECONDS = 6.0
HALF_REQUESTS = 1_100
"""More than fit into 1,024 open files."""
ENDS = 900
"""One address may have 1,000 connections, and the bystanders have the same."""
HEAD = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 30000\r\n\r\n"
)
PING, EMPTY_TEXT, EMPTY_PART = b"\x89\x80", b"\x01\x80", b"\x00\x80"
MASK = b"\0\0\0\0"


async def attack_endless_header(url: str) -> None:
    await _flood(url, HEAD + b"X: ", b"x" * 65_536)


async def attack_many_headers(url: str) -> None:
    await _flood(url, HEAD, b"a:\r\n" * 16_384)


async def attack_tiny_chunks(url: str) -> None:
    head = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    await _flood(url, head, b"1\r\nx\r\n" * 10_000)


async def attack_pipelined_requests(url: str) -> None:
    await _flood(url, b"", (HEAD + b"\r\n") * 1_000)


async def attack_large_bodies(url: str) -> None:
    head = BODY.replace(b"30000", b"4000000")
    await _flood(url, head, b"x" * 65_536)


async def attack_half_requests(url: str) -> None:
    await _hold(url, HEAD, b"X: x\r\n")


async def attack_slow_bodies(url: str) -> None:
    await _hold(url, BODY, b" ")


async def attack_bad_handshakes(url: str) -> None:
    """WebSockets whose handshake has a body."""
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 5\r\n\r\n"
    await _hold(url, HEAD.replace(b"/health/live", b"/live") + upgrade, b"x")


async def attack_unread_responses(url: str) -> None:
    await _hold(url, HEAD.replace(b"/health/live", b"/schema") + b"\r\n", b"")


async def attack_new_connections(url: str) -> None:
    async def knock() -> None:
        while True:
            _, writer = await _open(url)
            writer.transport.abort()

    await _together([knock] * 50)


async def attack_ends_at_once(url: str) -> None:
    """A thousand half requests and their connections end in the same moment, again and again."""
    parts = urlsplit(url)
    while True:
        connections = [socket.socket() for _ in range(ENDS)]
        for connection in connections:
            connection.setblocking(False)
            connection.connect_ex((parts.hostname, parts.port))
        await asyncio.sleep(0.4)
        for connection in connections:
            with suppress(OSError):
                connection.send(HEAD)
        await asyncio.sleep(0.4)
        for connection in connections:
            connection.close()
        await asyncio.sleep(0.2)


async def attack_health_checks(url: str) -> None:
    async def ask() -> None:
        while True:
            reader, writer = await _open(url)
            writer.write(HEAD.replace(b"/health/live", b"/health") + b"Connection: close\r\n\r\n")
            await reader.read()
            writer.close()

    await _together([ask] * 20)


async def attack_pings(url: str) -> None:
    await _flood_sockets(url, (PING + MASK) * 10_000)


async def attack_empty_fragments(url: str) -> None:
    await _flood_sockets(url, EMPTY_TEXT + MASK + (EMPTY_PART + MASK) * 10_000)


async def attack_after_close(url: str) -> None:
    """Bad messages until the server closes the socket, and on."""
    await _flood_sockets(url, (b"\x81\x81" + MASK + b"{") * 10_000)


async def _together(tasks: list[Callable[[], Awaitable[None]]]) -> None:
    async def keep(task: Callable[[], Awaitable[None]]) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await task()

    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as group:
            for task in tasks:
                group.create_task(keep(task))


async def _open(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(url)
    return await asyncio.open_connection(parts.hostname, parts.port or 80)


async def _flood(url: str, head: bytes, part: bytes, connections: int = 4) -> None:
    """The same part again and again, on a new connection when the server closes one."""

    async def send() -> None:
        reader, writer = await _open(url)
        drain = asyncio.ensure_future(reader.read(-1))
        try:
            writer.write(head)
            while not drain.done():
                writer.write(part)
                await writer.drain()
        finally:
            drain.cancel()
            writer.transport.abort()

    await _together([send] * connections)


async def _hold(url: str, begin: bytes, more: bytes) -> None:
    """Connections that stay open, with a few bytes now and then."""

    async def hold() -> None:
        _, writer = await _open(url)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        try:
            writer.write(begin)
            while not writer.transport.is_closing():
                await asyncio.sleep(0.5)
                writer.write(more)
                await writer.drain()
        finally:
            writer.transport.abort()

    await _together([hold] * HALF_REQUESTS)


async def _flood_sockets(url: str, frames: bytes, connections: int = 4) -> None:
    client = Client(url)
    await client.guest()
    handshake = (
        b"GET /live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + b64encode(os.urandom(16)) + b"\r\n"
        b"Cookie: tavolino=" + client.cookie.encode() + b"\r\n\r\n"
    )

    async def send() -> None:
        reader, writer = await _open(url)
        drain: asyncio.Future[bytes] | None = None
        try:
            writer.write(handshake)
            await reader.readuntil(b"\r\n\r\n")
            drain = asyncio.ensure_future(reader.read(-1))
            while not drain.done():
                writer.write(frames)
                await writer.drain()
        finally:
            if drain:
                drain.cancel()
            writer.transport.abort()

    await _together([send] * connections)
