"""When a table's time runs out, computed from its settings and its log."""

from __future__ import annotations

from tavolino.match import time_limit_of
from tavolino.server.days import end_of
from tavolino.server.live.projection import Projection
from tavolino.server.live.table_settings import TableSettings


def ends_at(settings: TableSettings, projection: Projection | None) -> int | None:
    """When time is up for everybody; before the start, as soon as that is known."""
    if settings.day:
        return end_of(settings.day)
    limit = time_limit_of(settings.game, settings.contest)
    began = projection.began_at if projection else settings.starts_at
    return None if limit is None or began is None else began + int(1000 * limit)


def is_late(settings: TableSettings, projection: Projection, at: int) -> bool:
    end = ends_at(settings, projection)
    return end is not None and at >= end


def is_time_up(settings: TableSettings, projection: Projection, at: int) -> bool:
    """Must the referee call it? The end of a day is no entry (``TableRegistry.end_days``)."""
    is_open = not settings.day and not projection.match.is_over
    return is_open and is_late(settings, projection, at)


def turn_ends_at(settings: TableSettings, projection: Projection) -> int | None:
    """The end of a person's turn, at a table where others wait."""
    seconds, match = settings.host_settings.turn_seconds, projection.match
    if seconds is None or match.is_over:
        return None
    actor = match.actor(0)
    if actor is None or actor < 0 or settings.seats[actor].is_played_by_bot:
        return None
    return projection.last_at + int(1000 * seconds)


def next_deadline(settings: TableSettings, projection: Projection | None) -> int | None:
    """When something has to happen without anybody's command."""
    if projection is None:
        return settings.starts_at if settings.phase == "countdown" else None
    if projection.match.is_over or settings.day:
        return None
    times = (ends_at(settings, projection), turn_ends_at(settings, projection))
    return min((time for time in times if time is not None), default=None)
