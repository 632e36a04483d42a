"""The deadlines of a table, computed from its settings and its log."""

from __future__ import annotations

from tavolino.match import time_limit_of
from tavolino.server.clock import end_of
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.table_settings import TableSettings


def ends_at(settings: TableSettings, projection: Projection | None) -> int | None:
    """The end of the time limit; before the start, as soon as it is known."""
    if settings.day:
        return end_of(settings.day)
    limit = time_limit_of(settings.game, settings.contest)
    began = projection.began_at if projection else settings.starts_at
    return None if limit is None or began is None else began + int(1000 * limit)


def is_late(settings: TableSettings, projection: Projection, at: int) -> bool:
    end = ends_at(settings, projection)
    return end is not None and at >= end


def is_time_up(settings: TableSettings, projection: Projection, at: int) -> bool:
    """Must the referee call time up? Not at the end of a day (``TableRegistry.end_days``)."""
    is_due = not settings.day and is_late(settings, projection, at)
    return is_due and not projection.match.is_over


def turn_ends_at(settings: TableSettings, projection: Projection) -> int | None:
    """The end of a user's turn, at a table with a turn limit."""
    seconds = settings.host_settings.turn_seconds
    if seconds is None:
        return None
    actor = projection.match.actor(0)
    if actor is None or actor < 0 or settings.seats[actor].is_played_by_bot:
        return None
    return projection.last_at + int(1000 * seconds)


def is_bots_turn(settings: TableSettings, projection: Projection | None) -> bool:
    """Has a bot to move, on any board?"""
    if projection is None:
        return False
    match = projection.match
    actors = ((board, match.actor(board)) for board in range(len(match.boards)))
    return any(
        actor is not None
        and actor >= 0
        and settings.seats[board * match.game.seats + actor].is_played_by_bot
        for board, actor in actors
    )


def due_at(settings: TableSettings, projection: Projection | None) -> int | None:
    """The next time at which a table that nobody watches needs a process."""
    if is_bots_turn(settings, projection):
        return projection.last_at if projection else None
    return next_deadline(settings, projection)


def next_deadline(settings: TableSettings, projection: Projection | None) -> int | None:
    """The next time at which something happens without a command."""
    if projection is None:
        return settings.starts_at if settings.phase == "countdown" else None
    if projection.match.is_over or settings.day:
        return None
    end, turn_end = ends_at(settings, projection), turn_ends_at(settings, projection)
    if end is None or turn_end is None:
        return turn_end if end is None else end
    return min(end, turn_end)
