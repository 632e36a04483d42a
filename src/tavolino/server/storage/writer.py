"""The only writer of a process (group commit): commits all work submitted during the last commit.

Many tables share a commit, which makes durability (``synchronous=FULL``) cheap; there is no timer,
so a single move does not wait. Each piece of work fails alone: if one violates the primary key, the
others of its group are still committed.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from operator import itemgetter
from queue import SimpleQueue
from typing import Any, Protocol, TypeAlias

from msgspec import Struct
from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import IntegrityError

from tavolino.server.storage.schema import entries

log = logging.getLogger("tavolino.storage")

Row: TypeAlias = dict[str, Any]
LogRow: TypeAlias = tuple[str, int, int, str, str | None, bool]
"""Values of a row of ``entries``: table_id, seq, at, text, message, is_automatic."""
SWITCH_SECONDS = 0.0005
"""The writer may have to wait this long for the GIL, several times per commit."""
MAX_ROWS = 500
"""Of one statement: databases limit the number of parameters."""
Done: TypeAlias = Callable[[Exception | None], None]


class ConflictError(Exception):
    """The key is taken or the row is no longer as expected: somebody else wrote first."""


class Statement(Struct, frozen=True):
    """An SQL statement, with its rows if it is executed for many."""

    sql: Executable
    rows: Sequence[Row] = ()
    must_change: bool = False
    """If no row changes, that is a conflict."""
    returned: list[Any] | None = None
    """Filled with the first column of what the statement returns."""

    def execute(self, connection: Connection) -> None:
        options = {"preserve_rowcount": self.must_change}
        result = connection.execute(self.sql, list(self.rows) or None, execution_options=options)
        if self.must_change and result.rowcount < 1:
            raise ConflictError("the row is no longer as expected")
        if self.returned is not None:
            self.returned[:] = result.scalars()


class Change(Protocol):
    """What a commit changes: a statement, or several with what follows from them."""

    def execute(self, connection: Connection) -> None: ...


class Work(Struct, frozen=True):
    """Log entries and other changes that are committed together."""

    log: Sequence[LogRow] = ()
    changes: Sequence[Change] = ()


def _unwatched(_: Connection) -> AbstractContextManager[None]:
    return nullcontext()


class Writer:
    def __init__(
        self,
        engine: Engine,
        loop: asyncio.AbstractEventLoop,
        watched: Callable[[Connection], AbstractContextManager[None]] = _unwatched,
    ) -> None:
        """``watched``: a time limit for a commit."""
        self._engine, self._loop, self._watched = engine, loop, watched
        sys.setswitchinterval(SWITCH_SECONDS)
        self._queue: SimpleQueue[list[tuple[Work, Done]] | None] = SimpleQueue()
        self._new: list[tuple[Work, Done]] = []
        """Submitted in this iteration of the event loop; handed over to the thread at once."""
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="tavolino-writer", daemon=True)
        self.commits = 0
        """Number of commits, for the metrics."""
        self._thread.start()

    def submit(self, work: Work, done: Done) -> None:
        """``done`` is called in the event loop after the commit, with None or the error."""
        if not self._new:
            self._loop.call_soon(self._hand_over)
        self._new.append((work, done))

    def _hand_over(self) -> None:
        if self._new:
            self._queue.put(self._new)
            self._new = []

    async def write(self, *changes: Change, log: Sequence[LogRow] = ()) -> None:
        """Like ``submit``, but waits for the commit and raises its error."""
        future: asyncio.Future[None] = self._loop.create_future()

        def done(error: Exception | None) -> None:
            if future.cancelled():
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(None)

        self.submit(Work(log, changes), done)
        await future

    def close(self) -> None:
        """Commits everything submitted so far, then ends the thread."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while (group := self._gather()) is not None:
                try:
                    self._loop.call_soon_threadsafe(_deliver, self._results(group))
                except RuntimeError:  # the loop is closed: nobody waits for the result
                    return
                del group  # or it would keep its tables alive until the next group
        finally:
            if self._connection:
                self._connection.close()

    def _results(self, group: list[tuple[Work, Done]]) -> list[tuple[Done, Exception | None]]:
        try:
            self._connection = self._connection or self._engine.connect()
        except Exception as error:  # the database may be back for the next group
            return [(done, error) for _, done in group]
        errors = self._commit(self._connection, [work for work, _ in group])
        self.commits += 1
        return [(done, error) for (_, done), error in zip(group, errors)]

    def _gather(self) -> list[tuple[Work, Done]] | None:
        group = self._queue.get()
        if group is None:
            return None
        while not self._queue.empty():
            more = self._queue.get()
            if more is None:
                self._queue.put(None)  # to be found again after this group
                break
            group = group + more
        return group

    def _commit(self, connection: Connection, group: Sequence[Work]) -> list[Exception | None]:
        if self._commit_log(connection, group):
            return [None] * len(group)
        try:
            with self._watched(connection), connection.begin():
                _insert_log(connection, _rows_of(group))
                for work in sorted(group, key=_first_table):
                    for change in work.changes:
                        change.execute(connection)
            return [None] * len(group)
        except Exception as error:  # the writer must survive any error
            if len(group) == 1:
                is_conflict = isinstance(error, IntegrityError | ConflictError)
                return [ConflictError(str(error)) if is_conflict else error]
            if connection.invalidated:  # the database is gone: not once for each
                return [error] * len(group)
            return [self._commit(connection, [work])[0] for work in group]

    def _commit_log(self, connection: Connection, group: Sequence[Work]) -> bool:
        """Commits entries alone, as nearly all moves are, past SQLAlchemy: half of the time.

        False if there is more to do, or after a failure: then nothing has been written, or it is
        not known, and the ordinary way finds out.
        """
        rows = _rows_of(group)
        if not rows or len(rows) > MAX_ROWS or any(work.changes for work in group):
            return False
        try:
            with self._watched(connection):
                database: Any = connection.connection.dbapi_connection
                try:
                    database.cursor().execute(_insertion(connection, len(rows)), _values(rows))
                    database.commit()
                except Exception:
                    database.rollback()
                    raise
        except Exception:  # also if the connection is lost
            return False
        return True


def _rows_of(group: Sequence[Work]) -> list[LogRow]:
    """In one order for all processes: two that wait for each other's rows would never end."""
    return sorted((row for work in group for row in work.log), key=itemgetter(0, 1))


def _first_table(work: Work) -> str:
    return work.log[0][0] if work.log else ""


def _insert_log(connection: Connection, rows: list[LogRow]) -> None:
    for start in range(0, len(rows), MAX_ROWS):
        batch = rows[start : start + MAX_ROWS]
        connection.exec_driver_sql(_insertion(connection, len(batch)), _values(batch))


def _insertion(connection: Connection, rows: int) -> str:
    """Many rows in one statement: row by row, the writer would wait for the GIL each time."""
    is_qmark = connection.dialect.paramstyle == "qmark"
    row = "(?, ?, ?, ?, ?, ?)" if is_qmark else "(%s, %s, %s, %s, %s, %s)"
    return _INSERT + ", ".join([row] * rows)


def _values(rows: Sequence[LogRow]) -> tuple[Any, ...]:
    return tuple(chain.from_iterable(rows))


_INSERT = f"INSERT INTO entries ({', '.join(column.name for column in entries.columns)}) VALUES "


def _deliver(results: list[tuple[Done, Exception | None]]) -> None:
    for done, error in results:
        try:
            done(error)
        except Exception:  # the others of the group still have to know
            log.exception("what follows a commit failed")
