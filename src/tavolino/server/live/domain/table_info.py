"""The table message: settings, seats and deadlines of a table, for one user."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from tavolino.game import options_of
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.deadlines import ends_at
from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.domain.series import SeriesGame, series_info
from tavolino.server.live.domain.table_settings import TableSeat, TableSettings


class Presence(NamedTuple):
    """The users connected to a table."""

    users: Set[str]
    onlookers: int
    """The number of connections of users without a seat."""


class Rematch(NamedTuple):
    """The table where the players of a finished game play again."""

    table: str
    asked_by: str
    """The name of its host."""


def table_info(
    settings: TableSettings,
    projection: Projection | None,
    user: str | None,
    *,
    boards: tuple[int, ...],
    presence: Presence,
    rematch: Rematch | None,
    series_games: tuple[SeriesGame, ...] = (),
) -> m.TableInfo:
    is_over = settings.phase == "over"
    # The secret of a daily deal is everybody's, so it is not revealed before the end of the day.
    is_revealed = is_over and settings.fair and not settings.day
    return m.TableInfo(
        table=settings.id,
        kind=settings.kind,
        game=settings.game.name,
        options=options_of(settings.game),
        contest=options_of(settings.contest) if settings.contest else None,
        phase=settings.phase,
        seats=[_seat_info(settings, seat, user, presence) for seat in settings.seats],
        players=settings.players,
        yours=settings.players_of(user) if user else [],
        boards=list(boards),
        is_host=user == settings.host,
        is_public=settings.host_settings.is_public,
        onlookers=settings.host_settings.onlookers,
        watching=presence.onlookers,
        turn_seconds=settings.host_settings.turn_seconds,
        deal=settings.deal,
        day=settings.day,
        commitment=settings.fair.commitment if settings.fair else None,
        secret=settings.fair.secret if settings.fair and is_revealed else None,
        starts_at=settings.starts_at,
        ends_at=ends_at(settings, projection),
        ended_at=settings.ended_at,
        nonces=list(settings.nonces) if is_revealed else None,
        rematch=rematch.table if rematch else None,
        rematch_by=rematch.asked_by if rematch else None,
        reserved=[
            m.ReservedSeat(one.player, one.name, is_you=one.user == user)
            for one in settings.reserved
        ],
        series=series_info(settings, series_games, user),
    )


def _seat_info(
    settings: TableSettings, seat: TableSeat, user: str | None, presence: Presence
) -> m.SeatInfo:
    return m.SeatInfo(
        player=seat.player,
        name=seat.name,
        is_you=user is not None and seat.user == user,
        bot=seat.bot,
        is_here=seat.bot is not None or seat.user in presence.users,
        is_away=seat.is_away,
        is_host=seat.user is not None and seat.user == settings.host,
    )
