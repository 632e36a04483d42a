"""The ledger of a study: a folder with the results of every finished unit.

::

    manifest.json                          what was asked, and where it ran
    results/0000000001-0000002000.parquet  one file for each finished unit, named by its numbers

A unit is done when its file has this name. The file is written under another name, synchronised to
the disk and renamed, so it is there completely or not at all: there is no second list that could
disagree. What is missing is done again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

from tavolino.game import TavolinoError
from tavolino.lab.files import write_whole
from tavolino.lab.manifest import Manifest
from tavolino.lab.study import Study, Unit, schema_of

NAME = re.compile(r"([0-9]{10})-([0-9]{10})\.parquet")


class LedgerError(TavolinoError):
    """A folder that is not the ledger that was expected, or is in use."""


class Ledger:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results = folder / "results"

    @contextmanager
    def opened(self, study: Study, first: int = 1) -> Iterator[Ledger]:
        """For one run alone; another one in the same folder is refused."""
        self.results.mkdir(parents=True, exist_ok=True)
        try:
            lock = FileLock(self.folder / "lock", timeout=0).acquire()
        except Timeout:
            raise LedgerError(f"another run is writing to {self.folder}") from None
        with lock:
            manifest = Manifest.read(self.folder)
            if manifest is not None:
                manifest.check_same(study, first, self.folder)
            self.check_columns(study)
            for unfinished in self.results.glob("*.part"):
                unfinished.unlink()
            yield self

    def check_columns(self, study: Study) -> None:
        """Rows of an earlier version, which found out less, do not belong with later ones."""
        names = schema_of(study).names
        for unit in self.done():
            if pq.read_schema(self.path_of(unit)).names != names:
                raise LedgerError(f"an earlier version made {self.folder}, with other columns")

    def done(self) -> list[Unit]:
        """The finished units, in order; a damaged file counts as missing.

        No number is in two of them, even if a file that could not be read for a while, and was done
        again, can be read now.
        """
        found = (NAME.fullmatch(path.name) for path in self.results.glob("*.parquet"))
        units = sorted(Unit(int(match[1]), int(match[2])) for match in found if match)
        done, last = list[Unit](), 0
        for unit in units:
            if unit.first > last and self._is_whole(unit):
                done.append(unit)
                last = unit.last
        return done

    def _is_whole(self, unit: Unit) -> bool:
        with suppress(pa.ArrowException, OSError):
            metadata = pq.read_metadata(self.path_of(unit))
            return bool(metadata.num_rows == len(unit.numbers))
        return False

    def path_of(self, unit: Unit) -> Path:
        return self.results / f"{unit.first:010d}-{unit.last:010d}.parquet"

    def add(self, unit: Unit, table: pa.Table) -> None:
        """Store the rows of a unit durably."""
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        write_whole(self.path_of(unit), sink.getvalue().to_pybytes())

    def read(self, study: Study, units: Iterable[Unit]) -> pa.Table:
        """The rows of these units, in their order."""
        tables = [pq.read_table(self.path_of(unit)) for unit in units]
        return pa.concat_tables(tables) if tables else schema_of(study).empty_table()


def gaps(done: Iterable[Unit], wanted: Unit) -> list[Unit]:
    """What is missing of the wanted numbers.

    >>> gaps([Unit(1, 3), Unit(6, 6)], Unit(1, 9))
    [Unit(first=4, last=5), Unit(first=7, last=9)]
    """
    missing, (first, last) = [], wanted
    for unit in done:
        if first < unit.first:
            missing.append(Unit(first, min(unit.first - 1, last)))
        first = max(first, unit.last + 1)
    if first <= last:
        missing.append(Unit(first, last))
    return [unit for unit in missing if unit.first <= last]


def prefix(done: Iterable[Unit], first: int = 1) -> int:
    """Up to which number, from ``first``, nothing is missing.

    Units that take long come last. A statistic of everything that is there while others are
    missing would count too few of the hard deals.

    >>> prefix([Unit(1, 3), Unit(4, 5), Unit(7, 9)])
    5
    """
    last = first - 1
    for unit in done:
        if unit.first > last + 1:
            break
        last = max(last, unit.last)
    return last
