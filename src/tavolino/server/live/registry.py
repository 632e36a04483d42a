"""The tables that this process has in memory: loaded when somebody comes, forgotten when idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import or_, select

from tavolino.server.clock import now
from tavolino.server.config import Config
from tavolino.server.days import day_of, end_of
from tavolino.server.errors import NotFound, Refusal
from tavolino.server.live.commit import ending
from tavolino.server.live.projection import Projection, StoredEntry
from tavolino.server.live.pubsub import PubSub
from tavolino.server.live.table import Table
from tavolino.server.live.table_settings import TableSeat, TableSettings
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import entries, seats, tables
from tavolino.server.workers.bot_pool import BotPool
from tavolino.server.workers.referee import CompiledReferee

SWEEP_SECONDS = 5.0
"""How often tables are looked for whose process has died."""
LINGER_SECONDS = 60.0
"""A forgotten table stays whole for so long, for whoever still has it in hand."""


class TableRegistry:
    def __init__(
        self, config: Config, database: Database, bot_pool: BotPool, pubsub: PubSub
    ) -> None:
        self.config, self.database, self.bot_pool, self.pubsub = config, database, bot_pool, pubsub
        self.writer = database.writer
        self.loop = asyncio.get_running_loop()
        self.log = logging.getLogger("tavolino.registry")
        self.referee = CompiledReferee()
        self.now = now
        self.moves = 0
        """Acts that were written, for the metrics."""
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that is kept until it is done; what goes wrong in it is logged."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refusal):  # a refusal is told to whoever asked
            self.log.error("a task failed", exc_info=error)

    async def table(self, name: str) -> Table:
        """Loaded once, however many ask at the same time."""
        if name in self.tables:
            return self.tables[name]
        if name not in self._loading:
            self._loading[name] = self.spawn(self._load(name))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Table:
        try:
            settings, projection, played = await self.read(name)
            table = self.tables[name] = Table(self, settings, projection, played)
            table.rematch = await self._rematch_of(name) if settings.phase == "over" else None
        finally:
            del self._loading[name]
        table.clock.schedule()
        table.bot_seats.look()
        return table

    async def _rematch_of(self, name: str) -> str | None:
        row = await self.database.row(select(tables.c.id).where(tables.c.follows == name))
        return row.id if row else None

    async def read(self, name: str) -> tuple[TableSettings, Projection | None, set[str]]:
        """A table as the database has it."""
        return await asyncio.to_thread(self._read, name)

    def _read(self, name: str) -> tuple[TableSettings, Projection | None, set[str]]:
        with self.database.engine.connect() as connection:
            row = connection.execute(select(tables).where(tables.c.id == name)).first()
            if row is None:
                raise NotFound(f"expected the code of a table, got {name[:40]!r}")
            chairs = connection.execute(select(seats).where(seats.c.table_id == name)).all()
            mine = entries.c.table_id == name
            log = connection.execute(select(entries).where(mine).order_by(entries.c.seq)).all()
        settings = TableSettings.read(row, tuple(map(TableSeat.read, chairs)))
        if not log:
            return settings, None, set()
        logged = [StoredEntry(e.text, e.at, e.message, bool(e.is_automatic)) for e in log]
        projection = Projection.empty(settings.new_match(), logged[0].at).replayed(logged)
        return settings, projection, {one.message for one in logged if one.message}

    def ring(self, name: str) -> None:
        self.pubsub.ring(name)

    def heard(self, name: str) -> None:
        """Another process has written to this table."""
        if name in self.tables:
            self.spawn(self.tables[name].catch_up())

    async def moved(self, guest: str, account: str) -> None:
        """The guest's seats are the account's now: tables held in memory are read again."""
        for table in list(self.tables.values()):
            if guest == table.settings.host or table.players_of(guest):
                await table.catch_up()
                self.ring(table.id)

    def may_forget(self, table: Table) -> None:
        if table.is_idle and self.tables.get(table.id) is table:
            table.clock.stop()
            del self.tables[table.id]
            # A table and its parts hold each other: taken apart, they need no collector.
            self.loop.call_later(LINGER_SECONDS, vars(table).clear)

    # Life

    def open(self) -> None:
        self.pubsub.listen(self.heard)
        self.spawn(self.referee.warm_up())
        self.spawn(self._sweep())

    async def _sweep(self) -> None:
        """Games that go on without anybody watching: their clocks run, their programs play."""
        live = tables.c.kind.in_(("table", "contest"))
        phase = or_(tables.c.phase == "countdown", tables.c.phase == "playing")
        query = select(tables.c.id).where(live, phase)
        while True:
            for row in await self.database.rows(query):
                try:
                    await self.table(row.id)
                except Exception:
                    self.log.exception("table %s cannot be opened", row.id)
            await self.end_days()
            await asyncio.sleep(SWEEP_SECONDS)
            for table in list(self.tables.values()):
                self.may_forget(table)

    async def end_days(self) -> None:
        """Who has not finished a daily deal by the end of its day has the points made so far."""
        at = self.now()
        left = select(tables.c.id).where(
            tables.c.phase == "playing", tables.c.kind == "daily", tables.c.day < day_of(at)
        )
        for row in await self.database.rows(left):
            settings, projection, _ = await self.read(row.id)
            if projection and settings.day:
                await self.writer.write(*ending(settings, projection, end_of(settings.day) - 1))
            if row.id in self.tables:
                await self.tables[row.id].catch_up()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.tables.values():
            table.clock.stop()
        await self.pubsub.close()
        self.bot_pool.close()
