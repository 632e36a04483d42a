"""A table in memory, with its listeners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tavolino.server.live.domain.deadlines import due_at
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.live.listeners.bot_seats import BotSeats
from tavolino.server.live.listeners.broadcast import Broadcast
from tavolino.server.live.phrase_limit import PhraseLimit
from tavolino.server.live.table import LiveTable

AHEAD_MS = 10_000
"""A table that nobody watches stays in memory if something happens that soon."""


@dataclass(frozen=True, eq=False)
class OpenTable:
    """A table with its listeners."""

    table: LiveTable
    broadcast: Broadcast
    bot_seats: BotSeats
    is_awaited: Callable[[str], bool] = lambda _: False
    phrase_limit: PhraseLimit = field(default_factory=PhraseLimit)

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
    def is_unused(self) -> bool:
        return self.settings.is_unfinished_practice and not self.table.has_commands

    @property
    def is_idle(self) -> bool:
        """May it be evicted from memory?"""
        if len(self.broadcast) or not self.table.has_no_work or self.bot_seats.is_thinking:
            return False
        if not self.is_running or not self.table.runs_here:
            return True
        due = due_at(self.settings, self.projection)
        is_soon = due is not None and due < self.table.now() + AHEAD_MS
        return not is_soon and not self.is_awaited(self.id)

    @property
    def is_running(self) -> bool:
        """Has a game with others started, and is it not over?"""
        return not self.settings.is_alone and self.settings.phase in ("countdown", "playing")
