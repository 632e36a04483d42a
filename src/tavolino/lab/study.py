"""The interface of a study: one row for each number, the same in every run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias

import pyarrow as pa

Row: TypeAlias = tuple[Any, ...]
"""The values of the columns of a study, without ``number`` and ``seconds``."""


class Study(Protocol):
    """A study with its options.

    A row depends on its number and on the options alone, never on the machine, on the clock or on
    other rows. So a unit that was lost is simply done again.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    """What is found out, as one sentence."""
    columns: ClassVar[dict[str, pa.DataType]]
    """The columns between ``number`` and ``seconds``."""

    def rows_per_deal(self) -> int:
        """How many rows belong to one deal or game: one for each variant that is compared."""

    def versions(self) -> dict[str, int]:
        """The versions of the rules that the rows depend on."""

    def prepare(self) -> None:
        """Compile, or load from the cache, what the rows need."""

    def row(self, number: int) -> Row:
        """The row of a number, from 1."""


class Unit(NamedTuple):
    """A work unit: the numbers from ``first`` to ``last``."""

    first: int
    last: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)


def numbers_of(study: Study, first: int, deals: int) -> Unit:
    """The numbers of ``deals`` deals, beginning with the deal ``first``."""
    rows = study.rows_per_deal()
    return Unit((first - 1) * rows + 1, (first - 1 + deals) * rows)


def schema_of(study: Study) -> pa.Schema:
    columns = {"number": pa.int64(), **study.columns, "seconds": pa.float32()}
    return pa.schema(list(columns.items()))


def run_unit(study: Study, unit: Unit) -> pa.Table:
    """The rows of a unit, each with the CPU time that it took."""
    rows = list(_timed_rows(study, unit))
    arrays = [
        pa.array([row[at] for row in rows], field.type) for at, field in enumerate(schema_of(study))
    ]
    return pa.Table.from_arrays(arrays, schema=schema_of(study))


def _timed_rows(study: Study, unit: Unit) -> Iterator[Row]:
    started = time.thread_time()
    for number in unit.numbers:
        row = study.row(number)
        ended = time.thread_time()  # a system call: one for each row, not two
        yield (number, *row, ended - started)
        started = ended


def to_bytes(table: pa.Table) -> bytes:
    """A table as it is sent between processes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def from_bytes(data: bytes) -> pa.Table:
    """Inverse of ``to_bytes``."""
    return pa.ipc.open_stream(data).read_all()
