"""The tables in the memory of this process: loaded when needed, evicted when idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import or_, select

from tavolino.server.clock import Clock, day_of, end_of, now
from tavolino.server.config import Config
from tavolino.server.errors import NotFound, OtherRules, Refusal
from tavolino.server.live.interfaces import Bots, Referees, Watcher
from tavolino.server.live.journal import Journal
from tavolino.server.live.listeners.bot_seats import BotSeats
from tavolino.server.live.listeners.broadcast import Broadcast
from tavolino.server.live.listeners.table_clock import TableClock
from tavolino.server.live.loading import load_table
from tavolino.server.live.projection import Projection
from tavolino.server.live.pubsub import PubSub
from tavolino.server.live.step import Commit
from tavolino.server.live.table import Listener, LiveTable
from tavolino.server.live.table_settings import TableSettings
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import tables

SWEEP_SECONDS = 5.0
"""Interval between two searches for tables whose process has died."""
GRACE_SECONDS = 60.0
"""Grace period for callers that still hold an evicted table."""

log = logging.getLogger("tavolino.live")


@dataclass(frozen=True, eq=False)
class OpenTable:
    """A table with its listeners."""

    table: LiveTable
    broadcast: Broadcast
    bot_seats: BotSeats

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def settings(self) -> TableSettings:
        return self.table.settings

    @property
    def projection(self) -> Projection | None:
        return self.table.projection

    @property
    def is_idle(self) -> bool:
        """May it be evicted from memory?"""
        has_no_work = self.table.has_no_work and not self.bot_seats.is_thinking
        is_live = self.settings.kind in ("table", "contest")
        is_running = is_live and self.settings.phase in ("countdown", "playing")
        return has_no_work and not is_running and not len(self.broadcast)


class TableRegistry:
    def __init__(
        self,
        config: Config,
        database: Database,
        referee: Referees,
        bots: Bots,
        pubsub: PubSub,
    ) -> None:
        self.config, self.database, self.referee = config, database, referee
        self.journal = Journal(database)
        self._bots, self._pubsub = bots, pubsub
        self.now: Callable[[], int] = now
        self.clock = Clock(lambda: self.now())
        self.moves = 0
        """Number of committed commands, for the metrics."""
        self.tables: dict[str, OpenTable] = {}
        self.removing: set[str] = set()
        """Tables that the cleanup is about to remove."""
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Runs a background task; its failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refusal):  # a refusal is raised to the caller
            log.error("background task failed", exc_info=error)

    # Loading

    async def table(self, name: str, user: str = "") -> OpenTable:
        """Loads a table once, even for several callers at the same time.

        Users have fair shares of the threads that load tables.
        """
        if name in self.tables:
            return self.tables[name]
        if name in self.removing:
            raise NotFound(f"table {name[:40]!r} was never used and has been removed")
        if name not in self._loading:
            self._loading[name] = self.spawn(self._load(name, user))
        return await asyncio.shield(self._loading[name])

    def is_loaded(self, name: str) -> bool:
        return name in self.tables or name in self._loading

    async def _load(self, name: str, user: str) -> OpenTable:
        try:
            stored = await load_table(self.journal, self.referee, self.clock, name, user)
            table = LiveTable(stored, self.journal, self.referee, self.clock, self.spawn)
            opened = self.tables[name] = self._with_listeners(table)
            if stored.settings.phase == "over":
                table.rematch = await self.rematch_of(name)
        finally:
            del self._loading[name]
        table.notify_settings()
        return opened

    def _with_listeners(self, table: LiveTable) -> OpenTable:
        """The order of the listeners is the order in which they are notified."""
        config = self.config
        broadcast = Broadcast(table, config.tick_seconds)
        bot_seats = BotSeats(table, self._bots, self.referee, self.spawn, config.bot_seconds)
        clock = TableClock(table, bot_seats.play_for_absent)
        opened = OpenTable(table, broadcast, bot_seats)
        publisher = _Publisher(self, table.id)
        table.listeners += [publisher, broadcast, clock, bot_seats, _Evictor(self, table.id)]
        return opened

    async def rematch_of(self, name: str) -> str | None:
        row = await self.database.row(select(tables.c.id).where(tables.c.follows == name))
        return row.id if row else None

    def unwatch(self, opened: OpenTable, watcher: Watcher) -> None:
        opened.broadcast.remove(watcher)
        self.evict_if_idle(opened.id)

    def evict_if_idle(self, name: str) -> None:
        opened = self.tables.get(name)
        if opened and opened.is_idle:
            del self.tables[name]
            asyncio.get_running_loop().call_later(GRACE_SECONDS, opened.table.close)

    # Between processes

    def publish(self, name: str) -> None:
        self._pubsub.publish(name)

    def announce(self, name: str) -> None:
        """The settings of a table have changed in the database."""
        self._on_table(name)
        self.publish(name)

    def _on_table(self, name: str) -> None:
        if name in self.tables:
            self.spawn(self.tables[name].table.catch_up())

    async def refresh(self, opened: OpenTable) -> None:
        """Reads settings that were just written, and notifies the other processes."""
        for here in {opened, self.tables.get(opened.id, opened)}:
            await here.table.catch_up()
        self.publish(opened.id)

    async def on_merged(self, guest: str, account: str) -> None:
        """The guest's seats now belong to the account."""
        for opened in list(self.tables.values()):
            if guest == opened.settings.host or opened.settings.players_of(guest):
                await self.refresh(opened)

    # Start and end of the process

    def open(self) -> None:
        self._pubsub.subscribe(self._on_table)
        self.spawn(self._sweep())

    async def _sweep(self) -> None:
        """Loads running games that nobody watches: their clocks run and their bots play."""
        is_live = tables.c.kind.in_(("table", "contest"))
        is_running = or_(tables.c.phase == "countdown", tables.c.phase == "playing")
        query = select(tables.c.id).where(is_live, is_running)
        while True:
            try:
                for row in await self.database.rows(query):
                    await self._open_running(row.id)
                await self.end_days()
            except Exception:  # the database may be back the next time
                log.exception("the search for running games failed")
            await asyncio.sleep(SWEEP_SECONDS)
            for name in list(self.tables):
                self.evict_if_idle(name)

    async def _open_running(self, name: str) -> None:
        try:
            await self.table(name)
        except OtherRules as refusal:
            log.warning("table %s cannot be opened: %s", name, refusal)
        except Exception:
            log.exception("table %s cannot be opened", name)

    async def end_days(self) -> None:
        """Ends daily deals that are unfinished at the end of their day, with their points."""
        unfinished = select(tables.c.id).where(
            tables.c.phase == "playing", tables.c.kind == "daily", tables.c.day < day_of(self.now())
        )
        for row in await self.database.rows(unfinished):
            try:
                settings, projection, _ = await self.journal.read(row.id)
            except OtherRules:  # its game is not installed any more
                continue
            if projection and settings.day:
                await self.journal.end(settings, projection, end_of(settings.day) - 1)
            if row.id in self.tables:
                await self.tables[row.id].table.catch_up()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for opened in self.tables.values():
            opened.table.close()
        await self._pubsub.close()


class _Publisher(Listener):
    """Publishes commits to other processes, and counts them."""

    def __init__(self, registry: TableRegistry, name: str) -> None:
        self._registry, self._name = registry, name

    def on_commit(self, commits: Sequence[Commit]) -> None:
        self._registry.moves += len(commits)
        self._registry.publish(self._name)

    def on_catch_up(self, commits: Sequence[Commit]) -> None:
        """Another process wrote these."""

    def on_read_back(self, commits: Sequence[Commit]) -> None:
        self.on_commit(commits)


class _Evictor(Listener):
    def __init__(self, registry: TableRegistry, name: str) -> None:
        self._registry, self._name = registry, name

    def on_commit(self, commits: Sequence[Commit]) -> None:
        self._registry.evict_if_idle(self._name)
