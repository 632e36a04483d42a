"""What one process commits at a table is known to the others, whatever message is lost."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from sqlalchemy import select
from support.servers.hub import Hub, play, rows_of, runs, share, two_runtimes, until
from support.servers.in_memory import InMemoryServer, Visitor, in_memory_server

from tavolino.server.clock import now
from tavolino.server.live.domain import messages as m
from tavolino.server.storage.claims import LEASE_MS
from tavolino.server.storage.schema import seats
from tavolino.server.storage.writer import Done, Work

DAY = 86_400


async def nothing() -> None:
    pass


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
        async with two_runtimes(tmp_path) as (one, other):
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
        async with two_runtimes(tmp_path) as (one, other):
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
        async with two_runtimes(tmp_path) as (one, other):
            players, table = await share(one, other, turn_seconds=60)
            await play(players, table, 2)
            seen = await players[0].position(table)
            late = other if seen.actor == 0 else one
            mover, waiting = players[seen.actor], players[1 - seen.actor]
            hub.is_cut = True
            answer = await mover.move(table)
            registry = late.runtime.registry
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
        async with two_runtimes(tmp_path) as (one, other):
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


def test_a_process_that_is_behind_its_client_looks_at_the_log(tmp_path: Path, hub: Hub) -> None:
    """The user has seen a newer position elsewhere; nothing has told this process."""

    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
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
        async with two_runtimes(tmp_path) as (one, other):
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
        async with two_runtimes(tmp_path) as (one, other):
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


def test_a_merged_seat_is_known_to_every_process(tmp_path: Path, hub: Hub) -> None:
    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
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
