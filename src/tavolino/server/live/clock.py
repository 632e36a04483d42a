"""The clocks of a table, all computed from the log: a countdown, a limit, the clock of a turn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tavolino.game import Stop
from tavolino.match import Match
from tavolino.server.days import end_of
from tavolino.server.live.projection import Projection

if TYPE_CHECKING:
    from tavolino.server.live.table import Table


class Clock:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at: int | None = None

    def ends_at(self, projection: Projection | None) -> int | None:
        """When time will be up for everybody; before the start, once that is known."""
        settings = self.table.settings
        if settings.day:
            return end_of(settings.day)
        limit = settings.contest.time_limit if settings.contest else None
        limit = getattr(settings.game, "time_limit", None) if limit is None else limit
        began = projection.began_at if projection else settings.starts_at
        return None if limit is None or began is None else began + int(1000 * limit)

    def is_late(self, projection: Projection, at: int) -> bool:
        ends_at = self.ends_at(projection)
        return ends_at is not None and at >= ends_at

    def is_time_up(self, projection: Projection, at: int) -> bool:
        """Does the referee have to say so? A day ends without a word (``registry.end_days``)."""
        return (
            not self.table.settings.day
            and self.is_late(projection, at)
            and not projection.match.is_over
        )

    def time_up(self, match: Match[Any, Any]) -> Match[Any, Any]:
        return match.call(Stop.TIME_UP)

    def turn_ends_at(self, projection: Projection) -> int | None:
        """A user's turn at a table where others wait."""
        seconds = self.table.settings.host_settings.turn_seconds
        if seconds is None or projection.match.is_over:
            return None
        actor = projection.match.actor(0)
        if actor is None or actor < 0 or self.table.settings.seats[actor].is_played_by_bot:
            return None
        return projection.last_at + int(1000 * seconds)

    def schedule(self) -> None:
        """Wake up when something is due.

        A timer that rings sooner is left alone, as most moves only put the end of a turn off: it
        will find that it is early.
        """
        due = self._due()
        if due is not None and self._rings_at is not None and self._rings_at <= due:
            return
        self.stop()
        if due is not None:
            registry = self.table.registry
            wait = max(0, due - registry.now()) / 1000
            self._rings_at = due
            self._timer = registry.loop.call_later(wait, self._ring)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._rings_at = None

    def _due(self) -> int | None:
        table = self.table
        if table.projection is None:
            return table.settings.starts_at if table.settings.phase == "countdown" else None
        if table.projection.match.is_over or table.settings.day:
            return None
        times = (self.ends_at(table.projection), self.turn_ends_at(table.projection))
        return min((time for time in times if time is not None), default=None)

    def _ring(self) -> None:
        self._timer = self._rings_at = None
        table, now = self.table, self.table.registry.now()
        if table.projection is None:
            table.begin()
        elif (turn_ends_at := self.turn_ends_at(table.projection)) and now >= turn_ends_at:
            table.bot_seats.play_for_absent()
        table.put()
        if (
            self._timer is None
            and table.projection is not None
            and not table.projection.match.is_over
        ):
            # Woken a moment too early, or something is being written that will schedule again.
            due = self._due()
            if due is not None and due > now:
                self.schedule()
