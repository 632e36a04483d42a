"""What is told about a table beside its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavolino.game import options_of
from tavolino.server.live import messages as m
from tavolino.server.live.table_settings import TableSeat

if TYPE_CHECKING:
    from tavolino.server.live.table import Table
    from tavolino.server.sockets.connection import Connection


def table_info(table: Table, to: Connection) -> m.TableInfo:
    return info_for(table, to.user.id, list(table.watchers.visible(to)))


def info_for(table: Table, user: str | None, boards: list[int]) -> m.TableInfo:
    settings = table.settings
    is_over = settings.phase == "over"
    here = table.watchers.users
    # The secret of a day opens everybody's deal, so it waits for the end of the day.
    is_revealed = is_over and settings.fair and not settings.day
    return m.TableInfo(
        table=settings.id,
        kind=settings.kind,
        game=settings.game.name,
        options=options_of(settings.game),
        contest=options_of(settings.contest) if settings.contest else None,
        phase=settings.phase,
        seats=[_seat(table, seat, user, here) for seat in settings.seats],
        players=settings.players,
        yours=table.players_of(user) if user else [],
        boards=boards,
        is_host=user == settings.host,
        is_public=settings.host_settings.is_public,
        onlookers=settings.host_settings.onlookers,
        watching=table.watchers.onlookers(),
        turn_seconds=settings.host_settings.turn_seconds,
        deal=settings.deal,
        day=settings.day,
        commitment=settings.fair.commitment if settings.fair else None,
        secret=settings.fair.secret if settings.fair and is_revealed else None,
        starts_at=settings.starts_at,
        ends_at=table.clock.ends_at(table.projection),
        ended_at=settings.ended_at,
        rematch=table.rematch,
    )


def _seat(table: Table, seat: TableSeat, user: str | None, here: set[str]) -> m.SeatInfo:
    return m.SeatInfo(
        player=seat.player,
        name=seat.name,
        is_you=user is not None and seat.user == user,
        bot=seat.bot,
        is_here=seat.bot is not None or seat.user in here,
        is_away=seat.is_away,
        is_host=seat.user is not None and seat.user == table.settings.host,
    )
