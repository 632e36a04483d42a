"""What is told about a table beside its positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavolino.game import options_of
from tavolino.server import messages as m
from tavolino.server.sheet import SeatRow

if TYPE_CHECKING:
    from tavolino.server.connection import Connection
    from tavolino.server.table import Table


def table_info(table: Table, to: Connection) -> m.TableInfo:
    return info_for(table, to.person.id, list(table.watchers.visible(to)))


def info_for(table: Table, person: str | None, boards: list[int]) -> m.TableInfo:
    sheet = table.sheet
    is_over = sheet.phase == "over"
    here = table.watchers.people
    # The secret of a day opens everybody's deal, so it waits for the end of the day.
    is_revealed = is_over and sheet.fair and not sheet.day
    return m.TableInfo(
        table=sheet.id,
        kind=sheet.kind,
        game=sheet.game.name,
        options=options_of(sheet.game),
        contest=options_of(sheet.contest) if sheet.contest else None,
        phase=sheet.phase,
        seats=[_seat(table, seat, person, here) for seat in sheet.seats],
        players=sheet.players,
        yours=table.players_of(person) if person else [],
        boards=boards,
        is_host=person == sheet.host,
        is_public=sheet.settings.is_public,
        onlookers=sheet.settings.onlookers,
        watching=table.watchers.onlookers(),
        turn_seconds=sheet.settings.turn_seconds,
        deal=sheet.deal,
        day=sheet.day,
        commitment=sheet.fair.commitment if sheet.fair else None,
        secret=sheet.fair.secret if sheet.fair and is_revealed else None,
        starts_at=sheet.starts_at,
        ends_at=table.clock.ends_at(table.fold),
        ended_at=sheet.ended_at,
        rematch=table.rematch,
    )


def _seat(table: Table, seat: SeatRow, person: str | None, here: set[str]) -> m.SeatInfo:
    return m.SeatInfo(
        player=seat.player,
        name=seat.name,
        is_you=person is not None and seat.person == person,
        bot=seat.bot,
        is_here=seat.bot is not None or seat.person in here,
        is_away=seat.is_away,
        is_host=seat.person is not None and seat.person == table.sheet.host,
    )
