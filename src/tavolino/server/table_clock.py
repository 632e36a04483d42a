"""The clocks of a table, all computed from the log: a countdown, a limit, the clock of a turn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tavolino.game import Stop
from tavolino.match import Match
from tavolino.server.days import end_of
from tavolino.server.fold import Fold

if TYPE_CHECKING:
    from tavolino.server.table import Table


class Clock:
    def __init__(self, table: Table) -> None:
        self.table = table
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at: int | None = None

    def ends_at(self, fold: Fold | None) -> int | None:
        """When time will be up for everybody; before the start, once that is known."""
        sheet = self.table.sheet
        if sheet.day:
            return end_of(sheet.day)
        limit = sheet.contest.time_limit if sheet.contest else None
        limit = getattr(sheet.game, "time_limit", None) if limit is None else limit
        began = fold.began_at if fold else sheet.starts_at
        return None if limit is None or began is None else began + int(1000 * limit)

    def is_late(self, fold: Fold, at: int) -> bool:
        ends_at = self.ends_at(fold)
        return ends_at is not None and at >= ends_at

    def is_time_up(self, fold: Fold, at: int) -> bool:
        """Does the referee have to say so? A day ends without a word (``hall.end_days``)."""
        return not self.table.sheet.day and self.is_late(fold, at) and not fold.match.is_over

    def time_up(self, match: Match[Any, Any]) -> Match[Any, Any]:
        return match.call(Stop.TIME_UP)

    def turn_ends_at(self, fold: Fold) -> int | None:
        """A person's turn at a table where others wait."""
        seconds = self.table.sheet.settings.turn_seconds
        if seconds is None or fold.match.is_over:
            return None
        actor = fold.match.actor(0)
        if actor is None or actor < 0 or self.table.sheet.seats[actor].is_played_by_program:
            return None
        return fold.last_at + int(1000 * seconds)

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
            hall = self.table.hall
            wait = max(0, due - hall.now()) / 1000
            self._rings_at = due
            self._timer = hall.loop.call_later(wait, self._ring)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._rings_at = None

    def _due(self) -> int | None:
        table = self.table
        if table.fold is None:
            return table.sheet.starts_at if table.sheet.phase == "countdown" else None
        if table.fold.match.is_over or table.sheet.day:
            return None
        times = (self.ends_at(table.fold), self.turn_ends_at(table.fold))
        return min((time for time in times if time is not None), default=None)

    def _ring(self) -> None:
        self._timer = self._rings_at = None
        table, now = self.table, self.table.hall.now()
        if table.fold is None:
            table.begin()
        elif (turn_ends_at := self.turn_ends_at(table.fold)) and now >= turn_ends_at:
            table.programs.play_for_absent()
        table.put()
        if self._timer is None and table.fold is not None and not table.fold.match.is_over:
            # Woken a moment too early, or something is being written that will schedule again.
            due = self._due()
            if due is not None and due > now:
                self.schedule()
