"""What a process could not write, or was not told, is found out and made up for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from support.servers.hub import Hub, play, rows_of, runs, share, two_runtimes, until
from support.servers.in_memory import InMemoryServer, in_memory_server
from support.timeout import TIMEOUT

from tavolino.server.clock import day_of
from tavolino.server.daily.deals import deals_at
from tavolino.server.errors import TooMany
from tavolino.server.live.domain import messages as m
from tavolino.server.live.listeners import bot_seats
from tavolino.server.live.registry import sweep
from tavolino.server.storage.claims import AT_ONCE
from tavolino.server.storage.schema import claims, tables
from tavolino.server.storage.writer import Statement

DAY = 86_400


@pytest.fixture
def quick_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(sweep, "CHECK_SWEEPS", 1)
    monkeypatch.setattr(sweep, "COMPARE_SWEEPS", 1)


@pytest.fixture
def no_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the regular comparison with the database would make up for everything."""
    monkeypatch.setattr(sweep, "COMPARE_SWEEPS", 1 << 30)


def failing(times: int, error: Exception, plain: Callable[..., Any]) -> Callable[..., Any]:
    """Fails so often before it does what it should."""
    left = [error] * times

    async def call(*arguments: Any, **named: Any) -> Any:
        if left:
            raise left.pop()
        return await plain(*arguments, **named)

    return call


async def process_of(server: InMemoryServer, table: str) -> str | None:
    query = select(claims.c.process).where(claims.c.table_id == table)
    (row,) = await rows_of(server, query)
    process: str | None = row.process
    return process


# Claims


def test_a_claim_that_cannot_be_released_is_kept(tmp_path: Path, quick_sweeps: None) -> None:
    """The database was away while the last watcher left: the table must not be nobody's."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path, notice_seconds=0.01) as one:
            people, table = await one.gathered("aftaebr", 2, kind="table", turn_seconds=DAY)
            registry, writer = one.runtime.registry, one.runtime.database.writer
            await until(lambda: table in registry.claims.owned)
            plain = writer.write
            writer.write = failing(1, OSError("the disk is full"), plain)  # type: ignore[method-assign]
            with pytest.raises(OSError, match="the disk is full"):
                await registry.claims.release(table, None)
            assert table in registry.claims.owned
            for person in people:
                await person.leave()
            async with asyncio.timeout(TIMEOUT):
                while await process_of(one, table) is not None:
                    await asyncio.sleep(0.01)
            assert table not in registry.claims.owned

    asyncio.run(scenario())


def test_a_claim_that_was_committed_though_its_write_failed_is_found(
    tmp_path: Path, quick_sweeps: None
) -> None:
    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            people, table = await one.gathered("aftaebr", 2, kind="table", turn_seconds=DAY)
            registry = one.runtime.registry
            await until(lambda: runs(one, table))
            registry.claims.owned.discard(table)
            registry.tables[table].table.runs_here = False
            await until(lambda: runs(one, table) and table in registry.claims.owned)
            for person in people:
                await person.leave()

    asyncio.run(scenario())


def test_a_claim_that_another_process_has_is_given_up(
    tmp_path: Path, hub: Hub, quick_sweeps: None
) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            players, table = await share(one, other, turn_seconds=DAY)
            await until(lambda: runs(one, table) != runs(other, table))
            old, new = (one, other) if runs(one, table) else (other, one)
            name = new.runtime.registry.claims.process
            taken = update(claims).where(claims.c.table_id == table).values(process=name)
            await new.runtime.database.writer.write(Statement(taken))
            await until(lambda: not runs(old, table) and runs(new, table))
            assert table not in old.runtime.registry.claims.owned
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_a_claim_that_came_after_the_end_is_forgotten(
    tmp_path: Path, hub: Hub, quick_sweeps: None
) -> None:
    """The table ended at another process while this one was opening it."""

    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            players, table = await share(one, other)
            newest = await players[0].position(table)
            while newest.actor is not None:
                newest = await players[newest.actor].move(table)
                for player in players:
                    await player.until(lambda x, n=newest.seq: getattr(x, "seq", -1) >= n)
            assert not await rows_of(one, select(claims))
            await other.runtime.registry._claim(table)
            assert not await rows_of(one, select(claims))
            assert table not in other.runtime.registry.claims.owned
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_all_tables_that_are_due_are_taken_at_once(tmp_path: Path) -> None:
    """Those of a process that has died may be many more than fit in one statement."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            registry, person = one.runtime.registry, await one.visitor()
            settings = (await one.open(person, "nove_colonne")).settings
            names = [f"due{n}" for n in range(3 * AT_ONCE + 1)]
            rows = [settings.row() | {"id": name} for name in names]
            due = [{"table_id": name, "due_at": 1} for name in names]
            plain, registry.claims.take_over = registry.claims.take_over, nothing  # type: ignore[method-assign, assignment]
            await one.runtime.database.writer.write(
                Statement(tables.insert(), rows), Statement(claims.insert(), due)
            )
            assert sorted(await plain([])) == sorted(names)

    asyncio.run(scenario())


