"""Opening tables, sitting down, starting, playing again. The database decides every race."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from tavolino.chance import FairSeed
from tavolino.game import OptionError
from tavolino.server.bot_names import bots_of
from tavolino.server.clock import now
from tavolino.server.errors import (
    BadOption,
    NotAllowed,
    NotFound,
    NotSeated,
    TableFull,
    TableOver,
)
from tavolino.server.opening import (
    daily_sheet,
    fresh_sheet,
    new_sheet,
    nonce_or_new,
    program_seat,
)
from tavolino.server.people import Person
from tavolino.server.requests import NewTable
from tavolino.server.schema import seats, tables
from tavolino.server.sheet import SeatRow, Sheet
from tavolino.server.writer import ConflictError, Step

if TYPE_CHECKING:
    from tavolino.server.hall import Hall
    from tavolino.server.table import Table

TRIES = 20


class Lobby:
    def __init__(self, hall: Hall) -> None:
        self.hall, self.writer = hall, hall.writer

    # Opening

    async def open(self, person: Person, wish: NewTable) -> Table:
        try:
            sheet = new_sheet(self.hall.config.turn_seconds, person, wish)
        except OptionError as error:
            raise BadOption(str(error)) from None
        return await self._opened(sheet)

    async def _opened(self, sheet: Sheet) -> Table:
        steps = [Step(insert(tables), [sheet.row()])]
        if sheet.seats:
            steps.append(Step(insert(seats), sheet.seat_rows()))
        await self.writer.write(*steps)
        table = await self.hall.table(sheet.id)
        if sheet.is_alone:
            await self._deal(table)
        else:
            await self._start_if_full(table)
        return table

    async def _deal(self, table: Table) -> None:
        """A game of one begins at once."""
        if self.hall.referee.needs_waiting(table.sheet.game):
            await self.hall.referee.is_ready.wait()
        await table.begun()

    async def open_daily(self, person: Person, day: str, game: str, fair: FairSeed) -> Table:
        """The one game of a person on a day; the second time it is the same table."""
        sheet = daily_sheet(person, day, game, fair)
        try:
            return await self._opened(sheet)
        except ConflictError:
            table = await self.hall.table(sheet.id)
            await self._deal(table)
            return table

    async def again(self, person: Person, table: Table) -> Table:
        """The same practice deal from the start."""
        sheet = table.sheet
        if not sheet.is_practice:
            raise NotAllowed("only a practice game can be started again")
        if not table.players_of(person.id):
            raise NotSeated("you have no seat at this table")
        return await self._opened(fresh_sheet(sheet, person, sheet.seats))

    # Sitting down, and getting up

    async def join(self, person: Person, table: Table, nonce: str | None) -> None:
        for _ in range(TRIES):
            sheet = table.sheet
            if table.players_of(person.id):
                return
            self._check_open(sheet)
            player = await self._free_seat(table, person)
            seat = SeatRow(player, person.id, None, person.name, nonce_or_new(nonce))
            if await self._seat(table, seat):
                await self._start_if_full(table)
                return
        raise TableFull("this table is full")

    async def seat_bot(self, person: Person, table: Table, bot: str) -> None:
        self._check_host(person, table)
        known = bots_of(table.sheet.game.name)
        if bot not in known:
            raise BadOption(f"expected a program among {', '.join(known)}, got {bot[:40]!r}")
        for _ in range(TRIES):
            self._check_open(table.sheet)
            player = _first_free(table.sheet)
            if await self._seat(table, program_seat(player, bot, table.sheet.seats)):
                await self._start_if_full(table)
                return
        raise TableFull("this table is full")

    async def _seat(self, table: Table, seat: SeatRow) -> bool:
        """False: somebody else was quicker."""
        row = replace(table.sheet, seats=(seat,)).seat_rows()
        try:
            await self.writer.write(self._while_in_lobby(table), Step(insert(seats), row))
        except ConflictError:
            await self._changed(table)
            return False
        await self._changed(table)
        return True

    async def leave(self, person: Person, table: Table) -> None:
        """In the lobby only; a game that is on goes on (R-S40-48)."""
        self._check_open(table.sheet)
        mine = (seats.c.table_id == table.id) & (seats.c.person == person.id)
        steps = [self._while_in_lobby(table), Step(delete(seats).where(mine), must_change=True)]
        others = [s.person for s in table.sheet.seats if s.person and s.person != person.id]
        if person.id == table.sheet.host:
            values = {"host": others[0]} if others else {"phase": "over", "ended_at": now()}
            steps.append(Step(update(tables).where(tables.c.id == table.id).values(**values)))
        try:
            await self.writer.write(*steps)
        except ConflictError:
            raise NotSeated("you have no seat at this table") from None
        await self._changed(table)

    async def remove(self, person: Person, table: Table, player: int) -> None:
        """The host frees a seat, a program's or a person's."""
        self._check_host(person, table)
        self._check_open(table.sheet)
        if player in table.players_of(person.id):
            raise NotAllowed("to get up yourself, leave the table")
        here = (seats.c.table_id == table.id) & (seats.c.player == player)
        try:
            await self.writer.write(
                self._while_in_lobby(table), Step(delete(seats).where(here), must_change=True)
            )
        except ConflictError:
            raise NotFound(f"expected a taken seat, got seat {player}") from None
        await self._changed(table)

    # Starting

    async def start(self, person: Person, table: Table) -> None:
        self._check_host(person, table)
        sheet = table.sheet
        self._check_open(sheet)
        taken = len(sheet.seats)
        if sheet.contest is None and taken < sheet.players:
            raise NotAllowed(f"expected {sheet.players} players, got {taken}")
        if taken < 2:
            raise NotAllowed("a contest needs two players at least")
        await self._start(table)

    async def _start_if_full(self, table: Table) -> None:
        sheet = table.sheet
        if sheet.phase == "lobby" and len(sheet.seats) == sheet.players:
            await self._start(table)

    async def _start(self, table: Table) -> None:
        """Seats are numbered without gaps; who starts first has started it."""
        sheet = table.sheet
        chairs = tuple(replace(seat, player=n) for n, seat in enumerate(sheet.seats))
        started = replace(sheet, seats=chairs)
        starts_at = now() + int(1000 * self.hall.config.countdown_seconds)
        values = {"phase": "countdown", "starts_at": starts_at, "players": len(chairs)}
        waiting = (tables.c.id == table.id) & (tables.c.phase == "lobby")
        try:
            await self.writer.write(
                Step(update(tables).where(waiting).values(**values), must_change=True),
                Step(delete(seats).where(seats.c.table_id == table.id)),
                Step(insert(seats), started.seat_rows()),
            )
        except ConflictError:
            pass
        await self._changed(table)

    # Playing again

    async def rematch(self, person: Person, table: Table) -> Table:
        """A new table for the same players, one seat further; the first who asks opens it."""
        sheet = table.sheet
        if not table.players_of(person.id) or sheet.kind not in ("table", "contest"):
            raise NotSeated("a rematch is for those who played here")
        if sheet.phase != "over":
            raise NotAllowed("a rematch can be asked for when the game is over")
        if table.rematch is None:
            await self._open_rematch(person, table)
        assert table.rematch is not None
        again = await self.hall.table(table.rematch)
        await self.join(person, again, None)
        return again

    async def _open_rematch(self, person: Person, table: Table) -> None:
        sheet = table.sheet
        programs = tuple(
            replace(seat, player=_rotated(sheet, seat.player), nonce=nonce_or_new(None))
            for seat in sheet.seats
            if seat.bot
        )
        fresh = replace(fresh_sheet(sheet, person, programs), fair=FairSeed.new(), follows=sheet.id)
        try:
            table.rematch = (await self._opened(fresh)).id
        except ConflictError:
            row = await self.hall.store.row(select(tables.c.id).where(tables.c.follows == sheet.id))
            table.rematch = row.id if row else None
        table.watchers.send_table()

    async def _free_seat(self, table: Table, person: Person) -> int:
        """At a rematch everybody has a seat, one further than before."""
        if table.sheet.follows is None:
            return _first_free(table.sheet)
        before = await self.hall.table(table.sheet.follows)
        mine = before.players_of(person.id)
        if not mine:
            raise NotAllowed("this rematch is for those who played before")
        return _rotated(before.sheet, mine[0])

    # Small parts

    def _while_in_lobby(self, table: Table) -> Step:
        waiting = (tables.c.id == table.id) & (tables.c.phase == "lobby")
        return Step(update(tables).where(waiting).values(phase="lobby"), must_change=True)

    def _check_host(self, person: Person, table: Table) -> None:
        if person.id != table.sheet.host:
            raise NotAllowed("only the host may do this")

    def _check_open(self, sheet: Sheet) -> None:
        if sheet.phase != "lobby":
            raise TableOver("this table has started already")

    async def _changed(self, table: Table) -> None:
        for here in {table, self.hall.tables.get(table.id, table)}:
            await here.catch_up()
        self.hall.ring(table.id)


def _rotated(sheet: Sheet, player: int) -> int:
    return (player + 1) % sheet.players


def _first_free(sheet: Sheet) -> int:
    taken = {seat.player for seat in sheet.seats}
    free = [player for player in range(sheet.players) if player not in taken]
    if not free:
        raise TableFull("this table is full")
    return free[0]
