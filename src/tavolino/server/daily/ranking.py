"""The ranking of a daily deal (RULES 8.11)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Select, Subquery, and_, func, select

from tavolino.server.clock import end_of, is_day_over
from tavolino.server.daily.deals import DailyDeal
from tavolino.server.errors import BadMessage
from tavolino.server.live.messages import Phase
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import results, seats, tables

MAX_PAGE = 100


class DailyRow(Struct, frozen=True):
    place: int
    name: str
    is_you: bool
    points: int
    last_gain: Annotated[
        int | None, Meta(description="Number of the player's move that last gained points.")
    ]
    moves: int
    is_won: bool
    seconds: int
    reason: Annotated[
        str,
        Meta(
            description="Why this player ranks below the one before: points, last_gain or lots; "
            '"" for the first.',
            examples=["last_gain"],
        ),
    ]
    table: Annotated[
        str | None, Meta(description="Null until the day is over, except for your own.")
    ]
    record: Annotated[
        str | None, Meta(description="Path of the record; null until the day is over.")
    ]
    verify: Annotated[
        str | None, Meta(description="Path that verifies it; null until the day is over.")
    ]


class DailyRanking(Struct, frozen=True):
    day: Annotated[str, Meta(examples=["2026-11-16"])]
    game: str
    is_over: Annotated[bool, Meta(description="Is the day over (UTC)?")]
    ends_at: int
    commitment: Annotated[str, Meta(description="SHA-256 of the secret.")]
    committed_at: int
    is_committed_before: Annotated[
        bool,
        Meta(description="Was it committed before the day began? False on a server's first day."),
    ]
    secret: Annotated[str | None, Meta(description="Revealed when the day is over.")]
    players: Annotated[int, Meta(description="Number of players who have started.")]
    ranked: Annotated[int, Meta(description="Number of players who finished within the day.")]
    rows: list[DailyRow]
    mine: Annotated[DailyRow | None, Meta(description="Your own row, on whatever page it is.")]


class MyDaily(Struct, frozen=True):
    table: str
    phase: Phase
    points: Annotated[int | None, Meta(description="Null until the game is over.")]
    is_won: bool | None
    place: Annotated[int | None, Meta(description="Provisional until the day is over.")]


async def ranking(
    database: Database,
    deal: DailyDeal,
    user: str | None,
    now: int,
    start: int = 0,
    limit: int = 50,
) -> DailyRanking:
    if not 0 <= start <= 1_000_000 or not 1 <= limit <= MAX_PAGE:
        raise BadMessage(
            f"expected 1 to {MAX_PAGE} rows from 0 on, got {limit} rows from {start} on"
        )
    ranked, is_over = _ranked(deal), is_day_over(deal.day, now)
    rows = await database.rows(_page(ranked, start, limit), is_long=True)
    mine = await _row_of(database, ranked, user) if user else None
    return DailyRanking(
        day=deal.day,
        game=deal.game,
        is_over=is_over,
        ends_at=end_of(deal.day),
        commitment=deal.commitment,
        committed_at=deal.committed_at,
        is_committed_before=deal.is_committed_before,
        secret=deal.secret if is_over else None,
        players=await players(database, deal),
        ranked=await _count(database, ranked),
        rows=[_daily_row(row, user, is_over) for row in rows],
        mine=_daily_row(mine, user, is_over) if mine else None,
    )


async def my_daily(database: Database, deal: DailyDeal, user: str) -> MyDaily | None:
    mine = select(tables.c.id, tables.c.phase).where(tables.c.id == deal.table_of(user))
    table = await database.row(mine)
    if table is None:
        return None
    row = await _row_of(database, _ranked(deal), user) if table.phase == "over" else None
    return MyDaily(
        table=table.id,
        phase=table.phase,
        points=row.points if row else None,
        is_won=row.is_won if row else None,
        place=row.rank if row else None,
    )


async def players(database: Database, deal: DailyDeal) -> int:
    query = select(func.count().label("n")).select_from(tables).where(_belongs_to(deal))
    row = await database.row(query)
    return row.n if row else 0


def _belongs_to(deal: DailyDeal) -> Any:
    return and_(tables.c.kind == "daily", tables.c.day == deal.day, tables.c.game == deal.game)


def _ranked(deal: DailyDeal) -> Subquery:
    """Games that ended within the day: after that the secret is public."""
    result = results.c
    order = (
        result.points.desc(),
        result.last_gain.is_(None),
        result.last_gain,
        result.lot,
        result.table_id,
    )
    rank = func.row_number().over(order_by=order).label("rank")
    before = [
        func.lag(result[name]).over(order_by=order).label(f"{name}_before")
        for name in ("points", "last_gain")
    ]
    same_seat = and_(seats.c.table_id == result.table_id, seats.c.player == result.player)
    return (
        select(results, seats.c.name, rank, *before)
        .join(seats, same_seat)
        .where(result.kind == "daily", result.day == deal.day, result.game == deal.game)
        .where(result.ended_at < end_of(deal.day))
        .subquery()
    )


def _page(ranked: Subquery, start: int, limit: int) -> Select[Any]:
    return select(ranked).order_by(ranked.c.rank).offset(start).limit(limit)


async def _row_of(database: Database, ranked: Subquery, user: str) -> Any:
    mine = select(ranked).where(ranked.c.person == user)
    return await database.row(mine, is_long=True)


async def _count(database: Database, ranked: Subquery) -> int:
    query = select(func.count().label("n")).select_from(ranked)
    row = await database.row(query, is_long=True)
    return row.n if row else 0


def _daily_row(row: Any, user: str | None, is_over: bool) -> DailyRow:
    is_you = row.person == user
    link = f"/api/tables/{row.table_id}"
    return DailyRow(
        place=row.rank,
        name=row.name,
        is_you=is_you,
        points=row.points,
        last_gain=row.last_gain,
        moves=row.moves,
        is_won=row.is_won,
        seconds=row.seconds,
        reason=_reason(row),
        table=row.table_id if is_over or is_you else None,
        record=f"{link}/record" if is_over else None,
        verify=f"{link}/verify" if is_over else None,
    )


def _reason(row: Any) -> str:
    if row.rank == 1:
        return ""
    if row.points != row.points_before:
        return "points"
    return "lots" if row.last_gain == row.last_gain_before else "last_gain"
