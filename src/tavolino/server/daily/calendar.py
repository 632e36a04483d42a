"""A user's daily deals: the results of a month, and streaks of days in a row.

A day counts if the user made a move and the game ended within the day, as for the ranking.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Row, select

from tavolino.server.clock import day_of, end_of, streak
from tavolino.server.daily.deals import daily_games
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import results


class DayResult(Struct, frozen=True):
    day: Annotated[str, Meta(examples=["2026-11-16"])]
    game: str
    table: str
    points: int
    is_won: bool
    moves: int
    seconds: int


class Streak(Struct, frozen=True):
    current: Annotated[
        int, Meta(description="Days in a row up to today, or to yesterday: today may still come.")
    ]
    best: int


class GameStreak(Streak, frozen=True):
    game: str


class MyDays(Struct, frozen=True):
    month: Annotated[str, Meta(examples=["2026-11"])]
    first: Annotated[str | None, Meta(description="The day of your first result.")]
    results: Annotated[list[DayResult], Meta(description="Of this month, by day.")]
    streak: Annotated[Streak, Meta(description="Days with a deal of any game.")]
    games: list[GameStreak]


async def my_days(
    database: Database, requester: Requester, user: str, month: str, now: int
) -> MyDays:
    query = select(results).where(results.c.person == user, results.c.day.is_not(None))
    rows = [row for row in await database.rows(query, requester, is_long=True) if _counts(row)]
    rows.sort(key=lambda row: (row.day, row.game))
    today = day_of(now)
    return MyDays(
        month=month,
        first=rows[0].day if rows else None,
        results=[_day_result(row) for row in rows if row.day.startswith(month)],
        streak=Streak(*streak((row.day for row in rows), today)),
        games=[
            GameStreak(*streak((row.day for row in rows if row.game == game), today), game)
            for game in daily_games()
        ],
    )


def _counts(row: Row[Any]) -> bool:
    return bool(row.moves > 0 and row.ended_at < end_of(row.day))


def _day_result(row: Row[Any]) -> DayResult:
    return DayResult(
        row.day, row.game, row.table_id, row.points, row.is_won, row.moves, row.seconds
    )
