"""The timer of a table: wakes it at the end of a countdown, a time limit or a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tavolino.server.live.domain.deadlines import next_deadline, turn_ends_at
from tavolino.server.live.domain.step import Commit
from tavolino.server.live.table import Listener, LiveTable

RETRY_SECONDS = 5.0


class TableClock(Listener):
    def __init__(self, table: LiveTable, on_turn_over: Callable[[], None]) -> None:
        self._table, self._on_turn_over = table, on_turn_over
        self._timer: asyncio.TimerHandle | None = None
        self._fires_at: int | None = None

    def on_commit(self, commits: Sequence[Commit]) -> None:
        self.schedule()

    def on_settings(self) -> None:
        self.schedule()

    def on_failure(self) -> None:
        """The deal or the end may have failed: they are tried again."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self._fire)

    def on_close(self) -> None:
        self._stop()

    def schedule(self) -> None:
        """Sets the timer to the next deadline.

        An earlier timer is kept, because most moves only postpone the end of a turn: when it fires
        too early, it is set again.
        """
        table = self._table
        deadline = next_deadline(table.settings, table.projection) if table.runs_here else None
        if deadline is not None and self._fires_at is not None and self._fires_at <= deadline:
            return
        self._stop()
        if deadline is not None:
            wait = max(0, deadline - table.now()) / 1000
            self._fires_at = deadline
            self._timer = asyncio.get_running_loop().call_later(wait, self._fire)

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._fires_at = None

    def _fire(self) -> None:
        self._timer = self._fires_at = None
        table = self._table
        if not table.runs_here:
            return
        now = table.now()
        if table.projection is None:
            table.begin()
        else:
            turn_end = turn_ends_at(table.settings, table.projection)
            if turn_end is not None and now >= turn_end:
                self._on_turn_over()
        table.wake()
        deadline = next_deadline(table.settings, table.projection)
        if self._timer is None and table.projection and deadline is not None and deadline > now:
            self.schedule()  # fired too early
