"""The one writer of a process: it commits whatever has gathered while the last commit ran.

Many tables share a commit, so that durability (``synchronous=FULL``) costs little; there is no
timer, so that a single move does not wait. Every piece of work stands or falls alone: if one breaks
the primary key, the others of its group are committed all the same.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import IntegrityError

from tavolino.server.storage.schema import entries

Row: TypeAlias = dict[str, Any]
LogRow: TypeAlias = tuple[str, int, int, str, str | None, bool]
"""An entry: table, number, time, text, message, is it automatic."""
SWITCH_SECONDS = 0.0005
"""For so long the writer may wait for Python's lock, some times in every commit."""
ROWS_AT_ONCE = 500
"""Databases have limits to the parameters of a statement."""
Done: TypeAlias = Callable[[Exception | None], None]


class ConflictError(Exception):
    """Somebody else wrote first: the key is taken, or the row is no longer as expected."""


class Step(Struct, frozen=True):
    """A statement beside the log."""

    statement: Executable
    rows: Sequence[Row] = ()
    must_change: bool = False
    """A condition in the statement decides: no row changed is a conflict."""


class Work(Struct, frozen=True):
    log: Sequence[LogRow] = ()
    steps: Sequence[Step] = ()


class Writer:
    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self._engine, self._loop = engine, loop
        sys.setswitchinterval(SWITCH_SECONDS)
        self._queue: SimpleQueue[list[tuple[Work, Done]] | None] = SimpleQueue()
        self._new: list[tuple[Work, Done]] = []
        """What this round of the event loop has asked for; handed over in one piece."""
        self._thread = threading.Thread(target=self._run, name="tavolino-writer", daemon=True)
        self.commits = 0
        """How many there were, for the metrics."""
        self._thread.start()

    def submit(self, work: Work, done: Done) -> None:
        """``done`` is called in the event loop after the commit, with None or what went wrong."""
        if not self._new:
            self._loop.call_soon(self._hand_over)
        self._new.append((work, done))

    def _hand_over(self) -> None:
        if self._new:
            self._queue.put(self._new)
            self._new = []

    async def write(self, *steps: Step, log: Sequence[LogRow] = ()) -> None:
        """The same for those who can wait."""
        future: asyncio.Future[None] = self._loop.create_future()

        def done(error: Exception | None) -> None:
            if future.cancelled():
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(None)

        self.submit(Work(log, steps), done)
        await future

    def close(self) -> None:
        """Everything submitted so far is committed first."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while (group := self._gather()) is not None:
                try:
                    self._loop.call_soon_threadsafe(_deliver, self._done(connection, group))
                except RuntimeError:  # the loop is closed: nobody waits any more
                    return
                del group  # or it would keep its tables until the next one comes

    def _done(
        self, connection: Connection, group: list[tuple[Work, Done]]
    ) -> list[tuple[Done, Exception | None]]:
        results = self._commit(connection, [work for work, _ in group])
        self.commits += 1
        return [(one, error) for (_, one), error in zip(group, results)]

    def _gather(self) -> list[tuple[Work, Done]] | None:
        group = self._queue.get()
        if group is None:
            return None
        while not self._queue.empty():
            more = self._queue.get()
            if more is None:
                self._queue.put(None)  # to be found again once this group is done
                break
            group = group + more
        return group

    def _commit(self, connection: Connection, group: Sequence[Work]) -> list[Exception | None]:
        try:
            with connection.begin():
                _log(connection, [row for work in group for row in work.log])
                for work in group:
                    _take_steps(connection, work)
            return [None] * len(group)
        except Exception as error:  # whatever it is, the writer lives on for the others
            if len(group) == 1:
                taken = isinstance(error, IntegrityError | ConflictError)
                return [ConflictError(str(error)) if taken else error]
            return [self._commit(connection, [work])[0] for work in group]


def _log(connection: Connection, rows: list[LogRow]) -> None:
    """Many rows by one statement: row by row, the writer would ask for Python's lock each time."""
    is_qmark = connection.dialect.paramstyle == "qmark"
    row = "(?, ?, ?, ?, ?, ?)" if is_qmark else "(%s, %s, %s, %s, %s, %s)"
    for at in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[at : at + ROWS_AT_ONCE]
        values = tuple(value for one in some for value in one)
        connection.exec_driver_sql(_INSERT + ", ".join([row] * len(some)), values)


def _take_steps(connection: Connection, work: Work) -> None:
    for step in work.steps:
        counted = {"preserve_rowcount": step.must_change}
        result = connection.execute(
            step.statement, list(step.rows) or None, execution_options=counted
        )
        if step.must_change and result.rowcount < 1:
            raise ConflictError("the row is no longer as expected")


_INSERT = f"INSERT INTO entries ({', '.join(column.name for column in entries.columns)}) VALUES "


def _deliver(done: list[tuple[Done, Exception | None]]) -> None:
    for one, error in done:
        one(error)
