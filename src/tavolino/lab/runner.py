"""Runs a study: shares numbers out in units, and keeps the results as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from time import monotonic
from typing import NamedTuple

import pyarrow as pa

from tavolino.game import TavolinoError
from tavolino.lab.ledger import Ledger, gaps
from tavolino.lab.manifest import Manifest, now, program_and_machine
from tavolino.lab.pools.pool import Lost, Pool
from tavolino.lab.study import Study, Unit, numbers_of

TARGET_SECONDS = 5.0
"""How long a unit takes: what a kill can cost, and long enough for the bookkeeping not to count."""
LARGEST = 20_000
"""Rows of a unit that takes no time: they are in memory until it is done."""
GROWTH = 4
"""How many times larger a unit may be than those before it, as first times mislead."""
MOST_LOSSES = 5
"""Workers that a unit may lose before it is taken to be the reason."""


class Progress(NamedTuple):
    done: int
    """Rows in the ledger, of those that were asked for."""
    total: int


class UnitError(TavolinoError):
    """A unit that cannot be done."""


class Sizing:
    """How many numbers the next unit gets, by the time that earlier ones took."""

    def __init__(self, target: float = TARGET_SECONDS) -> None:
        self.target = target
        self.size = 1

    def note(self, numbers: int, seconds: float) -> None:
        """A unit of ``numbers`` numbers took a worker ``seconds``."""
        fitting = self.target * numbers / max(seconds, 1e-6)
        self.size = max(1, min(int(fitting), GROWTH * self.size, LARGEST))


class Pending:
    """Numbers that no worker has; kept as a few ranges, however many numbers there are."""

    def __init__(self, ranges: Iterable[Unit]) -> None:
        self.ranges = list(reversed(list(ranges)))

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def take(self, size: int) -> Unit:
        """The next unit, of at most this size."""
        first, last = self.ranges.pop()
        end = min(last, first + size - 1)
        if end < last:
            self.ranges.append(Unit(end + 1, last))
        return Unit(first, end)

    def give_back(self, unit: Unit) -> None:
        """It is the next to be taken."""
        self.ranges.append(unit)


def run(
    study: Study,
    deals: int,
    ledger: Ledger,
    pool: Pool,
    notify: Callable[[Progress], None] = lambda progress: None,
    target: float = TARGET_SECONDS,
    first: int = 1,
) -> None:
    """Add to the ledger whatever is missing of ``deals`` deals, from the deal ``first`` on."""
    wanted = numbers_of(study, first, deals)
    total = len(wanted.numbers)
    with ledger.opened(study, first):
        done = ledger.done()
        pending, sizing, losses = Pending(gaps(done, wanted)), Sizing(target), Counter[Unit]()
        manifest = Manifest.read(ledger.folder) or Manifest.of(study, deals, first)
        manifest.deals = max(manifest.deals, deals)
        manifest.runs.append(
            {"started": now(), "workers": pool.describe(), **program_and_machine()}
        )
        manifest.write(ledger.folder)
        rows, started = sum(len(unit.numbers) for unit in done), monotonic()
        missing = sum(len(unit.numbers) for unit in gaps(done, wanted))
        notify(Progress(total - missing, total))
        try:
            while pending or pool.is_busy:
                while pending and pool.has_room:
                    pool.submit(pending.take(sizing.size))
                for unit, outcome in pool.completed():
                    if isinstance(outcome, Lost):
                        losses[unit] += 1
                        _check_losses(unit, losses[unit], outcome)
                        pending.give_back(unit)
                        continue
                    ledger.add(unit, outcome.table)
                    sizing.note(len(unit.numbers), outcome.seconds)
                    rows += len(unit.numbers)
                    missing -= len(unit.numbers)
                    notify(Progress(total - missing, total))
        finally:
            manifest.rows = rows
            manifest.runs[-1] |= {"ended": now(), "seconds": round(monotonic() - started, 1)}
            manifest.write(ledger.folder)


def _check_losses(unit: Unit, losses: int, lost: Lost) -> None:
    if losses >= MOST_LOSSES:
        raise UnitError(
            f"the worker of the numbers {unit.first} to {unit.last} was lost {losses} times: "
            f"{lost.why}"
        )


def rows_of(study: Study, ledger: Ledger) -> pa.Table:
    """Every row of a ledger, in the order of the numbers."""
    return ledger.read(study, ledger.done())
