"""A user's statistics, computed by the database from the results.

Tables where one user has several seats (hot seat) are left out: they say nothing about that user.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import (
    ColumnElement,
    Integer,
    Row,
    Select,
    and_,
    case,
    cast,
    exists,
    func,
    select,
)

from tavolino.catalogue import game_names
from tavolino.server.live.domain.messages import Kind
from tavolino.server.queues.fair_queue import Ask
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import results

CHART = 50
"""Number of games in the chart of points."""


class Totals(Struct, frozen=True):
    played: int
    won: int
    best_points: int
    mean_points: float
    fastest_win: Annotated[int | None, Meta(description="Seconds; null without a win.")]
    seconds: Annotated[int, Meta(description="In all games together.")]


class KindTotals(Totals, frozen=True):
    kind: Kind


class GameStatistics(Totals, frozen=True):
    game: str
    current_streak: Annotated[int, Meta(description="Wins in a row, up to the last game.")]
    best_streak: int
    last_points: Annotated[list[int], Meta(description=f"The last {CHART} games, oldest first.")]
    kinds: list[KindTotals]


class Statistics(Struct, frozen=True):
    games: Annotated[list[GameStatistics], Meta(description="Games with at least one result.")]


async def statistics(database: Database, ask: Ask, user: str) -> Statistics:
    rows = partial(database.rows, ask=ask, is_long=True)
    by_kind = defaultdict(list)
    for row in await rows(_totals_by_kind(user)):
        by_kind[row.game].append(row)
    streaks = {row.game: row for row in await rows(_streaks(user))}
    games = [game for game in game_names() if game in by_kind]
    return Statistics(
        [
            GameStatistics(
                game=game,
                current_streak=streaks[game].current,
                best_streak=streaks[game].best,
                last_points=[row.points for row in reversed(await rows(_last_points(user, game)))],
                kinds=[KindTotals(kind=row.kind, **_totals([row])) for row in by_kind[game]],
                **_totals(by_kind[game]),
            )
            for game in games
        ]
    )


NEWEST_FIRST = (results.c.ended_at.desc(), results.c.table_id.desc())


def _mine(user: str) -> ColumnElement[bool]:
    """The results of tables where the user has one seat."""
    other = results.alias()
    other_seat = exists().where(
        other.c.table_id == results.c.table_id,
        other.c.player != results.c.player,
        # Not by the index of users: SQLite would read all results of this one for each of them.
        func.coalesce(other.c.person, "") == user,
    )
    return and_(results.c.person == user, ~other_seat)


def _totals_by_kind(user: str) -> Select[Any]:
    is_won = case((results.c.is_won, 1), else_=0)
    return (
        select(
            results.c.game,
            results.c.kind,
            func.count().label("played"),
            func.sum(is_won).label("won"),
            func.max(results.c.points).label("best_points"),
            func.sum(results.c.points).label("points"),
            func.min(case((results.c.is_won, results.c.seconds))).label("fastest_win"),
            func.sum(results.c.seconds).label("seconds"),
        )
        .where(_mine(user))
        .group_by(results.c.game, results.c.kind)
        .order_by(results.c.game, results.c.kind)
    )


def _totals(rows: Sequence[Row[Any]]) -> dict[str, Any]:
    """Of several kinds together."""
    played = sum(row.played for row in rows)
    return {
        "played": played,
        "won": int(sum(row.won for row in rows)),
        "best_points": max(row.best_points for row in rows),
        "mean_points": round(float(sum(row.points for row in rows)) / played, 2),
        "fastest_win": min((row.fastest_win for row in rows if row.won), default=None),
        "seconds": int(sum(row.seconds for row in rows)),
    }


def _streaks(user: str) -> Select[Any]:
    """Groups wins by the number of losses since: equal within a streak, 0 for the current one."""
    game = results.c.game
    is_lost, is_won = case((results.c.is_won, 0), else_=1), case((results.c.is_won, 1), else_=0)
    lost_since = func.sum(is_lost).over(partition_by=game, order_by=NEWEST_FIRST)
    marked = (
        select(game, is_won.label("won"), lost_since.label("lost")).where(_mine(user)).subquery()
    )
    runs = (
        select(marked.c.game, marked.c.lost, func.sum(marked.c.won).label("length"))
        .group_by(marked.c.game, marked.c.lost)
        .subquery()
    )
    current = func.max(case((runs.c.lost == 0, runs.c.length), else_=0))
    return select(
        runs.c.game,
        cast(current, Integer).label("current"),
        cast(func.max(runs.c.length), Integer).label("best"),
    ).group_by(runs.c.game)


def _last_points(user: str, game: str) -> Select[Any]:
    """Newest first, as the index has them."""
    mine = select(results.c.points).where(_mine(user), results.c.game == game)
    return mine.order_by(*NEWEST_FIRST).limit(CHART)
