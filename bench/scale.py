"""What one more process, table or entry costs (docs/server/scaling.md).

    .venv/bin/python bench/scale.py [--only Processes] [--windows 20]

On PostgreSQL and Redis, with 100 players at 50 tables of aftaebr: the CPU time of all server
processes for a move, with one process, with two of which one is idle, and with the players of each
table at different ones, all three at the same time. Then a server that starts beside many live
tables, and plays at the same time as one without them; what a row, a commit and a message cost
PostgreSQL and Redis; the cost of a move at a table with a short and a long log, and the bytes of a
game in the database. Absolute times depend on the machine and its other work. What was measured
is then fed to the model of a million players (``live_load.scale_model``).
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from live_load.load import Measured, Seat
from live_load.long_logs import long_logs, opening
from live_load.paired import Side, measured_sides, ratios
from live_load.processes import Running, guests, pairs_at_tables, serving, tavolino
from live_load.scale_model import Costs, print_million
from live_load.services import COMMIT, FLUSH, MESSAGE, ROW, Services, unit_costs
from shared.cpu import cpu_seconds
from shared.results_table import Row, print_table
from sqlalchemy import Engine, insert, select, text

from tavolino.server.storage.database import open_engine
from tavolino.server.storage.schema import claims, seats, tables

PLAYERS = 100
DAY_MS = 86_400_000
FEW = 10
WINDOW_SECONDS = 2.0
PACE = 200
"""Moves per second at each server: all together they leave some of their core free, so that none
waits for another, and each pair needs few tables."""
IDLE_SECONDS = 0.1
"""CPU time in two seconds of a server that has nothing to do: some 0.03 s."""


class Machines:
    """Servers on one database, and the Redis between them."""

    def __init__(self, stack: ExitStack, services: Services) -> None:
        self._stack, self.database, self.redis = (
            stack,
            services.new_database(),
            services.new_redis(),
        )
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self.engine = open_engine(self.database)
        stack.callback(self.engine.dispose)

    def start(self) -> Running:
        command = [*tavolino(self._folder), self.database, self.redis.url]
        return self._stack.enter_context(serving(command))

    def backends(self) -> list[int]:
        """Processes of PostgreSQL that serve these servers."""
        query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
        others = f"{query} AND pid <> pg_backend_pid()"
        with self.engine.connect() as connection:
            return list(connection.execute(text(others)).scalars())


def seated(server: Running, each: int) -> list[Seat]:
    async def made() -> list[Seat]:
        return await pairs_at_tables(await guests(server.url, PLAYERS), each)

    return asyncio.run(made())


def tables_for(seconds: float, pace: float = PACE) -> int:
    """That a pair can play; a random game has about 70 moves."""
    return 2 + int(seconds * pace / (PLAYERS / 2) / 60)


def at(seats_: list[Seat], ports: list[int]) -> list[Seat]:
    """The players of a table at these servers, in turn."""
    return [
        Seat(one.cookie, one.tables, one.player, one.board, ports[one.player % len(ports)])
        for one in seats_
    ]


def processes(stack: ExitStack, services: Services, windows: int, pace: float) -> Iterator[Row]:
    seconds = windows * WINDOW_SECONDS
    how: dict[str, Any] = {"seconds": seconds, "windows": windows, "rate": pace}
    one = Machines(stack, services).start()
    near = Machines(stack, services)
    same, idle = near.start(), near.start()
    far = Machines(stack, services)
    here, there = far.start(), far.start()
    every = [seated(server, tables_for(seconds, pace)) for server in (one, same, here)]
    settle(one, same, idle, here, there)
    others = [there.process.pid, far.redis.pid, *far.backends()]
    sides = (
        Side(one.plan(every[0], **how)),
        Side(same.plan(every[1], others=[idle.process.pid], **how), 2),
        Side(here.plan(at(every[2], [here.port, there.port]), others=others, **how), 2),
    )
    measured = measured_sides(*sides)
    alone, together, apart = (side.costs(of) for side, of in zip(sides, measured))
    yield from _loads(("1 process", "2, same one", "2, different ones"), measured)
    near_ratio, far_ratio = ratios(alone, together), ratios(alone, apart)
    name = "2 processes, same one: CPU of 1 ÷ CPU of 2"
    yield from near_ratio.rows(name, 0.85, is_higher_better=True)
    yield from far_ratio.rows("…, different ones", 0.5, is_higher_better=True)
    total = measured[2]
    micro = 1e6 / max(1, total.moves)
    yield Row(MOVE, micro_per_move(measured[0]), "µs per move")
    second = micro * (total.server_cpu + total.other_cpu[0]) - micro_per_move(measured[0])
    yield Row(RECEIVE, second, "µs per move")
    yield Row(POSTGRES, micro * sum(total.other_cpu[2:]), "µs per move")
    yield Row(REDIS, micro * total.other_cpu[1], "µs per move")


def micro_per_move(measured: Measured) -> float:
    return 1e6 * measured.server_cpu / max(1, measured.moves)


def _loads(names: Sequence[str], measured: Sequence[Measured]) -> Iterator[Row]:
    for name, one in zip(names, measured):
        yield Row(f"{name}: moves", one.rate, "/s")
        yield Row("99 % of the moves take less than", one.p99, "ms")


def live_tables(
    stack: ExitStack, services: Services, count: int, windows: int, *, is_alike: bool
) -> Iterator[Row]:
    """Somebody has to move at each, within a day; nobody watches.

    ``is_alike``: both servers have few, to see what the measurement itself makes of that.
    """
    few, many = Machines(stack, services), Machines(stack, services)
    for machines, size in ((few, FEW), (many, FEW if is_alike else count)):
        first = machines.start()
        seated(first, 1)
        first.process.terminate()
        first.process.wait()
        add_live_tables(machines.engine, size)
    without, beside = started(few), started(many)
    yield Row(f"start beside {count:,} live tables: CPU until it answers", beside.answer, "s", 2)
    yield Row("of a start without them", without.answer, "s")
    yield Row("CPU after that, until compiled searches are loaded", beside.after, "s")
    yield Row("without them", without.after, "s")
    yield Row("memory more than without", beside.memory - without.memory, "MB", 20)
    seconds = windows * WINDOW_SECONDS
    how: dict[str, Any] = {"seconds": seconds, "windows": windows, "rate": PACE}
    every = [(one.server, seated(one.server, tables_for(seconds))) for one in (beside, without)]
    settle(beside.server, without.server)
    sides = [Side(server.plan(seats_, **how)) for server, seats_ in every]
    much, little = measured_sides(*sides)
    yield from _loads(("with them", "without"), (much, little))
    yield Row("with them: CPU time", micro_per_move(much), "µs per move")
    yield Row("without: CPU time", micro_per_move(little), "µs per move")
    ratio = ratios(sides[0].costs(much), sides[1].costs(little))
    yield from ratio.rows("cost of a move with them ÷ without", 1.1)


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
    answer = cpu_seconds(server.process.pid)
    settle(server)
    return Started(server, answer, cpu_seconds(server.process.pid) - answer, server.memory_mb())


def settle(*servers: Running) -> None:
    """Waits until they have loaded what is compiled, and evicted what nobody watches."""

    def spent() -> list[float]:
        return [cpu_seconds(server.process.pid) for server in servers]

    now, before = spent(), [-inf]
    while max(b - a for a, b in zip(before, now)) > IDLE_SECONDS:
        time.sleep(2)
        before, now = now, spent()


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
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))  # as a PostgreSQL that runs for a while does by itself


def storage(stack: ExitStack, services: Services) -> Iterator[Row]:
    machines = Machines(stack, services)
    server = machines.start()
    server.measure(seated(server, 4), seconds=10)
    yield from bytes_of_a_game(machines.engine)


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


MOVE, RECEIVE = "1 process: CPU time", "at the second process, if the players are at two"
POSTGRES, REDIS = "PostgreSQL: CPU time", "Redis: CPU time"


def measured_costs(found: dict[str, float]) -> dict[str, Costs]:
    """For the model: of PostgreSQL and Redis when each move comes alone, and when many come."""
    if not {MOVE, RECEIVE, POSTGRES, REDIS, ROW, COMMIT, FLUSH, MESSAGE} <= found.keys():
        return {}  # not all was measured in this run
    many = Costs(
        move=found[MOVE],
        receive=found[RECEIVE],
        row=found[ROW],
        commit=found[COMMIT],
        flush=found[FLUSH],
        redis=found[MESSAGE],
    )
    alone = replace(many, commit=found[POSTGRES] - found[ROW], redis=found[REDIS])
    return {"database costs of moves that come alone": alone, "of many at once": many}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--windows", type=int, default=20, help="of 2 s each")
    parser.add_argument(
        "--pace", type=float, default=PACE, help="moves per second at each server of Processes"
    )
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--only", default="", help="part of the title of a table of results")
    parser.add_argument("--alike", action="store_true", help="few live tables at both servers")
    options = parser.parse_args()
    with ExitStack() as stack:
        services = stack.enter_context(Services())
        count, windows = options.tables, options.windows
        runs: dict[str, Callable[[], Iterator[Row]]] = {
            "Processes": lambda: processes(stack, services, windows, options.pace),
            "Live tables": lambda: live_tables(
                stack, services, count, windows, is_alike=options.alike
            ),
            "PostgreSQL and Redis": lambda: unit_costs(services),
            "Storage": lambda: storage(stack, services),
            "Long logs": long_logs,
            "Opening": opening,
        }
        found: dict[str, float] = {}
        for title, run in runs.items():
            if options.only in title:
                rows = list(run())
                found |= {row.name: row.measured for row in rows}
                print_table(rows, title)
    for name, costs in measured_costs(found).items():
        print_million(costs, name)


if __name__ == "__main__":
    main()
