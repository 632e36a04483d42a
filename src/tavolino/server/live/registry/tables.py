"""The tables in the memory of this process: loaded when needed, evicted when idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from tavolino.server.clock import DAY_MS, Clock
from tavolino.server.config import Config
from tavolino.server.errors import NotFound, NotSeated, OtherRules, TooMany, Unavailable
from tavolino.server.live.domain.deadlines import due_at
from tavolino.server.live.domain.messages import Phrase, Said
from tavolino.server.live.domain.step import Commit
from tavolino.server.live.domain.table_info import Rematch
from tavolino.server.live.follower import Follower
from tavolino.server.live.interfaces import Bots, Referees, Watcher
from tavolino.server.live.journal import Journal
from tavolino.server.live.listeners.bot_seats import BotSeats
from tavolino.server.live.listeners.broadcast import Broadcast
from tavolino.server.live.listeners.table_clock import TableClock
from tavolino.server.live.listeners.turns import Turn, TurnWatch
from tavolino.server.live.loading import load_table
from tavolino.server.live.presence import Presence
from tavolino.server.live.pubsub import MERGED, PubSub
from tavolino.server.live.pubsub.table_messages import Changed, Spoken, committed
from tavolino.server.live.registry.background import BackgroundTasks, attempt
from tavolino.server.live.registry.open_table import OpenTable
from tavolino.server.live.series_games import earlier_games
from tavolino.server.live.snapshots import Snapshots
from tavolino.server.live.table import Listener, LiveTable
from tavolino.server.storage.claims import Claims
from tavolino.server.storage.database import Database
from tavolino.server.storage.deletion import deletion
from tavolino.server.storage.schema import tables, users
from tavolino.server.storage.writer import ConflictError

UNREADABLE_MS, BUSY_MS = 60_000, 1_000
"""Until somebody tries again to open a table that cannot be opened; if the reason may be over."""
GRACE_SECONDS = 60.0
"""Grace period for callers that still hold an evicted table."""
RENEW_MS = DAY_MS // 4
"""A practice game that is older, and without a move, is renewed when it is opened."""

log = logging.getLogger("tavolino.live")


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
        self._bots, self.pubsub = bots, pubsub
        self._background = BackgroundTasks()
        self.spawn, self.keep = self._background.spawn, self._background.keep
        self.presence = Presence(pubsub, self.spawn)
        self.now: Callable[[], int] = database.clock.now
        self.claims = Claims(database, lambda: self.now(), pubsub.is_shared)
        self.follower = Follower(
            database, pubsub, self.spawn, self._in_memory, self._read_rest, self._on_spoken
        )
        self.is_awaited: Callable[[str], bool] = lambda _: False
        """Does something else wait for the next turn of a table? Then it stays in memory."""
        self.clock = Clock(lambda: self.now())
        self.moves = 0
        """Number of committed commands, for the metrics."""
        self.tables: dict[str, OpenTable] = {}
        self.snapshots = Snapshots()
        self.on_turn: Callable[[Turn], None] | None = None
        """Called when a user's turn begins at a table with a long turn limit."""
        self.on_looked: Callable[[str, str], None] | None = None
        """Called with a table and a user who has begun to watch it."""
        self.removing: set[str] = set()
        """Tables that are about to be deleted."""
        self._loading: dict[str, asyncio.Task[OpenTable]] = {}

    # Loading

    async def table(self, name: str, user: str = "") -> OpenTable:
        """Loads a table once, even for several callers at the same time.

        Users have fair shares of the threads that load tables.
        """
        if name in self.tables:
            return self.tables[name]
        if name in self.removing:
            raise NotFound(f"table {name[:40]!r} has been deleted")
        if name not in self._loading:
            self._loading[name] = self.spawn(self._load(name, user))
        return await asyncio.shield(self._loading[name])

    def running_of(self, host: str) -> int:
        """The games with others, or with bots, that a user has opened."""
        return sum(
            opened.is_running for opened in self.tables.values() if opened.settings.host == host
        )

    def is_loaded(self, name: str) -> bool:
        return name in self.tables or name in self._loading

    async def _load(self, name: str, user: str) -> OpenTable:
        try:
            since = self.snapshots.projection(name)
            stored = await load_table(self.journal, self.referee, self.clock, name, user, since)
            stored = self.snapshots.completed(stored)
            if stored.is_unused and stored.settings.created_at < self.now() - RENEW_MS:
                await self.journal.renew(name, self.now())
            table = LiveTable(stored, self.journal, self.referee, self.clock, self.spawn)
            opened = self.tables[name] = self._with_listeners(table)
            table.runs_here = table.runs_here or name in self.claims.owned
            self.follower.follow(name)
            await self.read_links(table)
        finally:
            del self._loading[name]
        table.notify_settings()
        if opened.is_running and not table.runs_here:
            self.spawn(self._claim(name))
        return opened

    async def _claim(self, name: str) -> None:
        if await self.claims.claim(name):
            opened = self.tables.get(name)
            if opened and opened.settings.phase == "over":  # it has just ended elsewhere
                await self.claims.forget(name)
            else:
                self.run_here(name)

    def begin_to_run(self, opened: OpenTable) -> None:
        """The commit that started the table has claimed it for this process."""
        self.claims.owned.add(opened.id)
        if opened.id in self.tables:
            self.tables[opened.id].table.runs_here = True
        else:  # evicted meanwhile
            self.spawn(self.open_due(opened.id))

    def run_here(self, name: str) -> None:
        """This process has claimed the table: from now on its clock and its bots run here."""
        opened = self.tables.get(name)
        if opened and not opened.table.runs_here:
            opened.table.runs_here = True
            opened.table.notify_settings()

    def _with_listeners(self, table: LiveTable) -> OpenTable:
        """The order of the listeners is the order in which they are notified."""
        config = self.config
        broadcast = Broadcast(table, config.tick_seconds)
        bot_seats = BotSeats(table, self._bots, self.referee, self.spawn, config.bot_seconds)
        clock = TableClock(table, bot_seats.play_for_absent)
        opened = OpenTable(table, broadcast, bot_seats, lambda name: self.is_awaited(name))
        publisher = _Publisher(self, table.id)
        turns = TurnWatch(table, config.long_turn_seconds, self._begin_turn)
        evictor = _Evictor(self, table.id)
        table.listeners += [publisher, broadcast, clock, bot_seats, turns, evictor]
        return opened

    def _begin_turn(self, turn: Turn) -> None:
        if self.on_turn:
            self.on_turn(turn)

    async def read_links(self, table: LiveTable) -> None:
        """The tables before and after this one.

        Another process may have opened the rematch, and its lobby may have been left again.
        """
        settings, series = table.settings, table.settings.host_settings.series
        if settings.phase == "over" and not settings.is_alone:
            table.rematch = await self.rematch_of(table.id)
        if series and len(table.earlier) < series.number - 1:
            table.earlier = await earlier_games(self.database, settings)

    async def rematch_of(self, name: str) -> Rematch | None:
        query = select(tables.c.id, users.c.name).join(users, users.c.id == tables.c.host)
        row = await self.database.row(query.where(tables.c.follows == name))
        return Rematch(row.id, row.name) if row else None

    def unwatch(self, opened: OpenTable, watcher: Watcher) -> None:
        opened.broadcast.remove(watcher)
        self.evict_if_idle(opened.id)

    def evict_if_idle(self, name: str) -> None:
        opened = self.tables.get(name)
        if opened and opened.is_idle:
            del self.tables[name]
            self._keep_snapshot(opened)
            self._forget(opened)
            asyncio.get_running_loop().call_later(GRACE_SECONDS, opened.table.close)

    def _keep_snapshot(self, opened: OpenTable) -> None:
        """Not while clocks run: those in memory may differ from those of the log."""
        if not opened.is_running and not opened.table.is_deleted:
            self.snapshots.put(opened.id, opened.projection, opened.table.logged)

    def _forget(self, opened: OpenTable) -> None:
        """A running table says when it needs a process again."""
        self.follower.leave(opened.id)
        if opened.id in self.claims.owned:
            opened.table.runs_here = False
            due = due_at(opened.settings, opened.projection) if opened.is_running else None
            self.spawn(attempt(self.claims.release(opened.id, due)))

    async def renew_unused(self) -> None:
        """Keeps the practice games that are in memory here from the cleanup of any process."""
        for name, opened in list(self.tables.items()):
            if opened.is_unused:
                with suppress(NotFound):
                    await self.journal.renew(name, self.now())

    def unload(self, name: str) -> None:
        """Before its rows are removed; it is not loaded again while it is in ``removing``.

        Callers that still hold the table write nothing more about it.
        """
        self.snapshots.drop(name)
        opened = self.tables.pop(name, None)
        if opened:
            opened.table.is_deleted = True
            self.follower.leave(name)
            opened.table.close()

    # Between processes

    def publish(self, name: str) -> None:
        """The settings of a table have changed in the database."""
        self.follower.publish(name, Changed())

    def announce(self, name: str) -> None:
        """Like ``publish``, and this process reads them too."""
        if name in self.tables:
            self.follower.look(name)
        self.publish(name)

    def _in_memory(self, name: str) -> LiveTable | None:
        opened = self.tables.get(name)
        return opened.table if opened else None

    async def _read_rest(self, table: LiveTable) -> None:
        await self.read_links(table)
        await table.catch_up()

    def say(self, opened: OpenTable, user: str, phrase: Phrase) -> None:
        """Shows everybody at the table what one of its players says."""
        settings = opened.settings
        players = settings.players_of(user)
        if not players or settings.is_alone:
            raise NotSeated("only the players of a table with others can say something there")
        opened.phrase_limit.take(user)
        opened.broadcast.say(players[0], phrase)
        self.follower.publish(opened.id, Spoken(Said(opened.id, players[0], phrase)))

    def _on_spoken(self, spoken: Spoken) -> None:
        said = spoken.said
        if opened := self.tables.get(said.table):
            for seat in opened.settings.seats:
                if seat.player == said.player and seat.user:
                    opened.phrase_limit.count(seat.user)
            opened.broadcast.say(said.player, said.phrase)

    async def refresh(self, opened: OpenTable) -> None:
        """Reads settings that were just written, and notifies the other processes."""
        for here in {opened, self.tables.get(opened.id, opened)}:
            await self._read_rest(here.table)
        self.publish(opened.id)

    async def on_merged(self, guest: str, account: str) -> None:
        """The guest's seats now belong to the account."""
        await self.refresh_tables_of(guest)

    async def refresh_tables_of(self, user: str) -> None:
        """Their seats have changed in the database."""
        self.pubsub.publish(MERGED, user)
        await self._refresh_own(user)

    async def _refresh_own(self, user: str) -> None:
        theirs = [
            opened
            for opened in self.tables.values()
            if user == opened.settings.host or opened.settings.players_of(user)
        ]
        for opened in theirs:
            opened.table.earlier = ()
            self.follower.look(opened.id)  # again and again, if the first read fails
        for opened in theirs:
            await self._read_rest(opened.table)

    # Games that their players leave or delete

    async def leave(self, name: str, user: str) -> None:
        """Counts an unfinished practice game as it stands; going on with it takes that back."""
        opened = self.tables.get(name)
        try:
            if opened:
                settings, projection = opened.settings, opened.projection
            else:
                settings, projection, _ = await self.journal.read(name, user)
            if projection is None:
                return
            await self.journal.leave(settings, projection)
        except (ConflictError, OtherRules):  # it has just ended, or its game is not installed
            return
        if opened:
            opened.table.leave(projection.last_at)
        self.publish(name)

    async def delete(self, name: str) -> None:
        self.removing.add(name)
        try:
            self.unload(name)
            await self.database.writer.write(*deletion(name))
        finally:
            self.removing.discard(name)
        self.publish(name)

    # Start and end of the process

    async def open(self) -> None:
        await self.database.read_clock()
        await self.claims.open()
        # It may have died between a commit and its message.
        self.claims.on_process_end = lambda: self.follower.compare_soon(self.tables)
        self.pubsub.subscribe(MERGED, lambda user: self._spawn_refresh(user))
        self.pubsub.open()
        self.keep(self.presence.keep_marking)
        self.keep(self.follower.keep_comparing)

    def _spawn_refresh(self, user: str) -> None:
        self.spawn(self._refresh_own(user))

    async def open_due(self, name: str) -> None:
        try:
            opened = await self.table(name)
            if opened.settings.phase == "over":
                await self.claims.forget(name)
            elif not opened.is_running:
                await self.claims.release(name, None)
        except Exception as error:
            log.warning("table %s cannot be opened: %s", name, str(error).splitlines()[0])
            is_passing = isinstance(error, TooMany | Unavailable | SQLAlchemyError)
            wait = BUSY_MS if is_passing else UNREADABLE_MS
            await attempt(self.claims.release(name, self.now() + wait))

    async def close(self) -> None:
        await self._background.cancel()
        await attempt(self.claims.close())
        for opened in self.tables.values():
            opened.table.close()
        await self.pubsub.close()


