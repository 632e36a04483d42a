"""The ranking of a daily deal (RULES 8.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct
from sqlalchemy import ColumnElement, Row, and_, func, select, tuple_

from tavolino.server.clock import end_of, is_day_over, start_of
from tavolino.server.daily.deals import DailyDeal
from tavolino.server.errors import BadMessage
from tavolino.server.live.domain.messages import Phase
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import results, seats, tables

MAX_PAGE = 100
ORDER = (results.c.ranking, results.c.lot, results.c.table_id)
"""As in the index of the ranking: a page is read from there, and nothing is sorted."""


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
    ranked: Annotated[
        int, Meta(description="Number of players who finished within the day, after a move.")
    ]
    rows: list[DailyRow]
    mine: Annotated[DailyRow | None, Meta(description="Your own row, also on other pages.")]


class MyDaily(Struct, frozen=True):
    table: str
    phase: Phase
    points: Annotated[
        int | None, Meta(description="Null until the game is over, and without a move.")
    ]
    is_won: bool | None
    place: Annotated[
        int | None,
        Meta(description="Provisional until the day is over. Without a move there is no place."),
    ]


async def ranking(
    database: Database,
    requester: Requester,
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
    is_over = is_day_over(deal.day, now)
    rows = await _page(database, requester, deal, start, limit)
    mine = await _row_of(database, requester, deal, user) if user else None
    return DailyRanking(
        day=deal.day,
        game=deal.game,
        is_over=is_over,
        ends_at=end_of(deal.day),
        commitment=deal.commitment,
        committed_at=deal.committed_at,
        is_committed_before=deal.is_committed_before,
        secret=deal.secret if is_over else None,
        players=await players(database, requester, deal),
        ranked=await _count(database, requester, _in_ranking(deal)),
        rows=[_daily_row(row, user, is_over) for row in rows],
        mine=_daily_row(mine, user, is_over) if mine else None,
    )


async def my_daily(
    database: Database, requester: Requester, deal: DailyDeal, user: str
) -> MyDaily | None:
    query = select(tables.c.id, tables.c.phase).where(tables.c.id == deal.table_of(user))
    table = await database.row(query, requester)
    if table is None:
        return None
    mine = await _row_of(database, requester, deal, user) if table.phase == "over" else None
    return MyDaily(
        table=table.id,
        phase=table.phase,
        points=mine.row.points if mine else None,
        is_won=mine.row.is_won if mine else None,
        place=mine.place if mine else None,
    )


class Ranked(NamedTuple):
    """A result with its place, and the result before it."""

    place: int
    row: Row[Any]
    before: Row[Any] | None
    name: str


async def players(database: Database, requester: Requester, deal: DailyDeal) -> int:
    """Only daily deals have a day."""
    return await _count(
        database, requester, and_(tables.c.day == deal.day, tables.c.game == deal.game)
    )


def _in_ranking(deal: DailyDeal) -> ColumnElement[bool]:
    """Games with a move (RULES 8.15) that ended within the day: then the secret is public."""
    result = results.c
    return and_(
        result.day == deal.day,
        result.game == deal.game,
        result.ended_at < end_of(deal.day),
        result.moves > 0,
    )


async def _page(
    database: Database, requester: Requester, deal: DailyDeal, start: int, limit: int
) -> list[Ranked]:
    """Read from one before the first, which decides why the first ranks below it.

    Those before the page are skipped in the index, which takes no row of the table.
    """
    skipped = max(0, start - 1)
    keys = select(results.c.table_id, results.c.player).where(_in_ranking(deal)).order_by(*ORDER)
    page = keys.offset(skipped).limit(limit + start - skipped)
    found = [tuple(row) for row in await database.rows(page, requester, is_long=True)]
    games = [table for table, _ in found]
    chosen = select(results).where(results.c.table_id.in_(games))
    by_key = {(row.table_id, row.player): row for row in await database.rows(chosen, requester)}
    rows = [by_key[key] for key in found if key in by_key]
    names = await _names(database, requester, games)
    return [
        Ranked(skipped + n + 1, row, rows[n - 1] if n else None, names[row.table_id, row.player])
        for n, row in enumerate(rows)
        if skipped + n >= start
    ]


async def _row_of(
    database: Database, requester: Requester, deal: DailyDeal, user: str
) -> Ranked | None:
    query = select(results).where(
        results.c.person == user, results.c.ended_at >= start_of(deal.day), _in_ranking(deal)
    )
    row = await database.row(query, requester)
    if row is None:
        return None
    ahead = _in_ranking(deal) & (tuple_(*ORDER) < tuple_(row.ranking, row.lot, row.table_id))
    last_first = [column.desc() for column in ORDER]
    just_ahead = select(results).where(ahead).order_by(*last_first).limit(1)
    names = await _names(database, requester, [row.table_id])
    return Ranked(
        place=await _count(database, requester, ahead) + 1,
        row=row,
        before=await database.row(just_ahead, requester),
        name=names[row.table_id, row.player],
    )


async def _names(
    database: Database, requester: Requester, table_ids: Sequence[str]
) -> dict[tuple[str, int], str]:
    columns = (seats.c.table_id, seats.c.player, seats.c.name)
    rows = await database.rows(select(*columns).where(seats.c.table_id.in_(table_ids)), requester)
    return {(row.table_id, row.player): row.name for row in rows}


async def _count(database: Database, requester: Requester, condition: ColumnElement[bool]) -> int:
    row = await database.row(
        select(func.count().label("n")).where(condition), requester, is_long=True
    )
    return row.n if row else 0


def _daily_row(ranked: Ranked, user: str | None, is_over: bool) -> DailyRow:
    row = ranked.row
    is_you = row.person == user
    link = f"/api/tables/{row.table_id}"
    return DailyRow(
        place=ranked.place,
        name=ranked.name,
        is_you=is_you,
        points=row.points,
        last_gain=row.last_gain,
        moves=row.moves,
        is_won=row.is_won,
        seconds=row.seconds,
        reason=_reason(row, ranked.before),
        table=row.table_id if is_over or is_you else None,
        record=f"{link}/record" if is_over else None,
        verify=f"{link}/verify" if is_over else None,
    )


def _reason(row: Row[Any], before: Row[Any] | None) -> str:
    if before is None:
        return ""
    if row.points != before.points:
        return "points"
    return "lots" if row.last_gain == before.last_gain else "last_gain"
