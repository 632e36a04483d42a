"""Opening, joining, starting and rematching tables. The database resolves all races."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import delete, insert, select, update

from tavolino.catalogue import entry_of
from tavolino.chance import FairSeed
from tavolino.game import OptionError
from tavolino.learning.deals.kinds import ANY
from tavolino.server.accounts.users import User
from tavolino.server.errors import (
    BadOption,
    NeedsAccount,
    NotAllowed,
    NotFound,
    NotSeated,
    TableFull,
    TableOver,
    TooManyGames,
)
from tavolino.server.live.domain.table_settings import TableSeat, TableSettings
from tavolino.server.live.registry import OpenTable, TableRegistry
from tavolino.server.lobby.requests import NewTable
from tavolino.server.lobby.table_factory import (
    bot_seat,
    daily_settings,
    fresh_settings,
    moves_made,
    new_table_settings,
    nonce_or_new,
    rematch_settings,
)
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.deletion import can_delete, is_untouched
from tavolino.server.storage.schema import seats, tables
from tavolino.server.storage.writer import ConflictError, Statement
from tavolino.server.workers.deal_stock import DealStock

ATTEMPTS = 20
MAX_RUNNING = 100
"""Games with others, or with bots, that one user has opened and that are being played: they stay in
memory."""
STARTED = ("countdown", "playing")
"""Phases of a table that has started and is not over."""
LEFT_AT_ONCE = 20
"""Games that are left for one new one; if there are more, the next one leaves them."""


class Lobby:
    def __init__(self, registry: TableRegistry, deal_stock: DealStock) -> None:
        self._deal_stock = deal_stock
        self.registry, self.database = registry, registry.database
        self.writer = registry.database.writer

    async def table(self, code: str, user: str = "") -> OpenTable:
        """For a user, or for the server itself."""
        table = await self.registry.table(code, user)
        await self._start_if_full(table)  # the server was killed when the last seat was taken
        return table

    # Opening

    async def open(self, user: User, request: NewTable) -> OpenTable:
        if request.kind != "practice":
            self._check_account(user)
            self._check_running(user.id)
        try:
            settings = new_table_settings(self.registry.config.turn_seconds, user, request)
        except OptionError as error:
            raise BadOption(str(error)) from None
        if request.difficulty != ANY:
            deal = await self._deal_stock.take(user.id, settings.game, request.difficulty)
            settings = replace(settings, deal=deal)
            self.registry.spawn(self._deal_stock.fill(settings.game))
        log = await self._given_log(settings, request.moves) if request.moves else ()
        table = await self._create(settings, log)
        if settings.is_practice:
            await self._leave_others(table)
        return table

    async def _given_log(self, settings: TableSettings, moves: Sequence[str]) -> Sequence[str]:
        """The log of a practice game that begins after some moves."""
        return await self.registry.referee.ask(
            settings.game, settings.host, lambda exact: moves_made(settings, moves, exact.ruling)
        )

    async def _leave_others(self, table: OpenTable) -> None:
        """A practice game that is left for a new one of the same kind is a result."""
        settings = table.settings
        others = select(tables.c.id).where(
            tables.c.host == settings.host,
            tables.c.phase == "playing",
            tables.c.ended_at.is_(None),
            tables.c.kind == "practice",
            tables.c.game == settings.game.name,
            tables.c.players == 1,
            tables.c.id != settings.id,
            ~is_untouched(),
        )
        for row in await self.database.rows(others.limit(LEFT_AT_ONCE), Requester(settings.host)):
            await self.registry.leave(row.id, settings.host)

    def _check_account(self, user: User) -> None:
        if user.is_guest and self.registry.config.needs_account:
            raise NeedsAccount("at this server guests may only practise: create an account first")

    async def _create(self, settings: TableSettings, log: Sequence[str] = ()) -> OpenTable:
        at = self.registry.now()
        settings = replace(settings, created_at=at)
        if log:
            settings = replace(settings, phase="playing", starts_at=at)
        rows = [(settings.id, seq, at, text, None, False) for seq, text in enumerate(log, 1)]
        statements = [Statement(insert(tables), [settings.row()])]
        if settings.seats:
            statements.append(Statement(insert(seats), settings.seat_rows()))
        await self.writer.write(*statements, log=rows)
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
        again = await self._create(fresh_settings(settings, user, settings.seats))
        await self._leave_others(again)
        return again

    async def delete(self, user: User, table: OpenTable) -> None:
        """A game of the user alone, for good."""
        settings = table.settings
        if not settings.players_of(user.id):
            raise NotSeated("you have no seat at this table")
        people = {seat.user for seat in settings.seats}
        if not can_delete(settings.kind, settings.phase, people - {user.id, None}):
            raise NotAllowed(
                "only practice, and finished games without other people, can be deleted: "
                "the others count for their players and in the daily ranking"
            )
        await self.registry.delete(settings.id)

    # Joining and leaving

    async def join(self, user: User, table: OpenTable, nonce: str | None) -> None:
        self._check_account(user)
        for _ in range(ATTEMPTS):
            settings = table.settings
            if settings.players_of(user.id):
                await self._sit_again(user, table, nonce)
                await self._start_if_full(table)
                return
            self._check_open(settings)
            player = _free_seat(settings, user)
            seat = TableSeat(player, user.id, None, user.name, nonce_or_new(nonce))
            if await self._seat(table, seat):
                await self._start_if_full(table)
                return
        raise TableFull("this table is full")

    async def _sit_again(self, user: User, table: OpenTable, nonce: str | None) -> None:
        """The user has a seat already. Until the game starts, it takes a new name and nonce.

        Once the game has started, the seed is fixed.
        """
        if table.settings.phase != "lobby" or table.settings.is_alone:
            return
        mine = (seats.c.table_id == table.id) & (seats.c.person == user.id)
        values = {"name": user.name} | ({"nonce": nonce} if nonce else {})
        try:
            await self.writer.write(
                self._while_in_lobby(table),
                Statement(update(seats).where(mine).values(**values)),
            )
        except ConflictError:
            pass  # it has just started
        await self._refresh(table)

    async def on_renamed(self, user: User) -> None:
        """The seats at tables that wait get the user's new name."""
        waiting = select(tables.c.id).where(tables.c.phase == "lobby")
        mine = (seats.c.person == user.id) & seats.c.table_id.in_(waiting)
        await self.writer.write(Statement(update(seats).where(mine).values(name=user.name)))
        await self.registry.refresh_tables_of(user.id)

    async def seat_bot(self, user: User, table: OpenTable, bot: str) -> None:
        self._check_host(user, table)
        known = entry_of(table.settings.game.name).bot_names
        if bot not in known:
            raise BadOption(f"expected a bot among {', '.join(known)}, got {bot[:40]!r}")
        for _ in range(ATTEMPTS):
            self._check_open(table.settings)
            player = _seat_for_bot(table.settings)
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
            # Another rematch may follow the game, if this one is given up.
            closed = {"phase": "over", "ended_at": self.registry.now(), "follows": None}
            values = {"host": others[0]} if others else closed
            statements.append(
                Statement(update(tables).where(tables.c.id == table.id).values(**values))
            )
        try:
            await self.writer.write(*statements)
        except ConflictError:
            raise NotSeated("you have no seat at this table") from None
        before = table.settings.follows
        await self._refresh(table)
        if before and table.settings.follows is None:
            await self._refresh(await self.registry.table(before))

    async def remove(self, user: User, table: OpenTable, player: int) -> None:
        """The host frees the seat of a bot or a user, or one that is reserved."""
        self._check_host(user, table)
        self._check_open(table.settings)
        if player in table.settings.players_of(user.id):
            raise NotAllowed("to free your own seat, leave the table")
        if player not in range(table.settings.players):
            raise NotFound(f"expected a seat of this table, got seat {str(player)[:20]}")
        held = table.settings.reserved
        if any(one.player == player for one in held):
            others = tuple(one for one in held if one.player != player)
            change = self._while_in_lobby(table, table.settings.with_reserved(others))
        else:
            here = (seats.c.table_id == table.id) & (seats.c.player == player)
            change = Statement(delete(seats).where(here), must_change=True)
        try:
            await self.writer.write(self._while_in_lobby(table), change)
        except ConflictError:
            raise NotFound(f"expected a taken seat, got seat {player}") from None
        await self._refresh(table)

    # Starting

    async def start(self, user: User, table: OpenTable) -> None:
        """A full table starts by itself: for its players, to start it again changes nothing."""
        if table.settings.phase in STARTED and table.settings.players_of(user.id):
            return
        self._check_open(table.settings)
        if table.settings.waits_until is None:
            self._check_host(user, table)
        else:
            await self._seat_absent(user, table)
            if table.settings.phase != "lobby":  # the last seat was taken
                return
        settings = table.settings
        taken = len(settings.seats)
        if settings.contest is None and taken < settings.players:
            raise NotAllowed(f"expected {settings.players} players, got {taken}")
        if taken < 2:
            raise NotAllowed("a contest needs at least two players")
        self._check_running(settings.host)
        await self._start(table)

    async def _seat_absent(self, user: User, table: OpenTable) -> None:
        """Who entered a series has a seat in every game; others do not wait for them for long."""
        if not table.settings.players_of(user.id):
            raise NotSeated("only players of this table can start it")
        waits_until = table.settings.waits_until
        if waits_until is not None and self.registry.now() < waits_until:
            raise NotAllowed("the players of a series have 15 seconds to come to the next game")
        for one in table.settings.reserved:
            if not table.settings.players_of(one.user):
                seat = TableSeat(one.player, one.user, None, one.name, nonce_or_new(None))
                await self._seat(table, seat)
        await self._start_if_full(table)

    async def _start_if_full(self, table: OpenTable) -> None:
        """If its host has too many games, it waits for the host to start it."""
        settings = table.settings
        is_full = settings.phase == "lobby" and len(settings.seats) == settings.players
        if is_full and self.registry.running_of(settings.host) < MAX_RUNNING:
            await self._start(table)

    async def _start(self, table: OpenTable) -> None:
        """Renumbers the seats without gaps; does nothing if the table has started already."""
        settings = table.settings
        numbered = tuple(replace(seat, player=n) for n, seat in enumerate(settings.seats))
        started = replace(settings, seats=numbered).with_reserved(())
        starts_at = self.registry.now() + int(1000 * self.registry.config.countdown_seconds)
        values = {
            "phase": "countdown",
            "starts_at": starts_at,
            "players": len(numbered),
            "settings": started.row()["settings"],
        }
        waiting = (tables.c.id == table.id) & (tables.c.phase == "lobby")
        try:
            await self.writer.write(
                Statement(update(tables).where(waiting).values(**values), must_change=True),
                Statement(delete(seats).where(seats.c.table_id == table.id)),
                Statement(insert(seats), started.seat_rows()),
                self.registry.claims.begun(table.id),
            )
            self.registry.begin_to_run(table)
        except ConflictError:
            pass
        await self._refresh(table)

    # Rematch

    async def rematch(self, user: User, table: OpenTable, nonce: str | None = None) -> OpenTable:
        """Joins the rematch, opening it first if necessary.

        The seats of the others are kept for them. However many ask at once, one table is opened.
        """
        settings = table.settings
        if not table.settings.players_of(user.id) or settings.kind not in ("table", "contest"):
            raise NotSeated("only players of this table can join its rematch")
        if settings.phase != "over":
            raise NotAllowed("a rematch is possible only when the game is over")
        await self.registry.read_links(table.table)
        if table.table.rematch is None:
            await self._open_rematch(user, table)
        assert table.table.rematch is not None
        rematch = await self.registry.table(table.table.rematch.table)
        await self.join(user, rematch, nonce)
        return rematch

    async def _open_rematch(self, user: User, table: OpenTable) -> None:
        with suppress(ConflictError):  # somebody else has just opened it
            series = table.broadcast.info(None).series
            is_decided = series is None or series.is_decided
            await self._create(rematch_settings(table.settings, user, is_decided))
        await self._refresh(table)

    # Checks

    def _check_running(self, host: str) -> None:
        if self.registry.running_of(host) >= MAX_RUNNING:
            raise TooManyGames(f"expected at most {MAX_RUNNING} running games of one host")

    def _while_in_lobby(self, table: OpenTable, changed: TableSettings | None = None) -> Statement:
        """With other settings of the host, if given."""
        waiting = (tables.c.id == table.id) & (tables.c.phase == "lobby")
        values = {"settings": changed.row()["settings"]} if changed else {"phase": "lobby"}
        return Statement(update(tables).where(waiting).values(**values), must_change=True)

    def _check_host(self, user: User, table: OpenTable) -> None:
        if user.id != table.settings.host:
            raise NotAllowed("only the host may do this")

    def _check_open(self, settings: TableSettings) -> None:
        if settings.phase != "lobby":
            raise TableOver("this table has already started")

    async def _refresh(self, table: OpenTable) -> None:
        await self.registry.refresh(table)


def _free_seat(settings: TableSettings, user: User) -> int:
    """The seat that is reserved for the user, or else the first that is for anybody."""
    own = [one.player for one in settings.reserved if one.user == user.id]
    held = {one.player for one in settings.reserved}
    free = _free_seats(settings)
    open_to_all = [player for player in free if player not in held]
    if not own and not open_to_all and free:
        raise NotAllowed("the free seats are kept for the players of the game before")
    return next(iter(own + open_to_all))


def _seat_for_bot(settings: TableSettings) -> int:
    """A reserved seat only if there is no other: the host does not want to wait for its player."""
    held = {one.player for one in settings.reserved}
    return min(_free_seats(settings), key=lambda player: (player in held, player))


def _free_seats(settings: TableSettings) -> list[int]:
    taken = {seat.player for seat in settings.seats}
    free = [player for player in range(settings.players) if player not in taken]
    if not free:
        raise TableFull("this table is full")
    return free
