"""A long table that is opened again: only what was added to its log is read and played."""

from __future__ import annotations

from pathlib import Path

from support.servers.in_memory import InMemoryServer, Visitor, run_scenario

from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.journal import Journal, StoredTable
from tavolino.server.live.loading import load_table
from tavolino.server.live.snapshots import Snapshots
from tavolino.server.storage.database import Database


class Reads(Journal):
    """Notes from which entry on the log was read."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.since: list[int] = []

    async def read(
        self, table_id: str, user: str = "", since: Projection | None = None
    ) -> StoredTable:
        self.since.append(since.seq if since else 0)
        return await super().read(table_id, user, since)


async def played(server: InMemoryServer, moves: int = 6) -> tuple[Visitor, str, m.Update]:
    anna, table = await server.practice("nove_colonne", deal=5)
    for _ in range(moves):
        last = await anna.move(table)
    await anna.act(m.Undo, table)
    last = await anna.position(table)
    return anna, table, last


async def left(server: InMemoryServer, anna: Visitor, table: str) -> None:
    anna.send(m.Leave(table))
    ping = m.Ping("left")
    anna.send(ping)
    await anna.until(lambda x: isinstance(x, m.Pong) and x.id == "left")
    assert table not in server.runtime.registry.tables


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        registry = server.runtime.registry
        registry.snapshots = Snapshots(least=2)
        reads = registry.journal = Reads(registry.database)
        anna, table, last = await played(server)
        await left(server, anna, table)
        reads.since.clear()
        await anna.watch(table)
        assert reads.since == [last.seq]
        opened = registry.tables[table]
        cold = await load_table(registry.journal, registry.referee, registry.clock, table)
        assert opened.projection and cold.projection and opened.table.logged == cold.logged
        for part in ("match", "undo_stack", "counts", "last", "dead_ends", "began_at"):
            assert getattr(opened.projection, part) == getattr(cold.projection, part), part
        again = await anna.move(table)
        assert again.seq == last.seq + 1 and again.count == last.count + 1

    run_scenario(tmp_path, scenario)


def test_a_command_that_was_sent_before_is_still_known(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        server.runtime.registry.snapshots = Snapshots(least=2)
        anna, table = await server.practice("nove_colonne", deal=5)
        first = await anna.position(table)
        move = m.Move(table, "the same", first.count, first.moves[0])
        for _ in range(2):
            anna.send(move)
            since = len(anna.got)
            answer = await anna.until(lambda x: getattr(x, "id", None) == "the same", since)
            assert isinstance(answer, m.Update) and answer.seq == first.seq + 1
            await left(server, anna, table)
            anna.got.clear()
            await anna.watch(table)
            await anna.position(table)

    run_scenario(tmp_path, scenario)


def test_a_snapshot_can_be_thrown_away(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        registry = server.runtime.registry
        registry.snapshots = Snapshots(least=2)
        anna, table, last = await played(server)
        await left(server, anna, table)
        registry.snapshots.drop(table)
        assert registry.snapshots.entries == 0
        anna.got.clear()
        await anna.watch(table)
        again = await anna.position(table)
        assert (again.seq, again.view, again.moves) == (last.seq, last.view, last.moves)

    run_scenario(tmp_path, scenario)


def test_short_tables_are_not_kept_and_long_ones_leave_in_turn(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        _, table, last = await played(server)
        projection = server.runtime.registry.tables[table].projection
        assert projection and projection.seq == last.seq
        snapshots = Snapshots(most=2 * last.seq, least=last.seq)
        for name in ("a", "b", "c"):
            snapshots.put(name, projection, set())
        assert [snapshots.projection(name) is None for name in "abc"] == [True, False, False]
        assert snapshots.entries == 2 * last.seq
        short = Snapshots(least=last.seq + 1)
        short.put("a", projection, set())
        assert short.projection("a") is None and short.entries == 0

    run_scenario(tmp_path, scenario)
