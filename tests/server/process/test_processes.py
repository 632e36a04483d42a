"""Two runtimes with one database act as two processes: what one does is known to the other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from support.servers.hub import Hub, Socket, two_runtimes
from support.servers.in_memory import InMemoryServer, Visitor

from tavolino.server.accounts import sessions
from tavolino.server.clock import DAY_MS, now
from tavolino.server.config import Config
from tavolino.server.errors import NotFound
from tavolino.server.http.close_codes import SIGNED_OUT
from tavolino.server.live.domain import messages as m
from tavolino.server.live.pubsub import USERS
from tavolino.server.storage.cleanup import Cleanup
from tavolino.server.storage.schema import tables, users

NOVE = "nove_colonne"


def test_sockets_of_every_process_are_closed(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            here = one.runtime.sessions
            guest, stranger = await here.new_guest("1"), await here.new_guest("1")
            socket = Socket(other.runtime, here.cookie_for(guest))
            bystander = Socket(other.runtime, here.cookie_for(stranger))
            await socket.welcome()
            await bystander.welcome()
            renewed = await here.sign_out_everywhere(guest)
            assert await socket.close_code() == SIGNED_OUT
            again = Socket(other.runtime, here.cookie_for(renewed))
            await again.welcome()
            hub.members[1].subscribers[USERS].on_content(guest.id)  # a message that comes late
            await other.runtime.endpoint._check([guest.id])
            for open_one in (again, bystander):
                assert all(event["type"] != "websocket.close" for event in open_one.sent)
                await open_one.leave()
            await socket.leave()

    asyncio.run(scenario())


def test_a_lost_message_is_made_up_for(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            here = one.runtime.sessions
            guest = await here.new_guest("1")
            socket = Socket(other.runtime, here.cookie_for(guest))
            await socket.welcome()
            hub.is_cut = True
            await here.sign_out_everywhere(guest)
            hub.members[1].subscribers[USERS].on_gap()  # it is connected again
            assert await socket.close_code() == SIGNED_OUT
            await socket.leave()

    asyncio.run(scenario())


def test_a_socket_that_is_just_being_opened_is_closed(tmp_path: Path, hub: Hub) -> None:
    """Its cookie was read before it was revoked, and is answered after."""

    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            here, database = one.runtime.sessions, other.runtime.database
            guest = await here.new_guest("1")
            plain, has_read, may_answer = database.row, asyncio.Event(), asyncio.Event()

            async def slow(*query: Any, **more: Any) -> Any:
                database.row = plain  # type: ignore[method-assign]
                row = await plain(*query, **more)
                has_read.set()
                await may_answer.wait()
                return row

            database.row = slow  # type: ignore[method-assign]
            socket = Socket(other.runtime, here.cookie_for(guest))
            await has_read.wait()
            await here.sign_out_everywhere(guest)
            may_answer.set()
            assert await socket.close_code() == SIGNED_OUT
            await socket.leave()

    asyncio.run(scenario())


class Days:
    """The clock of both runtimes, some days later, and the cleanup of the first."""

    def __init__(self, servers: tuple[InMemoryServer, ...], **config: Any) -> None:
        self.days, first = 0.0, servers[0].runtime
        for server in servers:
            server.runtime.registry.now = self.now
        chosen = Config(first.config.data, **config)
        self._cleanup = Cleanup(chosen, first.database, first.registry, _nobody, self.now, 0)

    def now(self) -> int:
        return now() + int(self.days * DAY_MS)

    async def clean_up(self, days: float) -> None:
        self.days = days
        await self._cleanup.run_once()


def _nobody(_: str) -> bool:
    return False


async def ids(server: InMemoryServer, table: Any) -> set[str]:
    return {row[0] for row in await server.runtime.database.rows(select(table))}


def test_a_game_that_another_process_has_in_memory_stays(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            clock = Days((one, other), guest_days=0)
            host = await one.visitor()
            table = (await one.open(host, NOVE)).id
            one.runtime.registry.evict_if_idle(table)
            clock.days = 29
            tablet = Visitor(other.runtime, host.person)
            await tablet.watch(table)
            await clock.clean_up(31)
            assert await ids(one, tables) == {table}, "it was opened two days ago"
            clock.days = 58
            await other.runtime.registry.renew_unused()  # as each pass of the other process
            await clock.clean_up(62)
            assert await ids(one, tables) == {table}, "it is still open"
            assert isinstance(await tablet.move(table), m.Update)
            await clock.clean_up(1000)
            assert await ids(one, tables) == {table}, "it was played"
            for visitor in (host, tablet):
                await visitor.leave()

    asyncio.run(scenario())


def test_a_game_is_not_opened_after_another_process_removed_it(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            clock = Days((one, other), guest_days=0)
            host = await one.visitor()
            table = (await one.open(host, NOVE)).id
            one.runtime.registry.evict_if_idle(table)
            journal = other.runtime.registry.journal
            plain = journal.read

            async def read(*args: Any, **more: Any) -> Any:
                stored = await plain(*args, **more)
                await clock.clean_up(31)
                return stored

            journal.read = read  # type: ignore[method-assign]
            clock.days = 31
            with pytest.raises(NotFound, match="has been removed"):
                await other.runtime.registry.table(table)
            assert await ids(one, tables) == set() and not other.runtime.registry.tables
            await host.leave()

    asyncio.run(scenario())


def test_a_guest_who_visits_another_process_stays(
    tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            clock = Days((one, other))
            guest, gone = [await one.runtime.sessions.new_guest("1") for _ in range(2)]
            monkeypatch.setattr(sessions, "now", clock.now)
            clock.days = 20
            cookie = f"tavolino={one.runtime.sessions.cookie_for(guest)}"
            assert await other.runtime.sessions.user_of(cookie) == guest
            await clock.clean_up(31)
            assert await ids(one, users) == {guest.id} != {gone.id}
            await clock.clean_up(51)
            assert await ids(one, users) == set()

    asyncio.run(scenario())
