"""A runtime without a network: visitors are real connections whose frames are kept in a list."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from support.databases.migrated import place_database
from support.timeout import TIMEOUT
from tavolino.server.accounts.users import User
from tavolino.server.config import Config
from tavolino.server.live.domain import messages as m
from tavolino.server.live.registry import OpenTable
from tavolino.server.lobby.requests import NewTable
from tavolino.server.process.runtime import Runtime, open_runtime
from tavolino.server.sockets.connection import Connection

T = TypeVar("T")

QUICK = {"workers": 0, "countdown_seconds": 0.01, "tick_seconds": 0.01, "bot_seconds": 0.0}

RUNNING = set[asyncio.Task[Any]]()
"""The loop itself holds tasks weakly: one of a visitor whom a test has forgotten could be collected
before the loop cancels it."""


class Visitor:
    """A user with one socket."""

    def __init__(self, runtime: Runtime, person: User) -> None:
        self.runtime, self.person = runtime, person
        self.got: list[m.Outgoing] = []
        self.frames: list[bytes] = []
        """Every byte that was sent to this visitor."""
        self._received = asyncio.Event()
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._ids = itertools.count(1)
        self.connection = Connection(runtime.registry, runtime.bot_pool, person, self._receive)
        self.run = asyncio.get_running_loop().create_task(self.connection.run(self._incoming.get))
        RUNNING.add(self.run)
        self.run.add_done_callback(RUNNING.discard)

    async def _receive(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            self.frames.append(event["text"].encode())
            self.got.append(msgspec.json.decode(event["text"], type=m.Outgoing))
        self._received.set()

    def send(self, message: m.Incoming | bytes) -> None:
        data = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self._incoming.put_nowait({"type": "websocket.receive", "bytes": data})

    async def leave(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.run

    async def until(self, found: Callable[[m.Outgoing], bool], since: int = 0) -> Any:
        """The first message of this kind, from the ``since``-th on."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                for message in self.got[since:]:
                    if found(message):
                        return message
                self._received.clear()
                await self._received.wait()

    async def watch(self, table: str) -> m.TableInfo:
        since = len(self.got)
        self.send(m.Watch(table))

        def answers(x: m.Outgoing) -> bool:
            return isinstance(x, m.TableInfo | m.Error) and x.table == table

        found = await self.until(answers, since)
        assert isinstance(found, m.TableInfo), found
        return found

    async def position(self, table: str, board: int = 0) -> Any:
        """The newest update of a board, waiting for the first one."""
        await self.until(lambda x: _is_update(x, table, board))
        return [x for x in self.got if _is_update(x, table, board)][-1]

    async def act(self, kind: type[m.Command], table: str, board: int = 0, **more: Any) -> Any:
        """Do something on the newest position; the update or the error that answers."""
        more.setdefault("count", (await self.position(table, board)).count)
        more.setdefault("id", f"{id(self)}-{next(self._ids)}")
        since = len(self.got)
        self.send(kind(table, **more))  # type: ignore[arg-type]
        return await self.until(lambda x: getattr(x, "id", None) == more["id"], since)

    async def move(self, table: str, move: str | int = 0, board: int = 0, **more: Any) -> Any:
        if isinstance(move, int):
            move = (await self.position(table, board)).moves[move]
        return await self.act(m.Move, table, board, move=move, **more)


def _is_update(x: m.Outgoing, table: str, board: int) -> bool:
    return isinstance(x, m.Update) and x.table == table and x.board == board


class InMemoryServer:
    """One runtime, or several that act as processes: then visitors come to each in turn."""

    def __init__(self, runtime: Runtime, *others: Runtime) -> None:
        self.runtime = runtime
        self._runtimes = (runtime, *others)
        self._next = itertools.cycle(self._runtimes)

    async def visitor(self) -> Visitor:
        runtime = next(self._next)
        return Visitor(runtime, await runtime.sessions.new_guest("test"))

    def device(self, of: Visitor) -> Visitor:
        """One more socket of somebody, at another process if there are several."""
        others = [one for one in self._runtimes if one is not of.runtime]
        return Visitor((*others, of.runtime)[0], of.person)

    async def open(self, host: Visitor, game: str, **fields: Any) -> OpenTable:
        return await host.runtime.lobby.open(host.person, NewTable(game, **fields))

    async def join(self, visitor: Visitor, table: str) -> None:
        opened = await visitor.runtime.registry.table(table)
        await visitor.runtime.lobby.join(visitor.person, opened, None)

    async def practice(self, game: str, **fields: Any) -> tuple[Visitor, str]:
        host = await self.visitor()
        table = await self.open(host, game, **fields)
        await host.watch(table.id)
        return host, table.id

    async def gathered(self, game: str, players: int, **fields: Any) -> tuple[list[Visitor], str]:
        """A table or a contest that has begun, watched by all its players."""
        visitors = [await self.visitor() for _ in range(players)]
        is_contest = fields.get("kind") == "contest"
        if is_contest:
            fields["players"] = players
        table = await self.open(visitors[0], game, **fields)
        for visitor in visitors:
            await visitor.watch(table.id)
            await self.join(visitor, table.id)
        for player, visitor in enumerate(visitors):
            await visitor.position(table.id, player if is_contest else 0)
        return visitors, table.id


@asynccontextmanager
async def in_memory_server(data: Path, **config: Any) -> AsyncIterator[InMemoryServer]:
    configuration = Config(data, **{**QUICK, **config})
    place_database(configuration)
    async with open_runtime(configuration) as runtime:
        yield InMemoryServer(runtime)


@asynccontextmanager
async def two_processes(
    data: Path, database: str, redis: str, **config: Any
) -> AsyncIterator[InMemoryServer]:
    """Two runtimes with PostgreSQL and Redis between them."""
    configuration = Config(data, database, redis, **{**QUICK, **config})
    async with open_runtime(configuration) as one, open_runtime(configuration) as other:
        yield InMemoryServer(one, other)


class Run(Protocol):
    """Runs a scenario at a server of its own."""

    def __call__(
        self, scenario: Callable[[InMemoryServer], Awaitable[None]], **config: Any
    ) -> None: ...


def run_scenario(
    data: Path, scenario: Callable[[InMemoryServer], Awaitable[T]], **config: Any
) -> T:
    """Run a scenario in a runtime of its own."""

    async def live() -> T:
        async with in_memory_server(data, **config) as runtime:
            return await scenario(runtime)

    return asyncio.run(live())
