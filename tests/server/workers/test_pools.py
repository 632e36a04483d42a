"""Threads by purpose: somebody's long work does not hold up a guest who arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Condition
from typing import Any

import pytest
from sqlalchemy import event, select
from support.servers.in_memory import InMemoryServer, run_scenario
from support.timeout import TIMEOUT

from tavolino.server.errors import TooMany
from tavolino.server.live.domain.projection import Projection
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.statistics import statistics
from tavolino.server.storage.database import (
    LONG_THREADS,
    MAX_LONG_OF_OWNER,
    SHORT_THREADS,
    Database,
)
from tavolino.server.storage.schema import results

pytestmark = pytest.mark.hardening

MANY = 40
"""More than any pool of threads has."""


class Gate:
    """Work waits here until the test lets it through, in the order in which it came."""

    def __init__(self) -> None:
        self.arrived: list[str] = []
        self._allowed = 0
        self._changed = Condition()

    def wait(self, name: str = "") -> None:
        with self._changed:
            self.arrived.append(name)
            ticket = len(self.arrived)
            assert self._changed.wait_for(lambda: self._allowed >= ticket, TIMEOUT)

    def let_through(self, n: int = 10_000) -> None:
        with self._changed:
            self._allowed += n
            self._changed.notify_all()

    async def until(self, arrived: int) -> None:
        async with asyncio.timeout(TIMEOUT):
            while len(self.arrived) < arrived:
                await asyncio.sleep(0.005)


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.let_through()


async def visit(server: InMemoryServer) -> None:
    """A new guest comes and opens a table."""
    async with asyncio.timeout(20):
        anna = await server.visitor()
        await server.runtime.sessions.user_of(None)
        await server.runtime.registry.rematch_of(anna.person.id)


def slow_loading(patch: pytest.MonkeyPatch, gate: Gate) -> None:
    replayed = Projection.replayed

    def slow(self: Projection, log: Any) -> Projection:
        gate.wait(str(self.match.seed))
        return replayed(self, log)

    patch.setattr(Projection, "replayed", slow)


async def stored_tables(server: InMemoryServer, n: int) -> tuple[str, list[str]]:
    """Their owner, and tables that are not in memory."""
    owner = await server.visitor()
    tables = [(await server.open(owner, "azul_solo", deal=number)).id for number in range(1, n + 1)]
    for table in tables:
        server.runtime.registry.evict_if_idle(table)
    assert not server.runtime.registry.tables
    return owner.person.id, tables


def test_loading_tables_does_not_hold_up_a_guest(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(server: InMemoryServer) -> None:
        owner, tables = await stored_tables(server, MANY)
        slow_loading(monkeypatch, gate)
        registry = server.runtime.registry
        loading = [asyncio.ensure_future(registry.table(table, owner)) for table in tables]
        try:
            await gate.until(1)
            await visit(server)
            assert not any(task.done() for task in loading)
        finally:
            gate.let_through()
        await asyncio.gather(*loading)

    run_scenario(tmp_path, scenario, tables_per_minute=10_000)


def test_tables_are_loaded_for_everybody_in_turn(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(server: InMemoryServer) -> None:
        owner, tables = await stored_tables(server, MANY)
        slow_loading(monkeypatch, gate)
        registry = server.runtime.registry
        loading = [asyncio.ensure_future(registry.table(table, owner)) for table in tables[1:]]
        try:
            await gate.until(1)
            other = asyncio.ensure_future(registry.table(tables[0], "somebody else"))
            await gate.until(2)  # nobody holds both threads
            gate.let_through(2)
            await other
            assert sum(task.done() for task in loading) <= 2
        finally:
            gate.let_through()
        await asyncio.gather(*loading)

    run_scenario(tmp_path, scenario, tables_per_minute=10_000)


def slow_queries(database: Database, gate: Gate, about: str) -> None:
    """Queries with these words wait at the gate."""

    def before(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if about in statement:
            gate.wait(statement)

    event.listen(database.engine, "before_cursor_execute", before)


def test_long_queries_do_not_hold_up_a_guest(tmp_path: Path, gate: Gate) -> None:
    async def scenario(server: InMemoryServer) -> None:
        database = server.runtime.database
        slow_queries(database, gate, "FROM totals")
        asking = [
            asyncio.ensure_future(statistics(database, Requester(f"192.0.2.{n}"), "anna"))
            for n in range(MANY)
        ]
        try:
            await gate.until(2)
            await visit(server)
            assert not any(task.done() for task in asking)
        finally:
            gate.let_through()
        await asyncio.gather(*asking)

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("is_long", [True, False])
def test_addresses_take_turns_at_the_database(tmp_path: Path, gate: Gate, is_long: bool) -> None:
    """A thousand histories for one address do not hold up the first one for another."""

    async def scenario(server: InMemoryServer) -> None:
        database, query = server.runtime.database, select(results)
        slow_queries(database, gate, "FROM results")
        threads = LONG_THREADS if is_long else SHORT_THREADS
        asking = [
            asyncio.ensure_future(
                database.rows(query, Requester("192.0.2.1", str(n)), is_long=is_long)
            )
            for n in range(MANY)
        ]
        try:
            await gate.until(threads - 1)  # one thread is left for others
            other = asyncio.ensure_future(
                database.rows(query, Requester("192.0.2.2"), is_long=is_long)
            )
            await gate.until(threads)  # the other one has begun
            assert not any(task.done() for task in asking)
        finally:
            gate.let_through()
        await asyncio.gather(other, *asking)

    run_scenario(tmp_path, scenario)


def test_too_many_lists_are_refused(tmp_path: Path, gate: Gate) -> None:
    async def scenario(server: InMemoryServer) -> None:
        database = server.runtime.database
        slow_queries(database, gate, "FROM totals")
        asking = [
            asyncio.ensure_future(statistics(database, Requester("192.0.2.1"), "anna"))
            for _ in range(MAX_LONG_OF_OWNER + LONG_THREADS - 1)
        ]
        try:
            await gate.until(1)
            with pytest.raises(TooMany, match="your work"):
                await statistics(database, Requester("192.0.2.1"), "anna")
        finally:
            gate.let_through()
        await asyncio.gather(*asking)

    run_scenario(tmp_path, scenario)