class _Publisher(Listener):
    """Publishes commits to other processes, and counts them."""

    def __init__(self, registry: TableRegistry, name: str) -> None:
        self._registry, self._name = registry, name

    def on_commit(self, commits: Sequence[Commit]) -> None:
        self._registry.moves += len(commits)
        if self._registry.pubsub.is_shared:
            self._registry.follower.publish(self._name, committed(self._name, commits))

    def on_catch_up(self, commits: Sequence[Commit]) -> None:
        """Another process wrote these."""

    def on_read_back(self, commits: Sequence[Commit]) -> None:
        self.on_commit(commits)

    def on_failure(self) -> None:
        """The database may have committed all the same: the others look."""
        self._registry.publish(self._name)


class _Evictor(Listener):
    def __init__(self, registry: TableRegistry, name: str) -> None:
        self._registry, self._name = registry, name

    def on_commit(self, commits: Sequence[Commit]) -> None:
        if commits[-1].after.match.is_over:
            self._registry.claims.owned.discard(self._name)
        self._registry.evict_if_idle(self._name)

    def on_catch_up(self, commits: Sequence[Commit]) -> None:
        """The commit that ended the table may have been before the claim of this process."""
        claims = self._registry.claims
        if commits[-1].after.match.is_over and self._name in claims.owned:
            self._registry.spawn(attempt(claims.forget(self._name)))
        self.on_commit(commits)
