"""Removes unused data: guests who never played, abandoned lobbies, practice without a move.

Everything that counts stays: results, tables with a move of a player, uploaded records, daily
deals, accounts. A pass reads tables and guests by their indexes in small slices, and each removal
is a small commit of its own, so that no move waits for it. Every statement repeats its condition:
what changed since it was read stays. The database decides what is unused, so that no process
removes what another one has in memory: opening an unused practice game renews it, and a guest
who comes back is renewed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol

from sqlalchemy import (
    ColumnElement,
    Row,
    Table,
    and_,
    delete,
    exists,
    func,
    select,
    true,
    tuple_,
    update,
)

from tavolino.server.clock import DAY_MS
from tavolino.server.config import Config
from tavolino.server.storage.database import Database
from tavolino.server.storage.deletion import deletion, is_untouched
from tavolino.server.storage.schema import (
    entries,
    job_results,
    puzzle_attempts,
    records,
    results,
    seats,
    tables,
    users,
)
from tavolino.server.storage.writer import Change, ConflictError, Statement

SLICE = 100
"""Rows that are looked at, or guests that are removed, at once."""
FIRST_SECONDS = 60.0
"""A server that starts has more important things to read."""
JOB_DAYS = 30
"""For which analyses and the like are kept."""
PASS_SECONDS = 6 * 3600.0
"""Between two passes."""

log = logging.getLogger("tavolino.server")


class TablesInMemory(Protocol):
    removing: set[str]
    """Tables that may not be loaded now."""

    def is_loaded(self, name: str) -> bool: ...

    async def renew_unused(self) -> None:
        """Practice games in memory count as new, for every process."""
        ...

    def announce(self, name: str) -> None:
        """The settings of a table have changed."""
        ...


class Cleanup:
    def __init__(
        self,
        config: Config,
        database: Database,
        in_memory: TablesInMemory,
        is_here: Callable[[str], bool],
        now: Callable[[], int],
        pause_seconds: float = 0.1,
    ) -> None:
        """``is_here``: is a user active? Active users and tables in memory are left alone.

        ``pause_seconds``: between two slices.
        """
        self._config, self._database, self._in_memory = config, database, in_memory
        self._is_here, self._now, self._pause_seconds = is_here, now, pause_seconds
        self.removed = 0
        """Rows of tables and people, for the metrics."""

    async def run(self, first_seconds: float = FIRST_SECONDS) -> None:
        """Background task."""
        await asyncio.sleep(first_seconds)
        while True:
            try:
                await self.run_once()
            except Exception:  # the database may be unavailable for a while
                log.exception("the cleanup was interrupted")
            await asyncio.sleep(PASS_SECONDS)

    async def run_once(self) -> None:
        config = self._config
        if config.lobby_days:
            await self._close_lobbies(self._before(config.lobby_days))
            await self._remove_closed_lobbies(self._before(config.lobby_days))
        if config.practice_days:
            await self._in_memory.renew_unused()
            await self._remove_untouched_practice(self._before(config.practice_days))
        if config.guest_days:
            await self._remove_guests(self._before(config.guest_days))
        await self._remove_job_results(self._before(JOB_DAYS))

    def _before(self, days: float) -> int:
        return self._now() - int(days * DAY_MS)

    # Tables

    async def _close_lobbies(self, before: int) -> None:
        """Closed first and removed later, so that other processes can tell who waits there."""
        async for rows in self._slices(tables, tables.c.phase == "lobby", before):
            for row in rows:
                if row.kind in ("table", "contest") and not self._in_memory.is_loaded(row.id):
                    waiting = and_(tables.c.id == row.id, tables.c.phase == "lobby")
                    closed = {"phase": "over", "ended_at": self._now(), "follows": None}
                    change = update(tables).where(waiting).values(**closed)
                    if await self._write(Statement(change, must_change=True)):
                        self._in_memory.announce(row.id)

    async def _remove_closed_lobbies(self, before: int) -> None:
        """Tables that were left before they began."""
        is_closed = and_(
            tables.c.kind.in_(("table", "contest")),
            tables.c.phase == "over",
            tables.c.ended_at < before,
            tables.c.starts_at.is_(None),
            ~exists().where(entries.c.table_id == tables.c.id),
        )
        async for rows in self._slices(tables, tables.c.phase == "over", before):
            await self._remove_tables(
                [row.id for row in rows if row.kind in ("table", "contest")], is_closed
            )

    async def _remove_untouched_practice(self, before: int) -> None:
        """Also if it was given up before the first move."""
        # Of the row itself: what is read from another table may change while this one is locked.
        is_old = func.coalesce(tables.c.starts_at, tables.c.created_at) < before
        for phase in ("over", "lobby", "playing"):
            async for rows in self._slices(tables, tables.c.phase == phase, before):
                await self._remove_tables(
                    [row.id for row in rows if row.kind == "practice"], and_(is_old, is_untouched())
                )

    async def _remove_tables(self, names: Sequence[str], condition: ColumnElement[bool]) -> None:
        has_result = exists().where(results.c.table_id == tables.c.id)
        condition = and_(condition, ~has_result)
        found = select(tables.c.id).where(tables.c.id.in_(names), condition)
        for row in await self._database.rows(found) if names else ():
            await self._remove_table(row.id, condition)

    async def _remove_table(self, name: str, condition: ColumnElement[bool]) -> None:
        if self._in_memory.is_loaded(name):
            return
        self._in_memory.removing.add(name)
        try:
            still = update(tables).where(tables.c.id == name, condition)
            is_removed = await self._write(
                Statement(still.values(phase=tables.c.phase), must_change=True),
                *deletion(name),
            )
            self.removed += is_removed
        finally:
            self._in_memory.removing.discard(name)

    # Guests

    async def _remove_guests(self, before: int) -> None:
        never_played = and_(
            users.c.account.is_(None),
            ~exists().where(seats.c.person == users.c.id),
            ~exists().where(results.c.person == users.c.id),
            ~exists().where(tables.c.host == users.c.id),
            ~exists().where(records.c.person == users.c.id),
            ~exists().where(puzzle_attempts.c.person == users.c.id),
        )
        async for rows in self._slices(users, true(), before):
            away = [row.id for row in rows if not self._is_here(row.id)]
            found = select(users.c.id).where(users.c.id.in_(away), never_played)
            names = [row.id for row in await self._database.rows(found)]
            gone = delete(users).where(users.c.id.in_(names), never_played)
            if names and await self._write(Statement(gone)):
                self.removed += len(names)

    async def _remove_job_results(self, before: int) -> None:
        """Callers that come later wait for the work again."""
        old = select(job_results.c.key).where(job_results.c.created_at < before).limit(SLICE)
        while keys := [row.key for row in await self._database.rows(old)]:
            await self._write(Statement(delete(job_results).where(job_results.c.key.in_(keys))))
            self.removed += len(keys)
            await asyncio.sleep(self._pause_seconds)

    async def _slices(
        self, table: Table, condition: ColumnElement[bool], before: int
    ) -> AsyncIterator[Sequence[Row[Any]]]:
        """The older rows of a table, oldest first."""
        key = (table.c.created_at, table.c.id)
        query = select(table).where(condition, table.c.created_at < before)
        query = query.order_by(*key).limit(SLICE)
        rows = await self._database.rows(query)
        while rows:
            yield rows
            await asyncio.sleep(self._pause_seconds)
            last = rows[-1]
            after = tuple_(*key) > tuple_(last.created_at, last.id)
            rows = await self._database.rows(query.where(after))

    async def _write(self, *changes: Change) -> bool:
        """False if something changed meanwhile: it stays, and the next pass looks at it again."""
        try:
            await self._database.writer.write(*changes)
        except ConflictError:
            return False
        return True
