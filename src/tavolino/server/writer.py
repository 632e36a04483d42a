"""The one writer of a process: it commits whatever has gathered while the last commit ran.

Many tables share a commit, so that durability (``synchronous=FULL``) costs little; there is no
timer, so that a single move does not wait. Every piece of work stands or falls alone: if one breaks
the primary key, the others of its group are committed all the same.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Executable, insert
from sqlalchemy.exc import IntegrityError

from tavolino.server.schema import entries

Row: TypeAlias = dict[str, Any]
Done: TypeAlias = Callable[[Exception | None], None]


class ConflictError(Exception):
    """Somebody else wrote first: the key is taken, or the row is no longer as expected."""


@dataclass(frozen=True, slots=True)
class Step:
    """A statement beside the log."""

    statement: Executable
    rows: Sequence[Row] = ()
    must_change: bool = False
    """A condition in the statement decides: no row changed is a conflict."""


@dataclass(frozen=True, slots=True)
class Work:
    log: Sequence[Row] = ()
    steps: Sequence[Step] = ()


class Writer:
    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self._engine, self._loop = engine, loop
        self._queue: SimpleQueue[tuple[Work, Done] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tavolino-writer", daemon=True)
        self.commits = 0
        """How many there were, for the metrics."""
        self._thread.start()

    def submit(self, work: Work, done: Done) -> None:
        """``done`` is called in the event loop after the commit, with None or what went wrong."""
        self._queue.put((work, done))

    async def write(self, *steps: Step, log: Sequence[Row] = ()) -> None:
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
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while (group := self._gather()) is not None:
                results = self._commit(connection, [work for work, _ in group])
                self.commits += 1
                done = [(one, error) for (_, one), error in zip(group, results)]
                try:
                    self._loop.call_soon_threadsafe(_deliver, done)
                except RuntimeError:  # the loop is closed: nobody waits any more
                    return

    def _gather(self) -> list[tuple[Work, Done]] | None:
        first = self._queue.get()
        if first is None:
            return None
        group = [first]
        while not self._queue.empty():
            item = self._queue.get()
            if item is None:
                self._queue.put(None)  # to be found again once this group is done
                break
            group.append(item)
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


def _log(connection: Connection, rows: list[Row]) -> None:
    if rows:
        connection.execute(_INSERT, rows)


def _take_steps(connection: Connection, work: Work) -> None:
    for step in work.steps:
        result = connection.execute(step.statement, list(step.rows) or None)
        if step.must_change and not result.rowcount:
            raise ConflictError("the row is no longer as expected")


_INSERT = insert(entries)


def _deliver(done: list[tuple[Done, Exception | None]]) -> None:
    for one, error in done:
        one(error)