async def nothing(_: Any) -> list[str]:
    return []


def test_claims_are_renewed_while_a_day_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day may have thousands of unfinished games."""
    monkeypatch.setattr(sweep, "RENEW_SECONDS", 0.01)
    ending = asyncio.Event()

    async def end_days(_: sweep.Sweep) -> None:
        ending.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(sweep.Sweep, "end_days", end_days)

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            await ending.wait()
            renewed = list[int]()
            one.runtime.registry.claims.renew = lambda: noted(renewed)  # type: ignore[method-assign]
            await until(lambda: len(renewed) > 2)

    async def noted(renewed: list[int]) -> None:
        renewed.append(1)

    asyncio.run(scenario())


# Messages


def test_lost_messages_about_seats_are_made_up_for(
    tmp_path: Path, hub: Hub, no_comparing: None
) -> None:
    """A guest has signed in to an account, and is back at the table, while no message passed."""

    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            account = await one.runtime.sessions.create_account(None, "Anna", "una frase", "1")
            (anna, bruno), table = await share(one, other, turn_seconds=DAY)
            opened = other.runtime.registry.tables[table].table
            opened.settings = opened.settings.with_away(1, True)
            hub.is_cut = True
            await one.runtime.sessions.sign_in(anna.person, "Anna", "una frase", "1")
            hub.is_cut = False
            for member in hub.members:
                member.gap()
            await until(lambda: opened.settings.players_of(account.id) == [0])
            assert opened.settings.away == []
            for visitor in (anna, bruno):
                await visitor.leave()

    asyncio.run(scenario())


def test_a_message_that_was_lost_without_notice_costs_seconds(
    tmp_path: Path, hub: Hub, quick_sweeps: None
) -> None:
    """The other process could not send; this one hears itself and knows nothing of that."""

    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            players, table = await share(one, other, turn_seconds=DAY)
            hub.is_cut = True
            await play(players, table, 4)
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_a_rematch_of_which_no_message_told_is_offered(
    tmp_path: Path, hub: Hub, quick_sweeps: None
) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            players, table = await share(one, other)
            newest = await players[0].position(table)
            while newest.actor is not None:
                newest = await players[newest.actor].move(table)
                for player in players:
                    await player.until(lambda x, n=newest.seq: getattr(x, "seq", -1) >= n)
            hub.is_cut = True
            here = one.runtime.registry.tables[table]
            rematch = await one.runtime.lobby.rematch(players[0].person, here)
            there = other.runtime.registry.tables[table].table
            await until(lambda: there.rematch and there.rematch.table == rematch.id)
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_a_read_that_is_refused_is_tried_again(
    tmp_path: Path, hub: Hub, no_comparing: None
) -> None:
    """Too many others read: that is not an answer."""

    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            players, table = await share(one, other)
            await play(players, table, 2)
            seen = await players[0].position(table)
            mover, waiting = players[seen.actor], players[1 - seen.actor]
            hub.is_cut = True
            answer = await mover.move(table)
            journal = (other if waiting is players[1] else one).runtime.registry.journal
            journal.read = failing(2, TooMany("try again later"), journal.read)  # type: ignore[method-assign]
            for member in hub.members:
                member.gap()
            await waiting.until(lambda x: getattr(x, "seq", -1) >= answer.seq)
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_the_end_of_a_daily_game_is_told_to_every_process(
    tmp_path: Path, hub: Hub, no_comparing: None
) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            anna, registry = await other.visitor(), one.runtime.registry
            today = day_of(registry.now())
            deal = (await deals_at(other.runtime.database, registry.now()))[today]["solitario40"]
            table = await other.runtime.lobby.open_daily(
                anna.person, today, "solitario40", deal.fair
            )
            await anna.watch(table.id)
            await anna.move(table.id)
            over = update(tables).where(tables.c.id == table.id).values(day="2020-01-01")
            await one.runtime.database.writer.write(Statement(over))
            await one.runtime.sweep.end_days()
            await anna.until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
            await anna.leave()

    asyncio.run(scenario())


# Bots


@pytest.mark.parametrize("error", [TooMany("try again later"), RuntimeError("a defect")])
def test_a_bot_that_fails_once_for_an_absent_player_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(bot_seats, "RETRY_SECONDS", 0.01)

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            bots: Any = one.runtime.registry._bots
            bots.choose = failing(1, error, bots.choose)
            people, table = await one.gathered("aftaebr", 2, kind="table", turn_seconds=1)
            began = await people[0].position(table)
            moved = await people[0].until(
                lambda x: isinstance(x, m.Update) and x.count > began.count
            )
            assert moved.seq > began.seq
            for person in people:
                await person.leave()

    asyncio.run(scenario())
