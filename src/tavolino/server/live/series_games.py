"""The results of the games of a series, read from the database and from a game that is over."""

from __future__ import annotations

from sqlalchemy import and_, select

from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.series import PlayerResult, SeriesGame
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.live.journal import result_rows
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import results, seats, tables


async def earlier_games(database: Database, settings: TableSettings) -> tuple[SeriesGame, ...]:
    """The games of a series before this one, from table to table."""
    terms, table = settings.host_settings.series, settings.follows
    games: list[SeriesGame] = []
    for _ in range(terms.number - 1 if terms else 0):
        if table is None:
            break
        games.append(SeriesGame(table, await _results_of(database, table)))
        before = await database.row(select(tables.c.follows).where(tables.c.id == table))
        table = before.follows if before else None
    return tuple(reversed(games))


async def _results_of(database: Database, table: str) -> tuple[PlayerResult, ...]:
    seat = and_(seats.c.table_id == results.c.table_id, seats.c.player == results.c.player)
    who = (seats.c.person, seats.c.name, seats.c.bot)
    what = (results.c.points, results.c.place, results.c.is_won)
    query = select(*who, *what).join(seats, seat).where(results.c.table_id == table)
    return tuple(
        PlayerResult(
            row.person or row.name, row.name, row.points, row.place, bool(row.is_won), row.bot
        )
        for row in await database.rows(query.order_by(results.c.player))
    )


def own_game(settings: TableSettings, projection: Projection | None) -> tuple[SeriesGame, ...]:
    """The game of a series at this table, once it is over."""
    is_over = settings.phase == "over" and settings.host_settings.series is not None
    if not is_over or projection is None:
        return ()
    rows = result_rows(settings, projection, projection.last_at)
    own = (
        PlayerResult(
            seat.user or seat.name,
            seat.name,
            row["points"],
            row["place"],
            row["is_won"],
            seat.bot,
        )
        for seat, row in zip(settings.seats, rows, strict=True)
    )
    return (SeriesGame(settings.id, tuple(own)),)
