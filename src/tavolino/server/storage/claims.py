"""Which process runs the clock and the bots of a table.

A claim holds as long as its process renews its row in ``processes``, one row for all its claims.
A wrong claim does no harm: the primary key of the log decides what is played. A table
that nobody watches and that is not due is in no process's memory; its row says when it will be.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, insert, literal, select, text, update

from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import claims, processes, tables
from tavolino.server.storage.writer import ConflictError, Statement

LEASE_MS = 5_000
"""A process that has not renewed its row for this time counts as dead."""
FOREVER = 2**53
"""The lease of the only process of a database."""
AT_ONCE = 50
"""Due tables that one process claims together: the others have their share."""
ROUNDS = 40
"""At most, in which a process claims due tables before it does other work."""
CHUNK = 500
"""Of a list in a statement."""

_CLAIM = text(
    "INSERT INTO claims (table_id, process) VALUES (:table_id, :process)"
    " ON CONFLICT (table_id) DO UPDATE SET process = excluded.process, due_at = NULL"
    " WHERE claims.process IS NULL RETURNING table_id"
)
_RENEW = text(
    "INSERT INTO processes (id, alive_until) VALUES (:id, :alive_until)"
    " ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until"
)


class Found(NamedTuple):
    """What the database says."""

    processes: set[str]
    dead: list[str]
    """Other processes that have not renewed their row in time."""
    free: list[str]
    """Tables to claim."""
    has_more: bool
    """More tables may be due."""


class Checked(NamedTuple):
    """How the claims in the database differ from those that the process knew of."""

    lost: set[str]
    found: set[str]
    """Claimed by this process, which did not know it: a write had failed but was committed."""


class Claims:
    def __init__(self, database: Database, now: Callable[[], int], is_shared: bool) -> None:
        """``is_shared``: other processes use this database too."""
        self._database, self._now, self._is_shared = database, now, is_shared
        self.process = secrets.token_hex(8)
        self.owned: set[str] = set()
        """Tables that this process has claimed."""
        self._released: set[str] = set()
        """Since the last check; its reading may have been before that."""
        self.on_process_end: Callable[[], None] = lambda: None
        """Called when another process has ended, no matter which process found that."""
        self._processes: set[str] = set()
        """Those of the last look."""

    @property
    def _renewal(self) -> Statement:
        until = self._now() + LEASE_MS if self._is_shared else FOREVER
        return Statement(_RENEW.bindparams(id=self.process, alive_until=until))

    async def open(self) -> None:
        """The only process of a database frees what an earlier one has claimed."""
        freed = []
        if not self._is_shared:
            others = [row.id for row in await self._database.rows(select(processes.c.id))]
            freed = _freed(others, self._now())
        await self._database.writer.write(*freed, _without_row(self._now()), self._renewal)

    async def close(self) -> None:
        """Others go on at once."""
        self.owned.clear()
        await self._database.writer.write(*_freed([self.process], self._now()))

    async def renew(self) -> None:
        if self._is_shared:
            await self._database.writer.write(self._renewal)

    # One table

    def begun(self, table_id: str) -> Statement:
        """Claims a table in the commit that starts it."""
        return Statement(_CLAIM.bindparams(table_id=table_id, process=self.process), returned=[])

    async def claim(self, table_id: str) -> bool:
        """False if another process has claimed it, or if it is no longer there."""
        statement = self.begun(table_id)
        try:
            await self._database.writer.write(statement)
        except ConflictError:
            return False
        if statement.returned:
            self.owned.add(table_id)
        return bool(statement.returned)

    async def release(self, table_id: str, due_at: int | None) -> None:
        """The first process that finds it at that time claims it.

        If that fails, this process still has to run the table.
        """
        self.owned.discard(table_id)
        self._released.add(table_id)
        own = (claims.c.table_id == table_id) & (claims.c.process == self.process)
        change = update(claims).where(own).values(process=None, due_at=due_at)
        try:
            await self._database.writer.write(Statement(change))
        except Exception:
            self.owned.add(table_id)
            raise

    async def forget(self, table_id: str) -> None:
        """The table was over when this process claimed it: no row is needed any more."""
        self.owned.discard(table_id)
        self._released.add(table_id)
        own = (claims.c.table_id == table_id) & (claims.c.process == self.process)
        await self._database.writer.write(Statement(delete(claims).where(own)))

    # All tables

    async def take_over(self, in_memory: Collection[str]) -> list[str]:
        """Claims tables that are due, and those in memory that nobody has claimed."""
        names = [name for name in in_memory if name not in self.owned]
        taken: list[str] = []
        for _ in range(ROUNDS):
            found = await self._find(names)
            for part in _chunks(found.free):
                taken += await self._claim_all(part)
            if not found.has_more:
                break
            names = []
        return taken

    async def _find(self, names: Sequence[str]) -> Found:
        found = await self._database.run(lambda c: self._look(c, names))
        if found.dead:
            await self._database.writer.write(*_freed(found.dead, self._now()))
            found = await self._database.run(lambda c: self._look(c, names))
        before, self._processes = self._processes, found.processes
        if before - found.processes:
            self.on_process_end()
        return found

    def _look(self, connection: Connection, names: Sequence[str]) -> Found:
        now = self._now()
        alive_until = {row.id: row.alive_until for row in connection.execute(select(processes))}
        due = select(claims.c.table_id).where(claims.c.due_at <= now)
        free = list(connection.scalars(due.order_by(claims.c.due_at).limit(AT_ONCE)))
        has_more = len(free) == AT_ONCE
        for part in _chunks(names):
            is_free = claims.c.table_id.in_(part) & claims.c.process.is_(None)
            free += connection.scalars(select(claims.c.table_id).where(is_free))
        dead = [one for one, until in alive_until.items() if until < now and one != self.process]
        return Found(set(alive_until), dead, list(dict.fromkeys(free)), has_more)

    async def _claim_all(self, names: Sequence[str]) -> Sequence[str]:
        is_free = claims.c.table_id.in_(names) & claims.c.process.is_(None)
        change = update(claims).where(is_free).values(process=self.process, due_at=None)
        statement = Statement(change.returning(claims.c.table_id), returned=[])
        await self._database.writer.write(statement)
        taken = statement.returned or []
        self.owned.update(taken)
        return taken

    async def check(self) -> Checked:
        """Compares with the database, which is right.

        A process loses tables while it counts as dead, and a write that failed may have been
        committed all the same.
        """

        def read(connection: Connection) -> set[str]:
            own = select(claims.c.table_id).where(claims.c.process == self.process)
            return set(connection.scalars(own))

        before, earlier, self._released = set(self.owned), self._released, set()
        stored = await self._database.run(read)
        lost, found = before - stored, stored - self.owned - earlier - self._released
        self.owned -= lost
        self.owned |= found
        return Checked(lost, found)

    async def add_missing(self) -> None:
        """Rows for running tables that an older version of the program has started."""
        await self._database.writer.write(_without_row(self._now()))


def ended(table_id: str) -> Statement:
    """A table that is over needs no process."""
    return Statement(delete(claims).where(claims.c.table_id == table_id))


def _freed(names: Sequence[str], now: int) -> list[Statement]:
    """The claims of some processes, which are forgotten."""
    if not names:
        return []
    theirs, them = claims.c.process.in_(names), processes.c.id.in_(names)
    return [
        Statement(update(claims).where(theirs).values(process=None, due_at=now)),
        Statement(delete(processes).where(them)),
    ]


def _without_row(now: int) -> Statement:
    is_running = tables.c.phase.in_(("countdown", "playing"))
    is_live = tables.c.kind.in_(("table", "contest"))
    missing = select(tables.c.id, literal(now)).where(
        is_running, is_live, ~exists().where(claims.c.table_id == tables.c.id)
    )
    return Statement(insert(claims).from_select(["table_id", "due_at"], missing))


def _chunks(names: Iterable[str]) -> Iterable[list[str]]:
    rest = iter(names)
    while part := list(islice(rest, CHUNK)):
        yield part
