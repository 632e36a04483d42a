"""The ranking of a daily deal, and what is known of one day (RULES 8.11)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Select, Subquery, and_, func, select

from tavolino.server.daily import DailyDeal
from tavolino.server.days import end_of, is_day_over
from tavolino.server.errors import BadMessage
from tavolino.server.messages import Phase
from tavolino.server.schema import results, seats, tables
from tavolino.server.store import Store

MAX_PAGE = 100


class DailyRow(Struct, frozen=True):
    place: int
    name: str
    is_you: bool
    points: int
    last_gain: Annotated[
        int | None, Meta(description="the own move at which points were last gained")
    ]
    moves: int
    is_won: bool
    seconds: int
    reason: Annotated[
        str,
        Meta(
            description="what put this player behind the one before: points, last_gain or lots; "
            '"" for the first',
            examples=["last_gain"],
        ),
    ]
    table: Annotated[str | None, Meta(description="null until the day is over, but for your own")]
    record: Annotated[str | None, Meta(description="where the record is, once the day is over")]
    verify: Annotated[str | None, Meta(description="where it is verified, once the day is over")]


class DailyRanking(Struct, frozen=True):
    day: Annotated[str, Meta(examples=["2026-11-16"])]
    game: str
    is_over: Annotated[bool, Meta(description="is the day over (UTC)?")]
    ends_at: int
    commitment: Annotated[str, Meta(description="SHA-256 of the secret")]
    committed_at: int
    is_committed_before: Annotated[
        bool,
        Meta(description="before the day began; false on a server's first day"),
    ]
    secret: Annotated[str | None, Meta(description="revealed when the day is over")]
    players: Annotated[int, Meta(description="who have begun")]
    ranked: Annotated[int, Meta(description="who came to an end before the day did")]
    rows: list[DailyRow]
    mine: Annotated[DailyRow | None, Meta(description="your own row, wherever it is")]


class MyDaily(Struct, frozen=True):
    table: str
    phase: Phase
    points: Annotated[int | None, Meta(description="null while the game is on")]
    is_won: bool | None
    place: Annotated[int | None, Meta(description="for now, until the day is over")]


async def ranking(
    store: Store, deal: DailyDeal, person: str | None, now: int, start: int = 0, limit: int = 50
) -> DailyRanking:
    if not 0 <= start <= 1_000_000 or not 1 <= limit <= MAX_PAGE:
        raise BadMessage(
            f"expected 1 to {MAX_PAGE} rows from 0 on, got {limit} rows from {start} on"
        )
    ranked, is_over = _ranked(deal), is_day_over(deal.day, now)
    rows = await store.rows(_page(ranked, start, limit))
    mine = await _row_of(store, ranked, person) if person else None
    return DailyRanking(
        day=deal.day,
        game=deal.game,
        is_over=is_over,
        ends_at=end_of(deal.day),
        commitment=deal.commitment,
        committed_at=deal.committed_at,
        is_committed_before=deal.is_committed_before,
        secret=deal.secret if is_over else None,
        players=await players(store, deal),
        ranked=await _count(store, ranked),
        rows=[_daily_row(row, person, is_over) for row in rows],
        mine=_daily_row(mine, person, is_over) if mine else None,
    )


async def my_daily(store: Store, deal: DailyDeal, person: str) -> MyDaily | None:
    mine = select(tables.c.id, tables.c.phase).where(tables.c.id == deal.table_of(person))
    table = await store.row(mine)
    if table is None:
        return None
    row = await _row_of(store, _ranked(deal), person) if table.phase == "over" else None
    return MyDaily(
        table=table.id,
        phase=table.phase,
        points=row.points if row else None,
        is_won=row.is_won if row else None,
        place=row.rank if row else None,
    )


async def players(store: Store, deal: DailyDeal) -> int:
    query = select(func.count().label("n")).select_from(tables).where(_is_of(deal))
    row = await store.row(query)
    return row.n if row else 0


def _is_of(deal: DailyDeal) -> Any:
    return and_(tables.c.kind == "daily", tables.c.day == deal.day, tables.c.game == deal.game)


def _ranked(deal: DailyDeal) -> Subquery:
    """Games that came to their end before the day did: after that the secret is out."""
    made = results.c
    order = (
        made.points.desc(),
        made.last_gain.is_(None),
        made.last_gain,
        made.lot,
        made.table_id,
    )
    rank = func.row_number().over(order_by=order).label("rank")
    before = [
        func.lag(made[name]).over(order_by=order).label(f"{name}_before")
        for name in ("points", "last_gain")
    ]
    same_seat = and_(seats.c.table_id == made.table_id, seats.c.player == made.player)
    return (
        select(results, seats.c.name, rank, *before)
        .join(seats, same_seat)
        .where(made.kind == "daily", made.day == deal.day, made.game == deal.game)
        .where(made.ended_at < end_of(deal.day))
        .subquery()
    )


def _page(ranked: Subquery, start: int, limit: int) -> Select[Any]:
    return select(ranked).order_by(ranked.c.rank).offset(start).limit(limit)


async def _row_of(store: Store, ranked: Subquery, person: str) -> Any:
    return await store.row(select(ranked).where(ranked.c.person == person))


async def _count(store: Store, ranked: Subquery) -> int:
    row = await store.row(select(func.count().label("n")).select_from(ranked))
    return row.n if row else 0


def _daily_row(row: Any, person: str | None, is_over: bool) -> DailyRow:
    is_you = row.person == person
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
