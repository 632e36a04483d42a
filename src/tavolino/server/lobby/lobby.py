"""Opening, joining, starting and rematching tables. The database resolves all races."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import delete, insert, update

from tavolino.catalogue import entry_of
from tavolino.chance import FairSeed
from tavolino.game import OptionError
from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.errors import (
    BadOption,
    NeedsAccount,
    NotAllowed,
    NotFound,
    NotSeated,
    TableFull,
    TableOver,
)
from tavolino.server.live.registry import OpenTable, TableRegistry
from tavolino.server.live.table_settings import TableSeat, TableSettings
from tavolino.server.lobby.requests import NewTable
from tavolino.server.lobby.table_factory import (
    bot_seat,
    daily_settings,
    fresh_settings,
    new_table_settings,
    nonce_or_new,
)
from tavolino.server.storage.schema import seats, tables
from tavolino.server.storage.writer import ConflictError, Statement

ATTEMPTS = 20


class Lobby:
    def __init__(self, registry: TableRegistry) -> None:
        self.registry, self.database = registry, registry.database
        self.writer = registry.database.writer

    async def table(self, code: str) -> OpenTable:
        return await self.registry.table(code)

    # Opening

    async def open(self, user: User, request: NewTable) -> OpenTable:
        if request.kind != "practice":
            self._check_account(user)
        try:
            settings = new_table_settings(self.registry.config.turn_seconds, user, request)
        except OptionError as error:
            raise BadOption(str(error)) from None
        return await self._create(settings)

    def _check_account(self, user: User) -> None:
        if user.is_guest and self.registry.config.needs_account:
            raise NeedsAccount("at this server guests may only practise: create an account first")

    async def _create(self, settings: TableSettings) -> OpenTable:
        statements = [Statement(insert(tables), [settings.row()])]
        if settings.seats:
            statements.append(Statement(insert(seats), settings.seat_rows()))
        await self.writer.write(*statements)
        table = await self.registry.table(settings.id)
        if settings.is_alone:
            await self._deal(table)
        else:
            await self._start_if_full(table)
        return table

    async def _deal(self, table: OpenTable) -> None:
        """Begins a game that nobody else can join."""
        await self.registry.referee.ready(table.settings.game)
        await table.table.begin_and_wait()

    async def open_daily(self, user: User, day: str, game: str, fair: FairSeed) -> OpenTable:
        """Opens the user's table for a daily deal, or returns the existing one."""
        self._check_account(user)
        settings = daily_settings(user, day, game, fair)
        try:
            return await self._create(settings)
        except ConflictError:
            table = await self.registry.table(settings.id)
            await self._deal(table)
            return table

    async def restart(self, user: User, table: OpenTable) -> OpenTable:
        """Opens a new table with the same practice deal."""
        settings = table.settings
        if not settings.is_practice:
            raise NotAllowed("only a practice game can be restarted")
        if not table.settings.players_of(user.id):
            raise NotSeated("you have no seat at this table")
        return await self._create(fresh_settings(settings, user, settings.seats))

    # Joining and leaving

    async def join(self, user: User, table: OpenTable, nonce: str | None) -> None:
        self._check_account(user)
        for _ in range(ATTEMPTS):
            settings = table.settings
            if table.settings.players_of(user.id):
                return
            self._check_open(settings)
            player = await self._free_seat(table, user)
            seat = TableSeat(player, user.id, None, user.name, nonce_or_new(nonce))
            if await self._seat(table, seat):
                await self._start_if_full(table)
                return
        raise TableFull("this table is full")

    async def seat_bot(self, user: User, table: OpenTable, bot: str) -> None:
        self._check_host(user, table)
        known = entry_of(table.settings.game.name).bot_names
        if bot not in known:
            raise BadOption(f"expected a bot among {', '.join(known)}, got {bot[:40]!r}")
        for _ in range(ATTEMPTS):
            self._check_open(table.settings)
            player = _first_free(table.settings)
            if await self._seat(table, bot_seat(player, bot, table.settings.seats)):
                await self._start_if_full(table)
                return
        raise TableFull("this table is full")

    async def _seat(self, table: OpenTable, seat: TableSeat) -> bool:
        """False if somebody else took the seat first."""
        row = replace(table.settings, seats=(seat,)).seat_rows()
        try:
            await self.writer.write(self._while_in_lobby(table), Statement(insert(seats), row))
        except ConflictError:
            await self._refresh(table)
            return False
        await self._refresh(table)
        return True

    async def leave(self, user: User, table: OpenTable) -> None:
        """In the lobby only; a running game continues (R-S40-48)."""
        self._check_open(table.settings)
        mine = (seats.c.table_id == table.id) & (seats.c.person == user.id)
        statements = [
            self._while_in_lobby(table),
            Statement(delete(seats).where(mine), must_change=True),
        ]
        others = [s.user for s in table.settings.seats if s.user and s.user != user.id]
        if user.id == table.settings.host:
            values = {"host": others[0]} if others else {"phase": "over", "ended_at": now()}
            statements.append(
                Statement(update(tables).where(tables.c.id == table.id).values(**values))
            )
        try:
            await self.writer.write(*statements)
        except ConflictError:
            raise NotSeated("you have no seat at this table") from None
        await self._refresh(table)

    async def remove(self, user: User, table: OpenTable, player: int) -> None:
        """The host frees the seat of a bot or a user."""
        self._check_host(user, table)
        self._check_open(table.settings)
        if player in table.settings.players_of(user.id):
            raise NotAllowed("to free your own seat, leave the table")
        if player not in range(table.settings.players):
            raise NotFound(f"expected a seat of this table, got seat {str(player)[:20]}")
        here = (seats.c.table_id == table.id) & (seats.c.player == player)
        try:
            await self.writer.write(
                self._while_in_lobby(table), Statement(delete(seats).where(here), must_change=True)
            )
        except ConflictError:
            raise NotFound(f"expected a taken seat, got seat {player}") from None
        await self._refresh(table)

    # Starting

    async def start(self, user: User, table: OpenTable) -> None:
        self._check_host(user, table)
        settings = table.settings
        self._check_open(settings)
        taken = len(settings.seats)
        if settings.contest is None and taken < settings.players:
            raise NotAllowed(f"expected {settings.players} players, got {taken}")
        if taken < 2:
            raise NotAllowed("a contest needs at least two players")
        await self._start(table)

    async def _start_if_full(self, table: OpenTable) -> None:
        settings = table.settings
        if settings.phase == "lobby" and len(settings.seats) == settings.players:
            await self._start(table)

    async def _start(self, table: OpenTable) -> None:
        """Renumbers the seats without gaps; does nothing if the table has started already."""
        settings = table.settings
        numbered = tuple(replace(seat, player=n) for n, seat in enumerate(settings.seats))
        started = replace(settings, seats=numbered)
        starts_at = now() + int(1000 * self.registry.config.countdown_seconds)
        values = {"phase": "countdown", "starts_at": starts_at, "players": len(numbered)}
        waiting = (tables.c.id == table.id) & (tables.c.phase == "lobby")
        try:
            await self.writer.write(
                Statement(update(tables).where(waiting).values(**values), must_change=True),
                Statement(delete(seats).where(seats.c.table_id == table.id)),
                Statement(insert(seats), started.seat_rows()),
            )
        except ConflictError:
            pass
        await self._refresh(table)

    # Rematch

    async def rematch(self, user: User, table: OpenTable) -> OpenTable:
        """Joins the rematch, opening it first if necessary; everybody moves up one seat."""
        settings = table.settings
        if not table.settings.players_of(user.id) or settings.kind not in ("table", "contest"):
            raise NotSeated("only players of this table can join its rematch")
        if settings.phase != "over":
            raise NotAllowed("a rematch is possible only when the game is over")
        if table.table.rematch is None:
            await self._open_rematch(user, table)
        assert table.table.rematch is not None
        rematch = await self.registry.table(table.table.rematch)
        await self.join(user, rematch, None)
        return rematch

    async def _open_rematch(self, user: User, table: OpenTable) -> None:
        settings = table.settings
        bots = tuple(
            replace(seat, player=_rotated(settings, seat.player), nonce=nonce_or_new(None))
            for seat in settings.seats
            if seat.bot
        )
        fresh = replace(
            fresh_settings(settings, user, bots), fair=FairSeed.new(), follows=settings.id
        )
        try:
            table.table.rematch = (await self._create(fresh)).id
        except ConflictError:
            table.table.rematch = await self.registry.rematch_of(settings.id)
        table.table.notify_settings()

    async def _free_seat(self, table: OpenTable, user: User) -> int:
        """In a rematch, the user's seat is one further than before."""
        if table.settings.follows is None:
            return _first_free(table.settings)
        before = await self.registry.table(table.settings.follows)
        mine = before.settings.players_of(user.id)
        if not mine:
            raise NotAllowed("only players of the first table can join its rematch")
        return _rotated(before.settings, mine[0])

    # Checks

    def _while_in_lobby(self, table: OpenTable) -> Statement:
        waiting = (tables.c.id == table.id) & (tables.c.phase == "lobby")
        return Statement(update(tables).where(waiting).values(phase="lobby"), must_change=True)

    def _check_host(self, user: User, table: OpenTable) -> None:
        if user.id != table.settings.host:
            raise NotAllowed("only the host may do this")

    def _check_open(self, settings: TableSettings) -> None:
        if settings.phase != "lobby":
            raise TableOver("this table has already started")

    async def _refresh(self, table: OpenTable) -> None:
        await self.registry.refresh(table)


def _rotated(settings: TableSettings, player: int) -> int:
    return (player + 1) % settings.players


def _first_free(settings: TableSettings) -> int:
    taken = {seat.player for seat in settings.seats}
    free = [player for player in range(settings.players) if player not in taken]
    if not free:
        raise TableFull("this table is full")
    return free[0]
