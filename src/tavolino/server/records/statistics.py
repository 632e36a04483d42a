"""A user's statistics, computed by the database from the results.

Tables where one user has several seats (hot seat) are left out: they say nothing about that user.
"""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Float, Integer, Select, Subquery, case, cast, func, select

from tavolino.catalogue import game_names
from tavolino.server.live.messages import Kind
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


async def statistics(database: Database, user: str) -> Statistics:
    mine = _mine(user)
    rows = partial(database.rows, is_long=True)
    totals = {row.game: row for row in await rows(_select_totals(mine, "game"))}
    by_kind = defaultdict(list)
    for row in await rows(_select_totals(mine, "game", "kind").order_by(mine.c.kind)):
        by_kind[row.game].append(KindTotals(kind=row.kind, **_totals(row)))
    streaks = {row.game: row for row in await rows(_streaks(mine))}
    points = defaultdict(list)
    for row in await rows(_last_points(mine)):
        points[row.game].append(row.points)
    return Statistics(
        [
            GameStatistics(
                game=game,
                current_streak=streaks[game].current,
                best_streak=streaks[game].best,
                last_points=points[game],
                kinds=by_kind[game],
                **_totals(totals[game]),
            )
            for game in game_names()
            if game in totals
        ]
    )


def _mine(user: str) -> Subquery:
    """The user's results, numbered by game; the newest is 1."""
    one_seat = (
        select(results.c.table_id)
        .where(results.c.person == user)
        .group_by(results.c.table_id)
        .having(func.count() == 1)
    )
    newest_first = (results.c.ended_at.desc(), results.c.table_id.desc())
    number = func.row_number().over(partition_by=results.c.game, order_by=newest_first)
    return (
        select(results, number.label("number"))
        .where(results.c.person == user, results.c.table_id.in_(one_seat))
        .subquery()
    )


def _select_totals(mine: Subquery, *by: str) -> Select[Any]:
    columns = [mine.c[name] for name in by]
    is_won = case((mine.c.is_won, 1), else_=0)
    return select(
        *columns,
        func.count().label("played"),
        func.sum(is_won).label("won"),
        func.max(mine.c.points).label("best_points"),
        func.avg(cast(mine.c.points, Float)).label("mean_points"),
        func.min(case((mine.c.is_won, mine.c.seconds))).label("fastest_win"),
        func.sum(mine.c.seconds).label("seconds"),
    ).group_by(*columns)


def _totals(row: Any) -> dict[str, Any]:
    return {
        "played": row.played,
        "won": int(row.won),
        "best_points": row.best_points,
        "mean_points": round(float(row.mean_points), 2),
        "fastest_win": row.fastest_win,
        "seconds": int(row.seconds),
    }


def _streaks(mine: Subquery) -> Select[Any]:
    """Groups wins by the number of losses since: equal within a streak, 0 for the current one."""
    is_lost, is_won = case((mine.c.is_won, 0), else_=1), case((mine.c.is_won, 1), else_=0)
    lost_since = func.sum(is_lost).over(partition_by=mine.c.game, order_by=mine.c.number)
    marked = select(mine.c.game, is_won.label("won"), lost_since.label("lost")).subquery()
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


def _last_points(mine: Subquery) -> Select[Any]:
    return (
        select(mine.c.game, mine.c.points)
        .where(mine.c.number <= CHART)
        .order_by(mine.c.game, mine.c.number.desc())
    )
