"""Loads a table with what the log does not say: the referee's notices, and clocks that run."""

from __future__ import annotations

from functools import partial

from tavolino.catalogue import entry_of
from tavolino.server.clock import Clock
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.interfaces import Referees
from tavolino.server.live.journal import Journal, StoredTable


async def load_table(
    journal: Journal,
    referees: Referees,
    clock: Clock,
    table_id: str,
    user: str = "",
    since: Projection | None = None,
) -> StoredTable:
    """For a user, or for the server itself; ``since``: only what was added."""
    stored = await journal.read(table_id, user, since)
    settings, projection, logged = stored
    if projection is None or projection is since:
        return stored
    if entry_of(settings.game.name).has_dead_ends and not projection.match.is_over:
        judged = partial(projection.judged, range(len(projection.match.boards)))
        projection = await referees.ask(settings.game, settings.host, judged)
    return StoredTable(settings, projection.not_after(clock.now()), logged)
