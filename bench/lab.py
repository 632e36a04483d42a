"""The runner of the lab: what it costs beside a bare loop over the rows, and its memory.

    .venv/bin/python bench/lab.py [--seconds 24] [--no-ray]

The same rows of ``winnability`` are made by a bare loop, by one process, by two, and by a local Ray
cluster with two processors. ``of the bare loop`` compares rows per second and processor; it says
little while other programs use the machine. The two shares after it hold then, too:

* workers busy: the share of the time that a worker has a unit in its hands, on average;
* CPU in rows: how much of the processor time of the runner and its workers goes into rows; the rest
  is what a bare loop does not do. What Ray's own processes take without work is not counted here
  but in the column ``idle``, in processors.

Their product should be 0.9 or more. Memory is that of the largest process, with rows that take no
time; it should be the same for 10,000 and 1,000,000 deals.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time, sleep
from typing import Any, ClassVar

import pyarrow as pa
from rich.console import Console
from rich.table import Table
from shared.cpu import descendants

from tavolino.lab.ledger import Ledger
from tavolino.lab.pools.pool import Done, InProcess, Outcome, Pool
from tavolino.lab.pools.processes import Processes
from tavolino.lab.pools.ray_cluster import RayCluster
from tavolino.lab.runner import run
from tavolino.lab.studies.winnability import Winnability
from tavolino.lab.study import Row, Study, Unit

ONE, TWO, RAY = "1 process", "2 processes", "Ray"
MARK = 0.9
UNITS = 12
"""For each worker: the last ones do not count much. A real run has units of five seconds."""
FIRST_DEALS = 1000
"""Not counted: workers start and load compiled code."""
IDLE_SECONDS = 3.0
FEW, MANY, FLAT = 10_000, 1_000_000, 1.1
STUDY = Winnability()


class Watched:
    """A pool that notes how long its workers are busy, and how many units they do."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.busy, self.units = pool, 0.0, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.pool, name)

    def completed(self) -> Iterator[tuple[Unit, Outcome]]:
        for unit, outcome in self.pool.completed():
            if isinstance(outcome, Done):
                self.busy += outcome.seconds
                self.units += 1
            yield unit, outcome


def cpu() -> float:
    """Processor time of this process and all that it has started, directly or not; Linux only."""
    return process_time() + sum(one.seconds for one in descendants(os.getpid()).values())


def idle_rate() -> float:
    """Processor time a second of what is waiting for work."""
    before, started = cpu(), monotonic()
    sleep(IDLE_SECONDS)
    return (cpu() - before) / (monotonic() - started)


@contextmanager
def pool_of(kind: str, study: Study) -> Iterator[tuple[Pool, int]]:
    """A pool, and how many workers it has."""
    with ExitStack() as stack:
        if kind == ONE:
            yield InProcess(study), 1
        elif kind == TWO:
            yield stack.enter_context(Processes(study, 2)), 2
        else:
            os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
            from ray.cluster_utils import Cluster

            small = {"num_cpus": 2, "object_store_memory": 80 << 20, "include_dashboard": False}
            cluster = Cluster(initialize_head=True, head_node_args=small)
            stack.callback(cluster.shutdown)
            yield stack.enter_context(RayCluster(study, cluster.address)), 2


def bare_loop(seconds: float) -> tuple[int, float]:
    """How many rows there are in this time, and rows per second."""
    STUDY.prepare()
    STUDY.row(1)
    started, number = monotonic(), 0
    while monotonic() - started < seconds:
        number += 1
        STUDY.row(number)
    return number, number / (monotonic() - started)


def measure(kind: str, rows: int, seconds: float, bare: float) -> tuple[list[str], bool]:
    """A line of the table, and whether the mark is reached."""
    with TemporaryDirectory() as folder, pool_of(kind, STUDY) as (pool, workers):
        run(STUDY, FIRST_DEALS, Ledger(Path(folder, "first")), pool)
        watched, ledger = Watched(pool), Ledger(Path(folder, "all"))
        idle = idle_rate()
        before, started = cpu(), monotonic()
        run(STUDY, workers * rows, ledger, watched, target=seconds / UNITS)
        elapsed, used = monotonic() - started, cpu() - before
        used -= idle * elapsed
        in_rows = sum(ledger.read(STUDY, ledger.done())["seconds"].to_pylist())
    speed, busy, share = workers * rows / elapsed, watched.busy / elapsed / workers, in_rows / used
    parts = [f"{watched.units / elapsed:.1f}", f"{speed:,.0f}", f"{speed / workers / bare:.2f}"]
    parts += [f"{busy:.3f}", f"{share:.3f}", f"{busy * share:.3f}", f"{idle:.2f}"]
    return [kind, *parts], busy * share >= MARK


@dataclass(frozen=True)
class NoTime:
    """A study whose rows take no time."""

    name: ClassVar[str] = "no_time"
    about: ClassVar[str] = "squares"
    columns: ClassVar[dict[str, pa.DataType]] = {"value": pa.int64()}

    def rows_per_deal(self) -> int:
        return 1

    def versions(self) -> dict[str, int]:
        return {}

    def prepare(self) -> None:
        pass

    def row(self, number: int) -> Row:
        return (number * number,)


def memory(deals: int, kind: str) -> None:
    """In a process of its own: prints the most memory of it and of its workers, in MB."""
    with TemporaryDirectory() as folder, pool_of(kind, NoTime()) as (pool, _):
        run(NoTime(), deals, Ledger(Path(folder)), pool)
        # The runner alone with Ray, whose workers are processes of the cluster.
        workers = pool.pids if isinstance(pool, Processes) else []
        print(json.dumps([most_memory("self"), *map(most_memory, workers)]))


def most_memory(pid: int | str) -> float:
    """The most that a process has used until now, in MB; Linux only."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def memories(console: Console, kinds: Sequence[str]) -> bool:
    """Whether memory is flat."""
    table, is_flat = Table("memory", f"{FEW:,} deals", f"{MANY:,} deals", "ratio"), True
    for kind in kinds:
        few, many = (
            json.loads(
                subprocess.check_output(
                    [sys.executable, __file__, "--memory", str(deals), kind], text=True
                ).splitlines()[-1]
            )
            for deals in (FEW, MANY)
        )
        for who, less, more in zip(("the runner", "a worker"), few, many):
            name = f"{kind}: {who}"
            table.add_row(name, f"{less:.0f} MB", f"{more:.0f} MB", f"{more / less:.2f}")
            is_flat &= more < FLAT * less
    console.print(table)
    return is_flat


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=24.0)
    parser.add_argument("--no-ray", action="store_true")
    parser.add_argument("--memory", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory:
        deals, kind = options.memory
        memory(int(deals), kind)
        return
    console = Console()
    rows, bare = bare_loop(options.seconds)
    parts = (
        "units/s",
        "rows/s",
        "of the bare loop",
        "workers busy",
        "CPU in rows",
        "product",
        "idle",
    )
    table = Table("", *parts)
    table.add_row("bare loop", "", f"{bare:,.0f}", "1.00", "", "", "", "")
    is_good = True
    kinds = (ONE, TWO) if options.no_ray else (ONE, TWO, RAY)
    for kind in kinds:
        line, is_reached = measure(kind, rows, options.seconds, bare)
        table.add_row(*line)
        is_good &= is_reached
    console.print(table)
    if not memories(console, kinds) or not is_good:
        sys.exit(1)


if __name__ == "__main__":
    main()
