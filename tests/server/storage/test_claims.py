"""Claims of processes on tables: one of them runs a table's clock and bots."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import select
from support.servers.hub import Hub, rows_of, runs, share, two_runtimes, until
from support.servers.in_memory import InMemoryServer, in_memory_server
from support.timeout import TIMEOUT

from tavolino.server.clock import now
from tavolino.server.live.registry import sweep
from tavolino.server.storage.claims import LEASE_MS
from tavolino.server.storage.schema import claims, entries, processes
from tavolino.server.storage.writer import Statement

DAY = 86_400


async def nothing() -> None:
    pass


async def free_claim(server: InMemoryServer) -> Any:
    async with asyncio.timeout(TIMEOUT):
        while True:
            (stored,) = await rows_of(server, select(claims))
            if stored.process is None:
                return stored
            await asyncio.sleep(0.01)


def test_the_tables_of_a_dead_process_are_taken_over(tmp_path: Path, hub: Hub) -> None:
    """Its clock runs out at the other process, once."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as other:
            async with in_memory_server(tmp_path) as one:
                players, table = await share(one, other, turn_seconds=DAY)
                await until(lambda: runs(one, table))
                one.runtime.registry.claims.close = nothing  # type: ignore[method-assign]
                await players[0].leave()
            stored = await rows_of(other, select(claims))
            assert [row.process for row in stored] == [one.runtime.registry.claims.process]
            assert not runs(other, table)
            other.runtime.registry.now = lambda: now() + 2 * LEASE_MS
            await until(lambda: runs(other, table))
            assert [row.id for row in await rows_of(other, select(processes))] == [
                other.runtime.registry.claims.process
            ]
            await players[1].leave()

    asyncio.run(scenario())


def test_one_look_after_its_deadline_takes_the_tables_of_a_dead_process(
    tmp_path: Path, hub: Hub
) -> None:
    """There is one every second, so that nobody waits longer than two."""
    assert sweep.SWEEP_SECONDS <= 1

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as other:
            # Only this test looks, or the server might be the first to see the deadline.
            other.runtime.sweep._take_over = nothing  # type: ignore[method-assign]
            async with in_memory_server(tmp_path) as one:
                players, table = await share(one, other, turn_seconds=DAY)
                await until(lambda: runs(one, table))
                one.runtime.registry.claims.close = nothing  # type: ignore[method-assign]
                await players[0].leave()
            claims_there = other.runtime.registry.claims
            (process,) = {row.process for row in await rows_of(other, select(claims))}
            (lease,) = await rows_of(other, select(processes).where(processes.c.id == process))
            claims_there._now = lambda: lease.alive_until
            assert await claims_there.take_over([]) == []
            claims_there._now = lambda: lease.alive_until + 1
            assert await claims_there.take_over([]) == [table]
            await players[1].leave()

    asyncio.run(scenario())


def test_a_process_that_stops_leaves_its_tables_to_the_others(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with in_memory_server(tmp_path) as other:
            async with in_memory_server(tmp_path) as one:
                players, table = await share(one, other)
                await until(lambda: runs(one, table))
                await players[0].leave()
            await until(lambda: runs(other, table))
            await players[1].leave()

    asyncio.run(scenario())


def test_a_table_that_nobody_watches_is_in_no_memory_until_it_is_due(
    tmp_path: Path, hub: Hub
) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path, notice_seconds=0) as (one, other):
            people, table = await one.gathered("aftaebr", 2, kind="table", turn_seconds=DAY)
            for person in people:
                await person.leave()
            stored = await free_claim(one)
            assert table not in one.runtime.registry.tables
            assert stored.due_at > now() + 1000 * (DAY - 600)
            log = len(await rows_of(one, select(entries)))
            for server in (one, other):
                server.runtime.registry.now = lambda: now() + 1000 * (DAY + 600)
            async with asyncio.timeout(TIMEOUT):
                while len(await rows_of(one, select(entries))) == log:
                    await asyncio.sleep(0.01)
            automatic = await rows_of(one, select(entries).where(entries.c.is_automatic))
            assert len(automatic) == 1, "a bot has moved once for the player who was away"

    asyncio.run(scenario())


def test_a_table_that_was_started_without_a_claim_is_found(tmp_path: Path, hub: Hub) -> None:
    """By an older version of the program, while the servers are updated one after the other."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            people, table = await one.gathered("aftaebr", 2, kind="table")
            await one.runtime.database.writer.write(Statement(claims.delete()))
            for person in people:
                await person.leave()
            one.runtime.registry.tables.clear()
            await one.runtime.registry.claims.add_missing()
            await until(lambda: runs(one, table))

    asyncio.run(scenario())
