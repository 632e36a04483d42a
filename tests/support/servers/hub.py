"""Runtimes with one database that act as processes, and the pub/sub between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from support.servers.in_memory import InMemoryServer, Visitor, in_memory_server
from support.timeout import TIMEOUT
from tavolino.server.live.domain import messages as m
from tavolino.server.live.pubsub import LocalPubSub, OnContent, Subscriber, ignore
from tavolino.server.process.runtime import Runtime


class Hub:
    """Pub/sub of several runtimes in one test; ``is_cut`` while messages are lost.

    ``is_noticed``: the members know that they are.
    """

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.is_cut = self.is_noticed = False
        self.published: list[tuple[str, str]] = []

    def join(self, _: str) -> Member:
        self.members.append(Member(self))
        return self.members[-1]


class Member(LocalPubSub):
    is_shared = True

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.subscribers: dict[str, Subscriber] = {}

    @property
    def is_connected(self) -> bool:  # type: ignore[override]
        return not self._hub.is_noticed

    def publish(self, channel: str, content: str) -> None:
        self._hub.published.append((channel, content))
        for other in self._hub.members if not self._hub.is_cut else ():
            if other is not self and channel in other.subscribers:
                other.subscribers[channel].on_content(content)

    def subscribe(
        self, channel: str, on_content: OnContent, on_gap: Callable[[], None] = ignore
    ) -> None:
        self.subscribers[channel] = Subscriber(on_content, on_gap)

    def unsubscribe(self, channel: str) -> None:
        self.subscribers.pop(channel, None)

    def gap(self) -> None:
        """It is connected again, and may have missed something."""
        for subscriber in list(self.subscribers.values()):
            subscriber.on_gap()


class Socket:
    """A WebSocket at the endpoint of a runtime."""

    def __init__(self, runtime: Runtime, cookie: str) -> None:
        self.sent: list[Any] = []
        self._has_sent = asyncio.Event()
        self._incoming = asyncio.Queue[dict[str, Any]]()
        self._incoming.put_nowait({"type": "websocket.connect"})
        headers = [(b"cookie", f"tavolino={cookie}".encode())]
        endpoint = runtime.endpoint
        scope = {"headers": headers, "client": ("192.0.2.7", 4711)}
        self._serving = asyncio.ensure_future(endpoint.serve(scope, self._incoming.get, self._send))

    async def _send(self, event: Any) -> None:
        self.sent.append(event)
        self._has_sent.set()

    async def until(self, is_found: Callable[[Any], bool]) -> Any:
        async with asyncio.timeout(TIMEOUT):
            while not any(map(is_found, self.sent)):
                self._has_sent.clear()
                await self._has_sent.wait()
        return next(filter(is_found, self.sent))

    async def welcome(self) -> None:
        await self.until(lambda event: '"welcome"' in event.get("text", ""))

    async def close_code(self) -> int:
        event = await self.until(lambda event: event["type"] == "websocket.close")
        return int(event["code"])

    async def leave(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._serving


@asynccontextmanager
async def two_runtimes(
    data: Path, **config: Any
) -> AsyncIterator[tuple[InMemoryServer, InMemoryServer]]:
    async with in_memory_server(data, **config) as one, in_memory_server(data, **config) as other:
        yield one, other


async def until(is_true: Callable[[], Any]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not is_true():
            await asyncio.sleep(0.01)


async def share(one: InMemoryServer, other: InMemoryServer, **fields: Any) -> Any:
    """Two players of a table that has begun, at two processes."""
    people, table = await one.gathered("aftaebr", 2, kind="table", **fields)
    await people[1].leave()
    away = Visitor(other.runtime, people[1].person)
    await away.watch(table)
    await away.position(table)
    return [people[0], away], table


def runs(server: InMemoryServer, table: str) -> bool:
    opened = server.runtime.registry.tables.get(table)
    return opened is not None and opened.table.runs_here


async def play(players: list[Visitor], table: str, moves: int) -> None:
    for _ in range(moves):
        newest = max([await player.position(table) for player in players], key=lambda x: x.seq)
        for player in players:
            await player.until(lambda x, n=newest.seq: getattr(x, "seq", -1) >= n)  # type: ignore[misc]
        answer = await players[newest.actor].move(table, newest.moves[0])
        assert isinstance(answer, m.Update), answer


async def rows_of(server: InMemoryServer, query: Any) -> Any:
    return await server.runtime.database.rows(query)
