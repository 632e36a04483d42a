"""What one more process, table or entry costs (docs/server/scaling.md).

    cd bench; ../.venv/bin/python -m live_load.scale [--seconds 6] [--tables 10000]

On PostgreSQL and Redis, with 100 players at 50 tables of aftaebr: the CPU time of all server
processes for a move, with one process, with two of which one is idle, and with the players of each
table at different ones. Then a server that starts beside many live tables, the cost of a move at a
table with a short and a long log, and the bytes of a game in the database. Ratios are measured in
one run; absolute times depend on the machine and its other work.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from shared.cpu import cpu_seconds
from shared.results_table import Row, print_table
from sqlalchemy import Engine, insert, select, text

from live_load.load import Measured, Seat
from live_load.processes import Running, guests, pairs_at_tables, serving, tavolino
from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.match import new_match, settle
from tavolino.server.live.domain.projection import Projection, StoredEntry
from tavolino.server.live.journal import Journal
from tavolino.server.storage.database import open_database, open_engine
from tavolino.server.storage.schema import claims, seats, tables, users
from tavolino.server.storage.writer import Statement

sys.path.append(str(Path(__file__).parents[2] / "tests"))
from support.databases.postgres import running_postgres
from support.servers.redis import RedisServer

PLAYERS = 100
DAY_MS = 86_400_000
UNDO = "player 1: undo"
TIMES = 150
TURNS, TURN_SECONDS = 10, 2.0
IDLE_SECONDS = 0.1
"""CPU time in two seconds of a server that has nothing to do: some 0.03 s."""


class Machines:
    """Two servers on one database."""

    def __init__(self, stack: ExitStack, database: str, redis: str) -> None:
        self._stack, self._database, self._redis = stack, database, redis
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))

    def start(self) -> Running:
        command = [*tavolino(self._folder), self._database, self._redis]
        return self._stack.enter_context(serving(command))

    def stop(self, server: Running) -> None:
        server.process.terminate()
        server.process.wait()


def seated(server: Running, seconds: float) -> list[Seat]:
    async def made() -> list[Seat]:
        return await pairs_at_tables(await guests(server.url, PLAYERS), 2 + int(0.8 * seconds))

    return asyncio.run(made())


def at(seats_: list[Seat], ports: list[int]) -> list[Seat]:
    """The players of a table at these servers, in turn."""
    return [
        Seat(one.cookie, one.tables, one.player, one.board, ports[one.player % len(ports)])
        for one in seats_
    ]


def cpu(measured: Measured, others: int = 1) -> float:
    """Of the server processes; the first further ones are such."""
    own = measured.server_cpu + sum(measured.other_cpu[:others])
    return 1e6 * own / max(1, measured.moves)


def processes(machines: Machines, postgres: int, redis: int, seconds: float) -> Iterator[Row]:
    one = machines.start()
    alone = one.measure(seated(one, seconds), seconds=seconds)
    two = machines.start()

    def more() -> dict[str, Any]:
        return {"seconds": seconds, "others": [two.process.pid, redis, *children(postgres)]}

    same = one.measure(seated(one, seconds), **more())
    both = [one.port, two.port]
    apart = one.measure(at(seated(one, seconds), both), **more())
    again = one.measure(seated(one, seconds), seconds=seconds)
    single = (cpu(alone) + cpu(again)) / 2
    yield Row("1 process: CPU time", single, "µs per move")
    yield Row("moves", alone.rate, "/s")
    yield Row("99 % of the moves take less than", alone.p99, "ms")
    yield Row("2 processes, same one: CPU of 1 ÷ CPU of 2", single / cpu(same), "", 0.85, True)
    yield Row("moves", same.rate, "/s")
    yield Row("…, different ones: CPU of 1 ÷ CPU of 2", single / cpu(apart), "", 0.5, True)
    yield Row("moves", apart.rate, "/s")
    yield Row("99 % of the moves take less than", apart.p99, "ms")
    rest = apart.other_cpu[1:]
    yield Row("PostgreSQL: CPU time", 1e6 * sum(rest[1:]) / max(1, apart.moves), "µs per move")
    yield Row("Redis: CPU time", 1e6 * rest[0] / max(1, apart.moves), "µs per move")
    for errors in (alone.errors, same.errors, apart.errors, again.errors):
        if set(errors) - {"finished"}:
            print("errors:", errors, file=sys.stderr)
    for server in (one, two):
        machines.stop(server)


def children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def live_tables(few: Machines, many: Machines, engine: Engine, count: int) -> Iterator[Row]:
    """Somebody has to move at each, within a day; nobody watches.

    ``few``: on a database without tables; ``engine``: that of the others.
    """
    add_live_tables(engine, count)
    without, beside = started(few), started(many)
    yield Row(f"start beside {count:,} live tables: CPU until it answers", beside.answer, "s", 2)
    yield Row("of a start without them", without.answer, "s")
    yield Row("CPU after that, until compiled searches are loaded", beside.after, "s")
    yield Row("without them", without.after, "s")
    yield Row("memory more than without", beside.memory - without.memory, "MB", 20)
    much, little = in_turn(beside.server, without.server)
    yield Row("cost of a move with them ÷ without", much / little, "", 1.1)
    few.stop(without.server)
    many.stop(beside.server)


def in_turn(*servers: Running) -> list[float]:
    """The CPU time of a move at each, the least of some turns: other work on the machine adds."""
    best = [inf] * len(servers)
    for _ in range(TURNS):
        for n, server in enumerate(servers):
            seats_ = seated(server, TURN_SECONDS)
            best[n] = min(best[n], cpu(server.measure(seats_, seconds=TURN_SECONDS)))
    return best


class Started(NamedTuple):
    """A server that has just started, and what it took: CPU seconds and MB of memory."""

    server: Running
    answer: float
    """Until the first answer."""
    after: float
    """After it, until compiled searches are loaded; it looks for due tables once a second."""
    memory: float


def started(machines: Machines) -> Started:
    server = machines.start()
    answer = before = cpu_seconds(server.process.pid)
    while True:
        time.sleep(2)
        now = cpu_seconds(server.process.pid)
        if now - before < IDLE_SECONDS:
            return Started(server, answer, now - answer, server.memory_mb())
        before = now


def add_live_tables(engine: Engine, count: int) -> None:
    """Copies of a table that runs."""
    running = select(tables).where(tables.c.kind == "table").limit(1)
    with engine.begin() as connection:
        row = dict(connection.execute(running).mappings().one())
        sitting = select(seats).where(seats.c.table_id == row["id"])
        people = [dict(one) for one in connection.execute(sitting).mappings()]
        names = [f"live{n}" for n in range(count)]
        due = int(1000 * time.time()) + DAY_MS
        more = {"phase": "playing", "follows": None, "ended_at": None}
        connection.execute(insert(tables), [row | more | {"id": name} for name in names])
        connection.execute(
            insert(seats), [one | {"table_id": name} for name in names for one in people]
        )
        connection.execute(insert(claims), [{"table_id": name, "due_at": due} for name in names])


def long_logs() -> Iterator[Row]:
    """The cost of one more entry: what a process does for its own and for those of others."""
    for game in ("azul_solo", "nove_colonne"):
        ratio = _seconds(game, 4_000) / _seconds(game, 100)
        yield Row(f"{game}: cost of an entry, log of 4,000 ÷ 100", ratio, "", 1.15)
        ratio = _seconds(game, 1_000) / _seconds(game, 10)
        yield Row("…, 1,000 ÷ 10", ratio, "", 1.2)
    for length in (10, 100, 1_000, 5_000):
        cost = 1e6 * _seconds("nove_colonne", length) / (2 * TIMES)
        yield Row(f"nove_colonne: an entry, log of {length:,}", cost, "µs")


def opening(folder: Path) -> Iterator[Row]:
    """A practice game of 5,000 entries, read from SQLite: cold, and from a snapshot."""
    projection = _projection("nove_colonne", 5_000)
    yield from asyncio.run(_opened(f"sqlite:///{folder / 'opening.db'}", projection))


async def _opened(url: str, projection: Projection) -> list[Row]:
    database = open_database(url)
    try:
        name, settings = "long", {"version": 1, "options": "{}", "settings": "{}", "deal": 7}
        row = {"id": name, "kind": "practice", "game": "nove_colonne", "players": 1, **settings}
        row |= {"host": "anna", "phase": "playing", "created_at": 1}
        seat = {"table_id": name, "player": 0, "person": "anna", "name": "x", "nonce": ""}
        log = [
            (name, seq, seq, str(entry), f"0:{seq}", False)
            for seq, entry in enumerate(projection.match.log, 1)
        ]
        person = {"id": "anna", "name": "x", "epoch": 0, "created_at": 1}
        await database.writer.write(
            Statement(insert(users), [person]),
            Statement(insert(tables), [row]),
            Statement(insert(seats), [seat]),
            log=log,
        )
        journal, times = Journal(database), list[float]()
        since = None
        for _ in range(2):
            began = time.process_time()
            since = (await journal.read(name, since=since)).projection
            times.append(1000 * (time.process_time() - began))
    finally:
        database.close()
    return [
        Row("a table of 5,000 entries opened: cold, CPU time", times[0], "ms", 200),
        Row("…, from a snapshot", times[1], "ms", 50),
    ]


def _projection(name: str, entries: int) -> Projection:
    """Practice: a move, taken back, again and again."""
    match = settle(new_match(make_game(name), deal_seed(7), is_practice=True))
    projection = Projection.empty(match, 0).after(match, 0)
    while projection.seq < entries:
        projection = _moved(projection)
    return projection


def _moved(projection: Projection) -> Projection:
    """After a move that is taken back."""
    move = projection.match.legal_moves(0)[0]
    return projection.replayed([StoredEntry(f"player 1: {move}", 0), StoredEntry(UNDO, 0)])


def _seconds(game: str, entries: int, times: int = TIMES) -> float:
    """Of CPU time for a move and its undo, ``times`` times; the best of some."""
    best = float("inf")
    for _ in range(5):
        projection = _projection(game, entries)
        began = time.process_time()
        for _ in range(times):
            projection = _moved(projection)
        best = min(best, time.process_time() - began)
    return best


def bytes_of_a_game(engine: Engine) -> Iterator[Row]:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
        sizes = "SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables"
        size = float(connection.execute(text(sizes)).scalar_one())
        of_log = text("SELECT pg_total_relation_size('entries')")
        log = connection.execute(of_log).scalar_one()
        games = connection.execute(text("SELECT count(*) FROM tables")).scalar_one()
        entries = connection.execute(text("SELECT count(*) FROM entries")).scalar_one()
    yield Row("an entry, with its index", log / entries, "bytes")
    yield Row("a table without its log", (size - log) / games, "bytes")
    yield Row("a game of 72 entries", (size - log) / games + 72 * log / entries, "bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--tables", type=int, default=10_000)
    options = parser.parse_args()
    with ExitStack() as stack:
        cluster = stack.enter_context(running_postgres())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        redis = stack.enter_context(RedisServer(folder))
        database = cluster.new_database()
        machines = Machines(stack, database, redis.url)
        postgres = int((cluster.directory / "data" / "postmaster.pid").read_text().split()[0])
        measured = processes(machines, postgres, redis.pid, options.seconds)
        print_table(list(measured), "Processes")
        engine = open_engine(database)
        print_table(list(bytes_of_a_game(engine)), "Storage")
        empty = Machines(stack, cluster.new_database(), redis.url)
        rows = live_tables(empty, machines, engine, options.tables)
        print_table(list(rows), "Live tables")
        engine.dispose()
    with tempfile.TemporaryDirectory() as data:
        print_table([*long_logs(), *opening(Path(data))], "Long logs")


if __name__ == "__main__":
    main()
