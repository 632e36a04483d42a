"""A user's games, newest first, in pages."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field
from sqlalchemy import Row, Select, and_, outerjoin, select, tuple_

from tavolino.server.errors import BadMessage
from tavolino.server.live.domain.messages import Kind, Phase
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.deletion import can_delete, is_untouched
from tavolino.server.storage.schema import results, seats, tables

MAX_PAGE = 100


class PastPlayer(Struct, frozen=True):
    """A player of a game, with the result."""

    player: int
    name: str
    bot: Annotated[str | None, Meta(description="The bot at this seat; null for a user.")]
    is_you: bool
    points: Annotated[int | None, Meta(description="Null until the game is over.")] = None
    place: int | None = None
    is_won: bool | None = None
    moves: int | None = None
    seconds: int | None = None


class PastGame(Struct, frozen=True):
    table: str
    kind: Kind
    game: str
    options: dict[str, str]
    phase: Phase
    deal: Annotated[int | None, Meta(description="The number of a practice deal.")]
    day: Annotated[str | None, Meta(description="Of a daily deal.", examples=["2026-11-16"])]
    created_at: int
    starts_at: int | None
    ended_at: Annotated[
        int | None,
        Meta(
            description="Of the result. A practice game that was left or stalled has one, "
            "although its phase is `playing`: going on takes the result back."
        ),
    ]
    can_delete: bool
    players: list[PastPlayer] = field(name="sitters")


class History(Struct, frozen=True):
    games: list[PastGame]
    cursor: Annotated[
        str | None, Meta(description="Cursor of the next page; null on the last one.")
    ]


async def history(
    database: Database,
    requester: Requester,
    user: str,
    *,
    game: str | None = None,
    kind: str | None = None,
    cursor: str | None = None,
    limit: int = 30,
) -> History:
    if not 1 <= limit <= MAX_PAGE:
        raise BadMessage(f"expected a page of 1 to {MAX_PAGE} games, got {limit}")
    return await history_page(
        database, requester, user, game=game, kind=kind, cursor=cursor, limit=limit
    )


async def history_page(
    database: Database,
    requester: Requester,
    user: str,
    *,
    game: str | None = None,
    kind: str | None = None,
    cursor: str | None = None,
    limit: int,
) -> History:
    """Of any length."""
    after = parse_cursor(cursor) if cursor else None
    query = _page(user, game, kind, after).limit(limit + 1)
    rows = await database.rows(query, requester, is_long=True)
    page = rows[:limit]
    players = await _players(database, requester, user, [row.id for row in page])
    games = [_past_game(row, players[row.id]) for row in page]
    last = page[-1] if len(rows) > limit else None
    return History(games, cursor_at(last.created_at, last.id) if last else None)


def _page(
    user: str, game: str | None, kind: str | None, after: tuple[int, str] | None
) -> Select[Any]:
    """Newest first; tables created in the same millisecond are sorted by id."""
    # A list, not a correlated EXISTS: SQLite would ask that of every table of the server.
    mine = select(seats.c.table_id).where(seats.c.person == user)
    query = select(tables).where(tables.c.id.in_(mine), ~is_untouched())
    if game:
        query = query.where(tables.c.game == game)
    if kind:
        query = query.where(tables.c.kind == kind)
    if after:
        query = query.where(tuple_(tables.c.created_at, tables.c.id) < tuple_(*after))
    return query.order_by(tables.c.created_at.desc(), tables.c.id.desc())


async def _players(
    database: Database, requester: Requester, user: str, table_ids: Sequence[str]
) -> dict[str, list[Row[Any]]]:
    same_seat = and_(results.c.table_id == seats.c.table_id, results.c.player == seats.c.player)
    query = (
        select(
            seats,
            (seats.c.person == user).label("is_you"),
            *(results.c[name] for name in ("points", "place", "is_won", "moves", "seconds")),
        )
        .select_from(outerjoin(seats, results, same_seat))
        .where(seats.c.table_id.in_(table_ids))
        .order_by(seats.c.player)
    )
    found = defaultdict(list)
    for row in await database.rows(query, requester, is_long=True):
        found[row.table_id].append(row)
    return found


def _past_game(row: Row[Any], players: Sequence[Row[Any]]) -> PastGame:
    others = [player for player in players if player.person and not player.is_you]
    return PastGame(
        table=row.id,
        kind=row.kind,
        game=row.game,
        options=msgspec.json.decode(row.options),
        phase=row.phase,
        deal=row.deal,
        day=row.day,
        created_at=row.created_at,
        starts_at=row.starts_at,
        ended_at=row.ended_at,
        can_delete=can_delete(row.kind, row.phase, others),
        players=[
            PastPlayer(
                player=player.player,
                name=player.name,
                bot=player.bot,
                is_you=bool(player.is_you),
                points=player.points,
                place=player.place,
                is_won=player.is_won,
                moves=player.moves,
                seconds=player.seconds,
            )
            for player in players
        ],
    )


def cursor_at(at: int, key: str) -> str:
    """An opaque cursor that points after the row with this time and key."""
    return urlsafe_b64encode(msgspec.json.encode((at, key))).decode().rstrip("=")


def parse_cursor(text: str) -> tuple[int, str]:
    """Inverse of ``cursor_at``."""
    try:
        if len(text) > 200:
            raise ValueError
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        at, key = msgspec.json.decode(data, type=tuple[int, str])
        if not 0 <= at < 1 << 60 or not re.fullmatch("[A-Za-z0-9_-]{1,64}", key):
            raise ValueError
    except (ValueError, msgspec.DecodeError):
        raise BadMessage(f"expected a cursor of an earlier page, got {text[:40]!r}") from None
    return at, key
