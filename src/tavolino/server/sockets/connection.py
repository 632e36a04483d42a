"""A WebSocket connection: limits the rate of messages and passes them to their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeAlias

import msgspec

from tavolino.game import AnyGame, Seat
from tavolino.server.accounts.users import User
from tavolino.server.errors import (
    BadMessage,
    NotAllowed,
    NotSeated,
    Refusal,
    Stale,
    TableOver,
    TimeUp,
    TooFast,
)
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.commands import ForbiddenMove, SeatCommand, player_for
from tavolino.server.live.domain.step import HintRequest, Repeated, hint_request
from tavolino.server.live.domain.updates import frame
from tavolino.server.live.domain.visibility import check_may_watch
from tavolino.server.live.interfaces import BotRequester, Frame
from tavolino.server.live.registry import OpenTable, TableRegistry
from tavolino.server.sockets.allowance import Allowance
from tavolino.server.sockets.send_queue import Send, SendQueue

Receive: TypeAlias = Callable[[], Awaitable[Any]]

MAX_WATCHED = 32
MAX_REFUSALS = 50
"""Unreadable or too frequent messages before the connection is closed."""
MAX_HINTS = 2
"""Pending hints of one connection."""

_decoder: msgspec.json.Decoder[m.Incoming] = msgspec.json.Decoder(m.Incoming)


EXTENSION = "tavolino.socket"
"""In the ASGI scope: a ``Socket``, for what ASGI has no message for."""


class Socket(Protocol):
    """What the web server offers besides ASGI."""

    take: Callable[[bytes], bool] | None
    """Called with a message when it arrives; if it answers False, the message is queued."""

    def write(self, frame: Frame) -> bool:
        """Writes at once; False if that is not possible now."""


class Adviser(Protocol):
    async def advise(
        self, requester: BotRequester, game: AnyGame, view: Any, seat: Seat
    ) -> list[m.AdvisedMove]: ...


class Connection:
    def __init__(
        self,
        registry: TableRegistry,
        adviser: Adviser,
        user: User,
        send: Send,
        socket: Socket | None = None,
    ) -> None:
        self._registry, self._adviser, self.user = registry, adviser, user
        self._queue, self._send = SendQueue(send, socket.write) if socket else SendQueue(send), send
        self._socket = socket
        self._is_waiting = False
        """Has everything that has arrived been handled?"""
        self._tables: dict[str, OpenTable] = {}
        self._allowance = Allowance(registry.config.messages_per_second)
        self._refusals = self._hints = 0
        self._is_visible = False
        self.closing: int | None = None
        """The close code, once the connection is to be closed."""
        self.is_closed = False

    @property
    def user_id(self) -> str:
        return self.user.id

    def put(self, data: Frame) -> None:
        if not self._queue.put(data):
            self._registry.spawn(self.close(1013))

    def send(self, message: m.Outgoing) -> None:
        self.put(frame(message))

    def refuse(
        self, refusal: Refusal, message: str | None = None, table: str | None = None
    ) -> None:
        clause = refusal.clause if isinstance(refusal, ForbiddenMove) else None
        self.send(m.Error(refusal.code, str(refusal), message, table, clause))

    async def run(self, receive: Receive) -> int | None:
        """Runs until the client disconnects (None) or must be disconnected (the close code)."""
        user = self.user
        self.send(m.Welcome(user.id, user.name, user.is_guest, self._registry.now()))
        if self._socket:
            self._socket.take = self.take
        try:
            self._set_visible(True)
            while self.closing is None:
                self._is_waiting = True
                event = await receive()
                self._is_waiting = False
                if event["type"] == "websocket.disconnect":
                    return None
                await self._receive(event)
            return self.closing
        finally:
            self._is_waiting = False
            if self._socket:
                self._socket.take = None
            self._queue.close()
            self._set_visible(False)
            while self._tables:
                self._registry.unwatch(self._tables.popitem()[1], self)

    def _set_visible(self, is_visible: bool) -> None:
        """Guests have no friends, so nobody asks whether they are online."""
        if self.user.is_guest or is_visible == self._is_visible:
            return
        self._is_visible = is_visible
        presence = self._registry.presence
        (presence.enter if is_visible else presence.leave)(self.user.id)

    def take(self, data: bytes) -> bool:
        """Passes a command to its table at once; False if that may have to wait, or is refused.

        As ``_receive`` would do, which then gets the message, without a turn of the event loop.
        """
        if not self._is_waiting or self.closing is not None:
            return False
        try:
            message = _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        if not isinstance(message, m.Move) or len(data) > self._registry.config.max_frame:
            return False
        opened = self._tables.get(message.table)
        if opened is None or not self._registry.referee.is_ready_for(opened.settings.game):
            return False
        if not self._allowance.take_if_any():
            return False
        self._submit(opened, message)
        return True

    async def _receive(self, event: Any) -> None:
        message: m.Incoming | None = None
        try:
            message = self._decode(event)
            self._limit_rate()
            await self._handle(message)
        except Refusal as refusal:
            # With what the client knows the message by, or it would wait for an answer.
            self.refuse(refusal, getattr(message, "id", None), getattr(message, "table", None))

    def _limit_rate(self) -> None:
        if not self._allowance.take():
            self._count_refusal()
            rate = self._registry.config.messages_per_second
            raise TooFast(f"expected at most {rate:g} messages a second")

    def _decode(self, event: Any) -> m.Incoming:
        data = event.get("text") or event.get("bytes") or b""
        max_frame = self._registry.config.max_frame
        try:
            if len(data) > max_frame:
                raise BadMessage(f"expected a frame of at most {max_frame} bytes")
            return _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse_unread()
            raise BadMessage(f"expected a message of the protocol: {error}") from None
        except BadMessage:
            self._refuse_unread()
            raise

    def _refuse_unread(self) -> None:
        """It counts as a message too."""
        self._allowance.take()
        self._count_refusal()

    def _count_refusal(self) -> None:
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            self.closing = 1008

    async def close(self, code: int) -> None:
        """Closes from the server's side: slow client, sign-out, shutdown."""
        if self.is_closed:
            return
        self.closing, self.is_closed = code, True
        self._queue.close()
        with suppress(Exception):  # the client may have disconnected already
            await self._send({"type": "websocket.close", "code": code})

    # Messages

    async def _handle(self, message: m.Incoming) -> None:
        if isinstance(message, m.AskHint):
            self._hint(message)
        elif isinstance(message, m.Command):
            await self._command(message)
        elif isinstance(message, m.Ping):
            self.send(m.Pong(message.id, self._registry.now()))
        elif isinstance(message, m.Say):
            self._say(message)
        elif isinstance(message, m.Watch):
            await self._watch(message.table)
        elif isinstance(message, m.Visible):
            self._set_visible(message.is_visible)
        elif isinstance(message, m.Leave):
            opened = self._tables.pop(message.table, None)
            if opened:
                self._registry.unwatch(opened, self)
        else:
            await self._take_seat_back(self._watched(message.table))

    def _watched(self, name: str) -> OpenTable:
        if name not in self._tables:
            raise NotAllowed(f"expected a table that you watch, got {name[:40]!r}")
        return self._tables[name]

    async def _command(self, command: m.Command) -> None:
        try:
            opened = self._watched(command.table)
            await self._registry.referee.ready(opened.settings.game)
        except Refusal as refusal:
            self.refuse(refusal, command.id, command.table)
            return
        self._submit(opened, command)

    def _submit(self, opened: OpenTable, command: m.Command) -> None:
        table = opened.table
        try:
            player = player_for(table.settings, table.projection, self.user.id, command)
        except Refusal as refusal:
            self.refuse(refusal, command.id, command.table)
            return
        seat_command = SeatCommand(command, player)
        table.submit(seat_command, partial(self._reply, opened, seat_command))

    def _reply(
        self, opened: OpenTable, seat_command: SeatCommand, answer: Refusal | Repeated
    ) -> None:
        """Answers a command that was not executed, with the position if it may be unknown."""
        command, table = seat_command.command, opened.table
        board = seat_command.player // table.settings.game.seats
        if isinstance(answer, Repeated):
            opened.broadcast.send_position(self, board, command.id)
            return
        self.refuse(answer, command.id, command.table)
        # If a commit is being written, its update will send the position.
        if isinstance(answer, Stale | TimeUp | TableOver) and not table.is_busy:
            opened.broadcast.send_position(self, board)

    async def _watch(self, name: str) -> None:
        try:
            if len(self._tables) >= MAX_WATCHED and name not in self._tables:
                raise NotAllowed(f"expected at most {MAX_WATCHED} tables watched at once")
            opened = await self._registry.table(name, self.user.id)
            check_may_watch(opened.settings, self.user.id)
            await self._registry.referee.ready(opened.settings.game)
            # It may have been evicted meanwhile, here and below.
            opened = await self._registry.table(name)
            if opened.settings.is_alone:
                await opened.table.begin_and_wait()  # if the server was killed before the deal
            opened = await self._registry.table(name)
        except Refusal as refusal:
            self.refuse(refusal, table=name)
            return
        self._tables[name] = opened
        opened.broadcast.add(self)
        if self._registry.on_looked and not self.user.is_guest:
            self._registry.on_looked(name, self.user.id)

    def _say(self, say: m.Say) -> None:
        try:
            self._registry.say(self._watched(say.table), self.user.id, say.phrase)
        except Refusal as refusal:
            self.refuse(refusal, table=say.table)

    async def _take_seat_back(self, opened: OpenTable) -> None:
        """The user takes the seat back from the bot that played for them."""
        table = opened.table
        own = table.settings.players_of(self.user.id)
        if not own:
            raise NotSeated("you have no seat at this table")
        for player in own:
            if table.settings.seats[player].is_away:
                await self._registry.journal.set_away(table.id, player, False)
                table.settings = table.settings.with_away(player, False)
        self._registry.publish(table.id)
        table.notify_settings()

    def _hint(self, ask: m.AskHint) -> None:
        try:
            table = self._watched(ask.table).table
            if self._hints >= MAX_HINTS:
                raise TooFast(f"expected at most {MAX_HINTS} hints at once")
            at = table.now()
            settings, projection = table.settings, table.projection
            player = player_for(settings, projection, self.user.id, ask)
            request = hint_request(SeatCommand(ask, player), settings, projection, at)
        except Refusal as refusal:
            self.refuse(refusal, ask.id, ask.table)
            return
        self._hints += 1
        board = player // settings.game.seats
        requester = BotRequester(self.user.id, ask.table, lambda: self._waits_for(ask, board))
        self._registry.spawn(self._advise(ask, requester, request))

    def _waits_for(self, ask: m.AskHint, board: int) -> bool:
        """Is the client still there, at the same position?"""
        opened = self._tables.get(ask.table)
        projection = opened.projection if opened else None
        return projection is not None and projection.counts[board] == ask.count

    async def _advise(self, ask: m.AskHint, requester: BotRequester, request: HintRequest) -> None:
        try:
            self.send(m.Hint(ask.table, ask.id, await self._adviser.advise(requester, *request)))
        except Refusal as refusal:
            self.refuse(refusal, ask.id, ask.table)
        finally:
            self._hints -= 1
