"""What many players need: a discrete-event model of processes, PostgreSQL and Redis.

    cd bench; ../.venv/bin/python -m live_load.scale_model [--players 1000000]

Moves arrive at random. A process executes them one after the other, its writer commits what has
come during its last commit, PostgreSQL works on as many commits as it has cores, and then needs the
time of a write to its disk; Redis carries the entries of tables whose players are at two processes,
and the other process plays them too. The unit costs are those that ``bench/scale.py`` measured
(docs/server/scaling.md); change them with the options.
"""

from __future__ import annotations

import argparse
import heapq
from collections import deque
from dataclasses import dataclass, replace
from random import Random

from shared.results_table import Row, print_table


@dataclass(frozen=True)
class Costs:
    """Of one move, in microseconds of one core."""

    move: float = 340
    """At the process of its player: rules, messages, both sockets, its writer."""
    receive: float = 305
    """At the process of the opponent, if that is another."""
    row: float = 35
    """In PostgreSQL."""
    commit: float = 150
    """In PostgreSQL, of each commit, however many rows it has."""
    flush: float = 1_000
    """Until the disk has it; not CPU."""
    redis: float = 6
    """Of a message with one receiver."""
    kilobytes: float = 60
    """Of memory for an open connection."""


@dataclass(frozen=True)
class Machines:
    processes: int
    postgres_cores: int
    databases: int = 1
    """PostgreSQL servers, each with a share of the tables."""
    redises: int = 1


@dataclass
class Result:
    p50: float
    p99: float
    process: float
    """Share of the time in which a process is busy."""
    postgres: float
    redis: float
    rows_per_commit: float


