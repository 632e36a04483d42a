"""A table starts by itself when its last seat is taken."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from support.servers.hub import Hub, rows_of, runs, two_runtimes, until
from support.servers.in_memory import InMemoryServer, in_memory_server, run_scenario

from tavolino.server.storage.schema import entries


@pytest.mark.parametrize("again", ["join", "look"])
def test_a_server_that_was_killed_when_the_last_seat_was_taken(tmp_path: Path, again: str) -> None:
    """The seat was stored and the start was not: the next request of anybody makes up for it."""

    async def taken(server: InMemoryServer) -> tuple[str, Any]:
        anna, bruno = [await server.visitor() for _ in range(2)]
        table = await server.open(anna, "aftaebr", kind="table")
        server.runtime.lobby._start_if_full = nothing  # type: ignore[assignment, method-assign]
        await server.runtime.lobby.join(bruno.person, table, None)
        assert (table.settings.phase, len(table.settings.seats)) == ("lobby", 2)
        return table.id, bruno.person

    async def nothing(_: Any) -> None:
        pass

    name, bruno = run_scenario(tmp_path, taken)

    async def asked(server: InMemoryServer) -> None:
        lobby, registry = server.runtime.lobby, server.runtime.registry
        if again == "join":
            await lobby.join(bruno, await registry.table(name), None)
        else:
            await lobby.table(name)
        assert (await registry.table(name)).settings.phase in ("countdown", "playing")

    run_scenario(tmp_path, asked)


def test_a_table_that_was_evicted_while_it_started_is_dealt_once(tmp_path: Path, hub: Hub) -> None:
    """The HTTP request that starts it holds an older one than those who watch it."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            registry, lobby = one.runtime.registry, one.runtime.lobby
            anna, bruno = await one.visitor(), await one.visitor()
            old = await one.open(anna, "aftaebr", kind="table")
            registry.evict_if_idle(old.id)
            assert old.id not in registry.tables
            await lobby.join(bruno.person, old, None)
            for visitor in (anna, bruno):
                await visitor.watch(old.id)
                await visitor.position(old.id)
            log = await rows_of(one, select(entries))
            assert [row.seq for row in log] == list(range(1, len(log) + 1)) and runs(one, old.id)
            for visitor in (anna, bruno):
                await visitor.leave()

    asyncio.run(scenario())


def test_a_deal_that_another_process_has_made_is_taken(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path, countdown_seconds=0.3) as (one, other):
            anna, bruno = await one.visitor(), await one.visitor()
            opened = await one.open(anna, "aftaebr", kind="table")
            await one.runtime.lobby.join(bruno.person, opened, None)
            twin = await other.runtime.registry.table(opened.id)
            hub.is_cut = True
            opened.table.runs_here = twin.table.runs_here = True
            opened.table.begin()
            twin.table.begin()
            await until(lambda: opened.table.seq > 0 and twin.table.seq == opened.table.seq)
            for visitor in (anna, bruno):
                await visitor.leave()

    asyncio.run(scenario())
