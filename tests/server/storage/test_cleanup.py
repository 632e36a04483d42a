"""What nobody used is removed after a while; what counts, and what somebody looks at, stays."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from support.servers.in_memory import InMemoryServer, Visitor, run_scenario

from tavolino.server.clock import DAY_MS, now
from tavolino.server.config import Config
from tavolino.server.errors import NotFound
from tavolino.server.live.domain import messages as m
from tavolino.server.storage.cleanup import Cleanup
from tavolino.server.storage.schema import (
    entries,
    job_results,
    lesson_progress,
    seats,
    tables,
    users,
)
from tavolino.server.storage.writer import Statement

pytestmark = pytest.mark.hardening

NOVE = "nove_colonne"


class Later:
    """The cleanup of a server, some days later; those in ``here`` are active."""

    def __init__(self, server: InMemoryServer, **config: Any) -> None:
        runtime = server.runtime
        self.database, self.here, self.days = runtime.database, set[str](), 0.0
        chosen = Config(runtime.config.data, **config)
        self.cleanup = Cleanup(
            chosen, self.database, runtime.registry, self.here.__contains__, self._now, 0
        )

    def _now(self) -> int:
        return now() + int(self.days * DAY_MS)

    async def after(self, days: float) -> None:
        self.days = days
        await self.cleanup.run_once()

    async def ids(self, table: Any) -> set[str]:
        return {row[0] for row in await self.database.rows(select(table))}


def forget_tables(server: InMemoryServer) -> None:
    """As when everybody has left."""
    registry = server.runtime.registry
    for name in list(registry.tables):
        registry.evict_if_idle(name)


async def guest(server: InMemoryServer) -> str:
    return (await server.runtime.sessions.new_guest("test")).id


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else request.getfixturevalue("postgres").new_database()


def test_studies_are_kept_for_thirty_days(tmp_path: Path, url: str) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later = Later(server)
        rows = [
            {"key": b"%d" % n, "data": b"{}", "created_at": now() - n * DAY_MS} for n in range(150)
        ]
        await server.runtime.database.writer.write(Statement(insert(job_results), rows))
        await later.after(5.5)
        left = await server.runtime.database.rows(select(job_results.c.key))
        assert {row.key for row in left} == {b"%d" % n for n in range(25)}

    run_scenario(tmp_path, scenario, database=url)


def test_guests_who_never_played_are_removed(tmp_path: Path, url: str) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later, sessions = Later(server, practice_days=0), server.runtime.sessions
        gone, active, host = await guest(server), await guest(server), await server.visitor()
        await server.open(host, NOVE)
        account = await sessions.create_account(None, "Anna", "una frase lunga", "test")
        later.here.add(active)
        lesson = {"person": gone, "game": NOVE, "step": 2, "at": 1}
        await later.database.writer.write(Statement(insert(lesson_progress), [lesson]))
        await later.after(29)
        assert await later.ids(users) == {gone, active, host.person.id, account.id}
        await later.after(31)
        assert await later.ids(users) == {active, host.person.id, account.id}
        assert await later.ids(lesson_progress) == set()
        await host.leave()

    run_scenario(tmp_path, scenario, database=url)


def test_guests_are_removed_in_small_commits(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later = Later(server)
        for _ in range(250):
            await guest(server)
        commits = later.database.writer.commits
        await later.after(31)
        assert await later.ids(users) == set()
        assert later.database.writer.commits - commits == 3

    run_scenario(tmp_path, scenario)


def test_untouched_practice_is_removed(tmp_path: Path, url: str) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later, host = Later(server, guest_days=0), await server.visitor()
        untouched, refused = [(await server.open(host, NOVE, deal=n)).id for n in (1, 5)]
        touched, undone, over = [(await server.open(host, NOVE, deal=n)).id for n in (2, 3, 4)]
        for table in (refused, touched, undone, over):
            await host.watch(table)
        await host.act(m.GiveUp, refused)
        await host.move(touched)
        await host.move(undone)
        await host.act(m.Undo, undone)
        await host.move(over)
        await host.act(m.GiveUp, over)
        await host.leave()
        forget_tables(server)
        await later.after(29)
        assert {untouched, refused} < await later.ids(tables)
        await later.after(31)
        kept = {touched, undone, over}
        assert await later.ids(tables) == await later.ids(seats) == await later.ids(entries) == kept

    run_scenario(tmp_path, scenario, database=url)


def test_daily_deals_stay(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        from tavolino.server.daily.deals import deals_at

        later, host = Later(server), await server.visitor()
        deals = await deals_at(server.runtime.database, now())
        deal = next(iter(deals.values()))[NOVE]
        table = await server.runtime.lobby.open_daily(host.person, deal.day, NOVE, deal.fair)
        forget_tables(server)
        await later.after(1000)
        assert await later.ids(tables) == {table.id}
        await host.leave()

    run_scenario(tmp_path, scenario)


async def lobby(server: InMemoryServer, host: Visitor) -> str:
    return (await server.open(host, "aftaebr", kind="table", options={"players": "2"})).id


def test_an_abandoned_lobby_is_closed_and_then_removed(tmp_path: Path, url: str) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later, host = Later(server, guest_days=0), await server.visitor()
        table, left = await lobby(server, host), await lobby(server, host)
        await server.runtime.lobby.leave(host.person, await server.runtime.registry.table(left))
        forget_tables(server)
        await later.after(6)
        assert await later.ids(tables) == {table, left}
        await later.after(8)
        assert await later.ids(tables) == {table}
        phases = await later.database.rows(select(tables.c.phase))
        assert [row.phase for row in phases] == ["over"]
        await later.after(14)
        assert await later.ids(tables) == {table}
        await later.after(16)
        assert await later.ids(tables) == await later.ids(seats) == set()
        await host.leave()

    run_scenario(tmp_path, scenario, database=url)


def test_a_table_that_somebody_watches_stays(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later, host = Later(server), await server.visitor()
        watched, practice = await lobby(server, host), (await server.open(host, NOVE)).id
        for table in (watched, practice):
            await host.watch(table)
        forget_tables(server)
        await later.after(100)
        assert (await host.watch(watched)).phase == "lobby"
        await host.move(practice)
        assert await later.ids(tables) == {watched, practice}
        await host.leave()

    run_scenario(tmp_path, scenario)


def test_a_game_that_was_played_stays_with_all_its_rows(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later = Later(server)
        visitors, table = await server.gathered("aftaebr", 2, kind="table")
        await visitors[0].act(m.GiveUp, table)
        for visitor in visitors:
            await visitor.leave()
        forget_tables(server)
        rows = [await later.database.rows(select(one)) for one in (tables, seats, entries, users)]
        await later.after(1000)
        after = [await later.database.rows(select(one)) for one in (tables, seats, entries, users)]
        assert rows == after and later.cleanup.removed == 0

    run_scenario(tmp_path, scenario)


def test_a_table_is_not_opened_while_it_is_removed(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later, host = Later(server, guest_days=0), await server.visitor()
        table, registry = (await server.open(host, NOVE)).id, server.runtime.registry
        forget_tables(server)
        plain, asked = later.database.writer.write, []

        async def write(*statements: Any, **more: Any) -> None:
            with pytest.raises(NotFound):
                await registry.table(table)
            asked.append(table)
            await plain(*statements, **more)

        later.database.writer.write = write  # type: ignore[method-assign]
        await later.after(31)
        assert asked == [table] and await later.ids(tables) == set()
        with pytest.raises(NotFound):
            await registry.table(table)
        await host.leave()

    run_scenario(tmp_path, scenario)


def test_what_changed_meanwhile_stays(tmp_path: Path) -> None:
    """The statements repeat the condition: a move between reading and removing counts."""

    async def scenario(server: InMemoryServer) -> None:
        later, host = Later(server, guest_days=0), await server.visitor()
        table = (await server.open(host, NOVE)).id
        forget_tables(server)
        plain = later.database.writer.write

        async def write(*statements: Any, **more: Any) -> None:
            later.database.writer.write = plain  # type: ignore[method-assign]
            await plain(log=[(table, 1000, now(), "player 1: x", "0:another process", False)])
            await plain(*statements, **more)

        later.database.writer.write = write  # type: ignore[method-assign]
        await later.after(31)
        assert await later.ids(tables) == {table} and later.cleanup.removed == 0
        await host.leave()

    run_scenario(tmp_path, scenario)


def test_nothing_is_removed_with_zero_days(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later = Later(server, guest_days=0, lobby_days=0, practice_days=0)
        host = await server.visitor()
        names = {await lobby(server, host), (await server.open(host, NOVE)).id}
        forget_tables(server)
        await later.after(10_000)
        assert await later.ids(tables) == names and await later.ids(users) == {host.person.id}
        await host.leave()

    run_scenario(tmp_path, scenario)


def test_passes_go_on_after_a_failure(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        later = Later(server)
        name, plain, asked = await guest(server), later.database.rows, asyncio.Event()
        later.days = 31

        async def rows(*query: Any, **more: Any) -> Any:
            later.database.rows = plain  # type: ignore[method-assign]
            asked.set()
            raise OSError("the disk is away")

        later.database.rows = rows  # type: ignore[method-assign]
        task = asyncio.create_task(later.cleanup.run(0))
        await asked.wait()
        assert await later.ids(users) == {name}
        await later.cleanup.run_once()
        assert await later.ids(users) == set() and not task.done()
        task.cancel()

    run_scenario(tmp_path, scenario)