class Model:
    def __init__(self, costs: Costs, machines: Machines, rate: float, apart: float) -> None:
        self.costs, self.machines, self.rate, self.apart = costs, machines, rate, apart
        self.random = Random(1)
        self.events: list[tuple[float, int, str, int, float]] = []
        self.order = 0
        count = machines.processes
        self.free_at = [0.0] * count
        self.busy = [0.0] * count
        self.waiting: list[list[float]] = [[] for _ in range(count)]
        self.is_committing = [False] * count
        self.cores = [[0.0] * machines.postgres_cores for _ in range(machines.databases)]
        self.redis_free_at = [0.0] * machines.redises
        self.postgres_busy = self.redis_busy = 0.0
        self.latencies: deque[float] = deque()
        self.commits = self.rows = 0

    def at(self, time: float, kind: str, process: int, since: float) -> None:
        self.order += 1
        heapq.heappush(self.events, (time, self.order, kind, process, since))

    def run(self, seconds: float) -> Result:
        end = 1e6 * seconds
        self.at(self._gap(), "arrives", 0, 0)
        time = 0.0
        while self.events and time < end:
            time, _, kind, process, since = heapq.heappop(self.events)
            getattr(self, f"_{kind}")(time, process, since)
        found = sorted(self.latencies) or [float("inf")]
        databases = self.machines.databases * self.machines.postgres_cores
        return Result(
            found[len(found) // 2] / 1000,
            found[int(0.99 * (len(found) - 1))] / 1000,
            sum(self.busy) / time / len(self.busy),
            self.postgres_busy / time / databases,
            self.redis_busy / time / self.machines.redises,
            self.rows / max(1, self.commits),
        )

    def _gap(self) -> float:
        return self.random.expovariate(self.rate / 1e6)

    def _work(self, time: float, process: int, cost: float) -> float:
        """When a process is ready with work that comes at this time."""
        self.free_at[process] = max(time, self.free_at[process]) + cost
        self.busy[process] += cost
        return self.free_at[process]

    def _arrives(self, time: float, _: int, __: float) -> None:
        self.at(time + self._gap(), "arrives", 0, 0)
        process = self.random.randrange(self.machines.processes)
        # The step and the check come before the commit, what is sent after it.
        self.at(self._work(time, process, 0.6 * self.costs.move), "submits", process, time)

    def _submits(self, time: float, process: int, since: float) -> None:
        self.waiting[process].append(since)
        if not self.is_committing[process]:
            self._commit(time, process)

    def _commit(self, time: float, process: int) -> None:
        group, self.waiting[process] = self.waiting[process], []
        self.is_committing[process] = True
        self.commits += 1
        self.rows += len(group)
        cores = self.cores[self.random.randrange(len(self.cores))]
        cost = self.costs.commit + len(group) * self.costs.row
        self.postgres_busy += cost
        ready = max(time, heapq.heappop(cores)) + cost
        heapq.heappush(cores, ready)
        done = ready + self.costs.flush
        for since in group:
            self.at(done, "is_stored", process, since)
        self.at(done, "ends_commit", process, 0)

    def _ends_commit(self, time: float, process: int, _: float) -> None:
        self.is_committing[process] = False
        if self.waiting[process]:
            self._commit(time, process)

    def _is_stored(self, time: float, process: int, since: float) -> None:
        told = self._work(time, process, 0.4 * self.costs.move)
        if self.machines.processes == 1 or self.random.random() >= self.apart:
            self.latencies.append(told - since)
            return
        number = self.random.randrange(self.machines.redises)
        self.redis_free_at[number] = max(told, self.redis_free_at[number]) + self.costs.redis
        self.redis_busy += self.costs.redis
        self.at(self.redis_free_at[number], "comes", process, since)

    def _comes(self, time: float, process: int, since: float) -> None:
        other = self.random.randrange(self.machines.processes)
        self.latencies.append(self._work(time, other, self.costs.receive) - since)


def simulate(costs: Costs, machines: Machines, rate: float, apart: float) -> Result:
    """About 200,000 moves."""
    return Model(costs, machines, rate, apart).run(max(1.0, 2e5 / rate))


def rows_of(name: str, result: Result) -> list[Row]:
    return [
        Row(f"{name}: a move seen by the opponent, median", result.p50, "ms"),
        Row("99 %", result.p99, "ms", 100),
        Row("processes busy", 100 * result.process, "%"),
        Row("PostgreSQL's cores busy", 100 * result.postgres, "%"),
        Row("Redis busy", 100 * result.redis, "%"),
        Row("rows of a commit", result.rows_per_commit),
    ]


PLAYERS, SECONDS_PER_MOVE = 1_000_000, 15.0
APART = 0.95
"""Tables with their players at two processes, as without a proxy that keeps them together."""
BUSY = 0.6
"""Share of the time in which a process may be busy."""
CONNECTIONS = 20_000
"""Of a process."""


def print_million(
    costs: Costs,
    name: str,
    players: int = PLAYERS,
    seconds_per_move: float = SECONDS_PER_MOVE,
    apart: float = APART,
) -> None:
    rate = players / seconds_per_move
    each = costs.move + apart * costs.receive
    processes = max(1, round(rate * each / (BUSY * 1e6)), players // CONNECTIONS)
    memory = players * costs.kilobytes / 1e6
    print(f"{players:,} players, {rate:,.0f} moves/s; {name}: {processes} processes,")
    print(f"{memory:,.0f} GB for connections; {costs}")
    for databases, cores in ((1, 4), (1, 8), (1, 16), (1, 32), (2, 16)):
        machines = Machines(processes, cores, databases)
        result = simulate(costs, machines, rate, apart)
        print_table(rows_of(f"{databases} × {cores} cores", result), "PostgreSQL")
    steered = simulate(costs, Machines(processes, 16), rate, 0.0)
    title = "With a proxy that keeps the sockets of a table together"
    print_table(rows_of("1 × 16 cores", steered), title)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--seconds-per-move", type=float, default=SECONDS_PER_MOVE)
    parser.add_argument("--apart", type=float, default=APART, help="tables at two processes")
    for name, value in vars(Costs()).items():
        parser.add_argument(f"--{name}", type=float, default=value)
    options = parser.parse_args()
    costs = replace(Costs(), **{name: getattr(options, name) for name in vars(Costs())})
    print_million(costs, "given costs", options.players, options.seconds_per_move, options.apart)


if __name__ == "__main__":
    main()
