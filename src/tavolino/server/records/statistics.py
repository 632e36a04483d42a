"""A user's statistics, put together from the sums of each day (``storage.totals``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Row, Select, func, select

from tavolino.catalogue import game_names
from tavolino.server.live.domain.messages import Kind
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import results, streaks, totals
from tavolino.server.storage.totals import Streak, is_counted

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


async def statistics(database: Database, requester: Requester, user: str) -> Statistics:
    rows = partial(database.rows, requester=requester, is_long=True)
    by_kind = defaultdict(list)
    for row in await rows(_totals_by_kind(user)):
        by_kind[row.game].append(row)
    runs: defaultdict[str, Streak] = defaultdict(Streak)
    for row in await rows(_streaks(user)):
        runs[row.game] = runs[row.game].then(Streak(row.played, row.first, row.last, row.best))
    games = [game for game in game_names() if game in by_kind]
    return Statistics(
        [
            GameStatistics(
                game=game,
                current_streak=runs[game].last,
                best_streak=runs[game].best,
                last_points=[row.points for row in reversed(await rows(_last_points(user, game)))],
                kinds=[KindTotals(kind=row.kind, **_totals([row])) for row in by_kind[game]],
                **_totals(by_kind[game]),
            )
            for game in games
        ]
    )


NEWEST_FIRST = (results.c.ended_at.desc(), results.c.table_id.desc())


def _totals_by_kind(user: str) -> Select[Any]:
    sums = [func.sum(totals.c[name]).label(name) for name in ("played", "won", "points", "seconds")]
    return (
        select(
            totals.c.game,
            totals.c.kind,
            *sums,
            func.max(totals.c.best_points).label("best_points"),
            func.min(totals.c.fastest_win).label("fastest_win"),
        )
        .where(totals.c.person == user)
        .group_by(totals.c.game, totals.c.kind)
        .order_by(totals.c.game, totals.c.kind)
    )


def _totals(rows: Sequence[Row[Any]]) -> dict[str, Any]:
    """Of several kinds together."""
    played = int(sum(row.played for row in rows))
    return {
        "played": played,
        "won": int(sum(row.won for row in rows)),
        "best_points": max(row.best_points for row in rows),
        "mean_points": round(float(sum(row.points for row in rows)) / played, 2),
        "fastest_win": min((row.fastest_win for row in rows if row.won), default=None),
        "seconds": int(sum(row.seconds for row in rows)),
    }


def _streaks(user: str) -> Select[Any]:
    return select(streaks).where(streaks.c.person == user).order_by(streaks.c.game, streaks.c.day)


def _last_points(user: str, game: str) -> Select[Any]:
    """Newest first, as the index has them."""
    mine = (results.c.person == user, results.c.game == game, is_counted())
    return select(results.c.points).where(*mine).order_by(*NEWEST_FIRST).limit(CHART)
