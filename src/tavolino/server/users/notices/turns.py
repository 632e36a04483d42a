"""Tells users whose turn it is at a table with long turns.

A user who is online is told at once, on their pages. One who is offline some time after the turn
began, and has not looked at the table, is told by push and mail, if they asked for it: once for
each table, until they look at it. If several processes want to, the primary key of ``turn_notices``
decides.
"""

from __future__ import annotations

import asyncio

from sqlalchemy import delete, insert

from tavolino.server.live.domain.messages import YourTurn
from tavolino.server.live.listeners.turns import Turn, current_turn
from tavolino.server.live.registry import TableRegistry
from tavolino.server.live.registry.open_table import OpenTable
from tavolino.server.sockets.endpoint import LiveEndpoint
from tavolino.server.storage.schema import turn_notices
from tavolino.server.storage.writer import ConflictError, Statement
from tavolino.server.users.notices.notice import Notice
from tavolino.server.users.notices.notifier import Notifier


class Reminder:
    """The newest turn of a table, and when to check whether its user knows of it."""

    __slots__ = ("at", "fires_at", "timer", "turn")

    def __init__(self, turn: Turn, at: float, timer: asyncio.TimerHandle) -> None:
        self.turn, self.at, self.timer = turn, at, timer
        self.fires_at = at
        """Kept here: a timer of uvloop that is due at once does not know it."""


class TurnNotices:
    def __init__(self, registry: TableRegistry, endpoint: LiveEndpoint, notifier: Notifier) -> None:
        self._registry, self._endpoint, self._notifier = registry, endpoint, notifier
        self._reminders: dict[str, Reminder] = {}
        """By table."""
        registry.on_turn = self.on_turn
        registry.on_looked = self.on_looked
        registry.is_awaited = self._reminders.__contains__

    def on_turn(self, turn: Turn) -> None:
        if self._registry.presence.is_here(turn.user):
            self._tell(turn)
        elif self._registry.pubsub.is_shared:
            self._registry.spawn(self._tell_online(turn))
        since = (self._registry.now() - turn.began_at) / 1000
        self._check_in(max(0.0, self._registry.config.notice_seconds - since), turn)

    def _check_in(self, seconds: float, turn: Turn) -> None:
        """An earlier timer is kept: most turns are over before it fires, and then it is set again.

        So a move sets no timer.
        """
        loop, reminder = asyncio.get_running_loop(), self._reminders.get(turn.table)
        at = loop.time() + seconds
        if reminder and reminder.fires_at <= at:
            reminder.turn, reminder.at = turn, at
            return
        if reminder:
            reminder.timer.cancel()
        timer = loop.call_at(at, self._is_late, turn.table)
        self._reminders[turn.table] = Reminder(turn, at, timer)

    def on_looked(self, table: str, user: str) -> None:
        settings = self._registry.tables[table].settings
        seconds = settings.host_settings.turn_seconds or 0
        if seconds >= self._registry.config.long_turn_seconds and settings.players_of(user):
            self._registry.spawn(self._forget(table, user))

    async def _tell_online(self, turn: Turn) -> None:
        if await self._registry.presence.online([turn.user]):
            self._tell(turn)

    def _tell(self, turn: Turn) -> None:
        self._endpoint.send(turn.user, YourTurn(turn.table, turn.game))

    def _is_late(self, table: str) -> None:
        reminder = self._reminders.pop(table)
        left = reminder.at - asyncio.get_running_loop().time()
        if left > 0:
            self._check_in(left, reminder.turn)
        else:
            # Now, as nothing keeps the table in memory any more.
            opened = self._registry.tables.get(table)
            self._registry.spawn(self._tell_offline(reminder.turn, opened))

    async def _tell_offline(self, turn: Turn, opened: OpenTable | None) -> None:
        long_seconds = self._registry.config.long_turn_seconds
        current = current_turn(opened.table, long_seconds) if opened else None
        # Its beginning may have been set to a later time, because the commit took long.
        if opened is None or current is None or current.seq != turn.seq:
            return
        if opened.broadcast.is_watched_by(turn.user):
            return
        if await self._registry.presence.online([turn.user]):
            if turn.table not in self._reminders:  # or the next turn has begun meanwhile
                self._check_in(max(1.0, self._registry.config.notice_seconds), turn)
            return
        if await self._notifier.can_reach(turn.user) and await self._claim(turn):
            self._notifier.put(Notice("turn", turn.user, turn.table, turn.game))

    def close(self) -> None:
        """Nobody is told any more: the database is about to be closed."""
        for reminder in self._reminders.values():
            reminder.timer.cancel()
        self._reminders.clear()

    async def _claim(self, turn: Turn) -> bool:
        """False if the user was told already and has not looked since."""
        row = {"table_id": turn.table, "person": turn.user, "sent_at": self._registry.now()}
        try:
            await self._registry.database.writer.write(Statement(insert(turn_notices), [row]))
        except ConflictError:
            return False
        return True

    async def _forget(self, table: str, user: str) -> None:
        of_user = (turn_notices.c.table_id == table) & (turn_notices.c.person == user)
        await self._registry.database.writer.write(Statement(delete(turn_notices).where(of_user)))
