"""What a user may know about a table: settings, seats and visible boards."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from tavolino.game import options_of
from tavolino.server.errors import NotAllowed
from tavolino.server.live import messages as m
from tavolino.server.live.deadlines import ends_at
from tavolino.server.live.projection import Projection
from tavolino.server.live.table_settings import TableSeat, TableSettings


class Presence(NamedTuple):
    """The users connected to a table."""

    users: Set[str]
    onlookers: int
    """The number of connections of users without a seat."""


def visible_boards(
    settings: TableSettings, projection: Projection | None, user: str
) -> tuple[int, ...]:
    """Players who still play the same deal must not see each other's boards."""
    if projection is None:
        return ()
    match = projection.match
    boards = tuple(range(len(match.boards)))
    own = {player // match.game.seats for player in settings.players_of(user)}
    are_shown = settings.host_settings.onlookers == "boards"
    if match.is_over or (own and len(boards) == 1):
        return boards
    if not own:
        return boards if are_shown else ()
    is_playing = any(not match.is_board_over(board) for board in own)
    return boards if are_shown and not is_playing else tuple(sorted(own))


def check_may_watch(settings: TableSettings, user: str) -> None:
    """In the lobby everybody with the code may watch, to be able to join."""
    is_shown = settings.host_settings.onlookers != "none" or settings.phase == "lobby"
    is_past = settings.phase == "over" and settings.kind in ("table", "contest")
    if not is_shown and not is_past and not settings.players_of(user):
        raise NotAllowed("this table has no onlookers")


def table_info(
    settings: TableSettings,
    projection: Projection | None,
    user: str | None,
    *,
    boards: tuple[int, ...],
    presence: Presence,
    rematch: str | None,
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
        rematch=rematch,
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
