"""Runtimes with one database act as processes: one of them runs a table's clock and bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from support.servers.hub import Hub
from support.servers.in_memory import InMemoryServer, Visitor, in_memory_server
from support.timeout import TIMEOUT

from tavolino.server.clock import now
from tavolino.server.errors import TooFast
from tavolino.server.live.domain import messages as m
from tavolino.server.live.registry import background, sweep
from tavolino.server.storage.claims import LEASE_MS
from tavolino.server.storage.schema import claims, entries, processes, seats, tables
from tavolino.server.storage.writer import Done, Statement, Work

DAY = 86_400


@asynccontextmanager
async def two(data: Path, **config: Any) -> AsyncIterator[tuple[InMemoryServer, InMemoryServer]]:
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


async def free_claim(server: InMemoryServer) -> Any:
    async with asyncio.timeout(TIMEOUT):
        while True:
            (stored,) = await rows_of(server, select(claims))
            if stored.process is None:
                return stored
            await asyncio.sleep(0.01)


def count_reads(server: InMemoryServer) -> list[int]:
    """Grows with every read of a log, by the number of entries that were known before."""
    journal, reads = server.runtime.registry.journal, list[int]()
    plain = journal.read

    async def read(table: str, user: str = "", since: Any = None) -> Any:
        reads.append(since.seq if since else 0)
        return await plain(table, user, since)

    journal.read = read  # type: ignore[method-assign, assignment]
    return reads


def test_one_process_runs_a_table_and_the_other_reads_nothing(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            players, table = await share(one, other)
            await until(lambda: runs(one, table) != runs(other, table))
            reads = count_reads(one) + count_reads(other)
            await play(players, table, 20)
            assert not reads, "the entries came with the messages"
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_after_a_lost_message_only_what_was_added_is_read(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            players, table = await share(one, other)
            await play(players, table, 6)
            seen = await players[0].position(table)
            mover, waiting = players[seen.actor], players[1 - seen.actor]
            hub.is_cut = True
            answer = await mover.move(table)
            hub.is_cut = False
            reads = count_reads(other if waiting is players[1] else one)
            for member in hub.members:
                member.gap()
            await waiting.until(lambda x: getattr(x, "seq", -1) >= answer.seq)
            assert reads == [seen.seq]
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_who_learns_late_of_a_move_has_a_whole_turn(tmp_path: Path, hub: Hub) -> None:
    """The move was committed while no message passed; its time is five seconds ago."""

    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            players, table = await share(one, other, turn_seconds=60)
            await play(players, table, 2)
            seen = await players[0].position(table)
            mover, waiting = players[seen.actor], players[1 - seen.actor]
            hub.is_cut = True
            answer = await mover.move(table)
            registry = (other if waiting is players[1] else one).runtime.registry
            registry.now = registry.clock._wall = lambda: now() + 5_000
            registry.clock._steady = lambda: time.monotonic() + 5
            for member in hub.members:
                member.gap()
            update = await waiting.until(lambda x: getattr(x, "seq", -1) >= answer.seq)
            assert update.turn_ends_at >= answer.turn_ends_at + 5_000
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_who_moves_is_back_for_every_process(tmp_path: Path, hub: Hub) -> None:
    """The message that a player has taken the seat back may be lost; a bot must not play on."""

    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            players, table = await share(one, other, turn_seconds=DAY)
            actor = (await players[0].position(table)).actor
            opened = [server.runtime.registry.tables[table].table for server in (one, other)]
            await one.runtime.registry.journal.set_away(table, actor, True)
            for live in opened:
                live.settings = live.settings.with_away(actor, True)
            answer = await players[actor].move(table)
            await players[1 - actor].until(lambda x: getattr(x, "seq", -1) >= answer.seq)
            assert [live.settings.away for live in opened] == [[], []]
            (stored,) = await rows_of(one, select(seats.c.is_away).where(seats.c.player == actor))
            assert not stored.is_away
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_without_messages_a_process_looks_at_the_log_by_itself(
    tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "SWEEP_SECONDS", 0.05)

    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            players, table = await share(one, other)
            hub.is_cut = hub.is_noticed = True
            await play(players, table, 4)
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_a_process_that_is_behind_its_client_looks_at_the_log(tmp_path: Path, hub: Hub) -> None:
    """The user has seen a newer position elsewhere; nothing has told this process."""

    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            host, table = await one.practice("azul_solo", deal=5)
            tablet = Visitor(other.runtime, host.person)
            await tablet.watch(table)
            await tablet.position(table)
            hub.is_cut = True
            newest = await host.move(table)
            answer = await tablet.move(table, newest.moves[0], count=newest.count)
            assert isinstance(answer, m.Update) and answer.seq > newest.seq, answer
            ahead = await tablet.move(table, answer.moves[0], count=answer.count + 5)
            assert isinstance(ahead, m.Error) and ahead.code == "stale", "nobody has played that"
            for visitor in (host, tablet):
                await visitor.leave()

    asyncio.run(scenario())


def test_a_read_that_fails_is_tried_again(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            players, table = await share(one, other)
            await play(players, table, 2)
            seen = await players[0].position(table)
            mover, waiting = players[seen.actor], players[1 - seen.actor]
            hub.is_cut = True
            answer = await mover.move(table)
            journal = (other if waiting is players[1] else one).runtime.registry.journal
            plain, failures = journal.read, list[int]()

            async def read(*args: Any) -> Any:
                if len(failures) < 2:
                    failures.append(1)
                    raise OSError("the database is away")
                return await plain(*args)

            journal.read = read  # type: ignore[method-assign, assignment]
            for member in hub.members:
                member.gap()
            await waiting.until(lambda x: getattr(x, "seq", -1) >= answer.seq)
            assert len(failures) == 2
            for player in players:
                await player.leave()

    asyncio.run(scenario())


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


async def nothing() -> None:
    pass


def test_the_last_move_of_a_dead_process_is_seen_by_the_others(tmp_path: Path, hub: Hub) -> None:
    """It was committed, and its process died before the message about it was sent."""

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as other:
            async with in_memory_server(tmp_path) as one:
                players, table = await share(one, other, turn_seconds=DAY)
                actor = (await players[0].position(table)).actor
                if actor == 1:
                    await play(players, table, 1)
                known = one.runtime.registry.claims.process
                await until(lambda: known in other.runtime.registry.claims._processes)
                hub.is_cut = True
                answer = await players[0].move(table)
                one.runtime.registry.claims.close = nothing  # type: ignore[method-assign]
                await players[0].leave()
            hub.is_cut = False
            other.runtime.registry.now = lambda: now() + 2 * LEASE_MS
            await players[1].until(lambda x: getattr(x, "seq", -1) >= answer.seq)
            await players[1].leave()

    asyncio.run(scenario())


def test_a_move_that_was_committed_though_its_write_failed_is_seen_by_all(
    tmp_path: Path, hub: Hub
) -> None:
    """The connection to the database broke after the commit and before its answer."""

    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            players, table = await share(one, other, turn_seconds=DAY)
            await play(players, table, 2)
            seen = await players[0].position(table)
            mover, waiting = players[seen.actor], players[1 - seen.actor]
            writer = (one if mover is players[0] else other).runtime.database.writer
            plain = writer.submit

            def submit(work: Work, done: Done) -> None:
                plain(work, lambda _: done(OSError("connection lost")))

            writer.submit = submit  # type: ignore[method-assign]
            answer = await mover.move(table)
            writer.submit = plain  # type: ignore[method-assign]
            assert isinstance(answer, m.Update), answer
            await waiting.until(lambda x: getattr(x, "seq", -1) >= answer.seq)
            for player in players:
                await player.leave()

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
        async with two(tmp_path, notice_seconds=0) as (one, other):
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


def test_the_sweep_survives_what_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A query, and one daily game that cannot be read."""
    monkeypatch.setattr(sweep, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(sweep, "DAILY_SWEEPS", 1)

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            registry, person = one.runtime.registry, await one.visitor()
            settings = (await one.open(person, "nove_colonne")).settings
            broken = {"kind": "daily", "day": "2020-01-01", "options": "{}", "version": 1}
            for name, game in (("broken", "no such game"), ("other", "nove_colonne")):
                row = settings.row() | broken | {"id": name, "game": game, "phase": "playing"}
                await registry.database.writer.write(Statement(insert(tables), [row]))
            plain, failed = registry.claims.take_over, list[int]()

            async def fails(names: Any) -> Any:
                failed.append(1)
                raise OSError("the database is away")

            registry.claims.take_over = fails  # type: ignore[method-assign, assignment]
            await until(lambda: len(failed) > 2)
            registry.claims.take_over = plain  # type: ignore[method-assign]
            phase = select(tables.c.phase).where(tables.c.id == "other")
            async with asyncio.timeout(TIMEOUT):
                while [row.phase for row in await rows_of(one, phase)] != ["over"]:
                    await asyncio.sleep(0.01)
            await person.leave()

    asyncio.run(scenario())


def test_a_background_task_that_fails_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "RESTART_SECONDS", 0)

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            begun = list[int]()

            async def work() -> None:
                begun.append(1)
                if len(begun) < 3:
                    raise OSError("once more")

            one.runtime.registry.keep(work)
            await until(lambda: len(begun) == 3)

    asyncio.run(scenario())


def test_rate_limits_hold_for_all_processes_together(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two(tmp_path, guests_per_minute=4) as (one, other):
            for server in (one, other, one, other):
                await server.runtime.sessions.new_guest("1")
            for server in (one, other):
                with pytest.raises(TooFast):
                    await server.runtime.sessions.new_guest("1")
                await server.runtime.sessions.new_guest("2")

    asyncio.run(scenario())


def test_a_merged_seat_is_known_to_every_process(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two(tmp_path) as (one, other):
            account = await one.runtime.sessions.create_account(
                None, "Anna", "una frase lunga", "1"
            )
            (anna, bruno), table = await share(one, other)
            name, password = "Anna", "una frase lunga"
            assert await one.runtime.sessions.sign_in(anna.person, name, password, "1") == account
            opened = other.runtime.registry.tables[table]
            await until(lambda: opened.settings.players_of(account.id))
            for visitor in (anna, bruno):
                await visitor.leave()

    asyncio.run(scenario())


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
        async with two(tmp_path, countdown_seconds=0.3) as (one, other):
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
