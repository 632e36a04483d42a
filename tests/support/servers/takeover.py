"""A process is killed: when another one takes over its tables, by the time of the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, create_engine, select, text

from support.servers.fault_check import JITTER_MS
from tavolino.game import Stop
from tavolino.server.storage.schema import claims, entries, processes

POLL_SECONDS = 0.05
_TIME = text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")


class Leases(NamedTuple):
    """What the database says about the processes."""

    at: int
    """Its time, read after the rest."""
    alive_until: Mapping[str, int]
    owners: Mapping[str, str]
    """The process of each table that has one."""

    def tables_of(self, process: str) -> set[str]:
        return {table for table, owner in self.owners.items() if owner == process}


class Takeover(NamedTuple):
    killed_at: int
    """The time of the database, after the kill."""
    deadline: int
    """Until then the claims of the dead process held."""
    taken_at: int
    """When they were seen in other hands."""
    tables: set[str]
    """That it ran when it was killed."""

    def check(self, engine: Engine) -> None:
        """Nobody has taken a table before the deadline: neither clocks nor bots went on."""
        assert self.taken_at > self.deadline - JITTER_MS, self
        begin, end = self.killed_at + JITTER_MS, self.deadline - JITTER_MS
        between = entries.c.table_id.in_(self.tables) & entries.c.at.between(begin, end)
        with engine.connect() as connection:
            early = connection.execute(select(entries).where(between, entries.c.is_automatic))
            assert not early.all()

    def __str__(self) -> str:
        waited = (self.taken_at - self.deadline) / 1000
        return f"{len(self.tables)} tables taken over {waited:.2f} s after the deadline"


class Watch:
    """Looks at the claims of a database while processes are killed."""

    def __init__(self, database: str) -> None:
        self.engine = create_engine(database)

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.dispose()

    async def leases(self) -> Leases:
        return await asyncio.to_thread(self._read, _leases)

    async def entries_of(self, table: str, since: int) -> list[Any]:
        """The entries since a time."""
        own = (entries.c.table_id == table) & (entries.c.at >= since)
        query = select(entries).where(own).order_by(entries.c.seq)
        return await asyncio.to_thread(self._read, lambda c: list(c.execute(query)))

    async def until_clocks_go_on(
        self, since: int, slow: Sequence[str], with_bot: Sequence[str], contests: Sequence[str]
    ) -> None:
        """At a table of each kind: a clock has run out, a bot has moved, time was up."""

        async def until(tables: Sequence[str], is_done: Callable[[Any], bool]) -> None:
            while True:
                for table in list(tables):
                    if any(map(is_done, await self.entries_of(table, since))):
                        return
                await asyncio.sleep(0.1)

        await until(slow, lambda row: bool(row.is_automatic))
        await until(with_bot, lambda row: row.text.startswith("player 3:"))
        await until(contests, lambda row: row.text == f"referee: {Stop.TIME_UP}")

    def _read(self, work: Any) -> Any:
        with self.engine.connect() as connection:
            return work(connection)

    async def takeover(self, before: Leases, process: str) -> Takeover:
        """Follows the kill of a process, after ``before``, until others have all of its tables."""
        now = await self.leases()
        killed_at = now.at
        deadline = now.alive_until.get(process, before.alive_until[process])
        while process in now.alive_until:
            assert now.alive_until[process] == deadline, "another process was killed"
            await asyncio.sleep(POLL_SECONDS)
            now = await self.leases()
        tables = before.tables_of(process)
        while await self._unclaimed(tables):
            await asyncio.sleep(POLL_SECONDS)
        now = await self.leases()
        return Takeover(killed_at, deadline, now.at, tables)

    async def _unclaimed(self, tables: set[str]) -> bool:
        query = select(claims.c.table_id).where(
            claims.c.table_id.in_(tables), claims.c.process.is_(None)
        )
        return bool(await asyncio.to_thread(self._read, lambda c: list(c.execute(query))))


def _leases(connection: Connection) -> Leases:
    alive = {row.id: row.alive_until for row in connection.execute(select(processes))}
    owned = connection.execute(select(claims).where(claims.c.process.is_not(None)))
    owners = {row.table_id: row.process for row in owned}
    return Leases(connection.execute(_TIME).scalar_one(), alive, owners)
