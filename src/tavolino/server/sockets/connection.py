"""One socket: what comes in is weighed and handed to its table; what goes out is bounded."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from tavolino.server.accounts.users import User
from tavolino.server.errors import BadMessage, NotAllowed, NotSeated, Refusal, TooFast
from tavolino.server.live import messages as m
from tavolino.server.live.commands import ForbiddenMove
from tavolino.server.live.commit import away
from tavolino.server.live.updates import frame
from tavolino.server.sockets.send_queue import Frame, Outbox, Send

if TYPE_CHECKING:
    from tavolino.server.live.registry import TableRegistry
    from tavolino.server.live.table import Table

Receive: TypeAlias = Callable[[], Awaitable[Any]]

MAX_WATCHED = 32
MAX_REFUSALS = 50
"""Messages that cannot be read, or come too fast, before the connection is closed."""
BURST = 3.0
"""Seconds' worth of messages that may come at once."""
HINTS = 2
"""Hints that one connection may wait for."""

_decoder: msgspec.json.Decoder[m.Incoming] = msgspec.json.Decoder(m.Incoming)


class Connection:
    def __init__(self, registry: TableRegistry, user: User, send: Send) -> None:
        self.registry, self.user = registry, user
        self._outbox = Outbox(send)
        self._send = send
        self._tables: dict[str, Table] = {}
        self._allowance = BURST * registry.config.messages_per_second
        self._seen_at = time.monotonic()
        self._refusals = self._hints = 0
        self.closing: int | None = None
        """The code with which this connection is to be closed."""
        self.is_closed = False

    def put(self, data: Frame) -> None:
        if not self._outbox.put(data):
            self.registry.spawn(self.close(1013))

    def say(self, message: m.Outgoing) -> None:
        self.put(frame(message))

    def refuse(
        self, refusal: Refusal, message: str | None = None, table: str | None = None
    ) -> None:
        clause = refusal.clause if isinstance(refusal, ForbiddenMove) else None
        self.say(m.Error(refusal.code, str(refusal), message, table, clause))

    async def run(self, receive: Receive) -> int | None:
        """Until the other side leaves, or has to; the code to close with."""
        who = self.user
        self.say(m.Welcome(who.id, who.name, who.is_guest, self.registry.now()))
        try:
            while self.closing is None:
                event = await receive()
                if event["type"] == "websocket.disconnect":
                    return None
                await self._take(event)
            return self.closing
        finally:
            self._outbox.close()
            for table in self._tables.values():
                table.watchers.remove(self)

    async def _take(self, event: Any) -> None:
        try:
            self._weigh()
            await self._obey(self._read(event))
        except Refusal as refusal:
            self.refuse(refusal)

    def _weigh(self) -> None:
        """So many messages a second in the long run."""
        now, rate = time.monotonic(), self.registry.config.messages_per_second
        earned = (now - self._seen_at) * rate
        self._allowance = min(BURST * rate, self._allowance + earned) - 1
        self._seen_at = now
        if self._allowance < 0:
            self._count_refusal()
            raise TooFast(f"expected at most {rate:g} messages a second")

    def _read(self, event: Any) -> m.Incoming:
        data = event.get("text") or event.get("bytes") or b""
        try:
            if len(data) > self.registry.config.max_frame:
                raise BadMessage(
                    f"expected a frame of at most {self.registry.config.max_frame} bytes"
                )
            return _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError) as error:
            self._count_refusal()
            raise BadMessage(f"expected a message of the protocol: {error}") from None
        except BadMessage:
            self._count_refusal()
            raise

    def _count_refusal(self) -> None:
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            self.closing = 1008

    async def close(self, code: int) -> None:
        """From our side: a slow reader, a user who signed out, the end of the server."""
        if self.is_closed:
            return
        self.closing, self.is_closed = code, True
        self._outbox.close()
        with suppress(Exception):  # the peer may have gone already
            await self._send({"type": "websocket.close", "code": code})

    # What is asked

    async def _obey(self, message: m.Incoming) -> None:
        if isinstance(message, m.AskHint):
            await self._hint(message)
        elif isinstance(message, m.Act):
            await self._act(message)
        elif isinstance(message, m.Ping):
            self.say(m.Pong(message.id, self.registry.now()))
        elif isinstance(message, m.Watch):
            await self._watch(message.table)
        elif isinstance(message, m.Leave):
            table = self._tables.pop(message.table, None)
            if table:
                table.watchers.remove(self)
        else:
            await self._back(self._watched(message.table))

    def _watched(self, name: str) -> Table:
        if name not in self._tables:
            raise NotAllowed(f"expected a table that you watch, got {name[:40]!r}")
        return self._tables[name]

    async def _act(self, act: m.Act) -> None:
        try:
            table = self._watched(act.table)
        except Refusal as refusal:
            self.refuse(refusal, act.id, act.table)
            return
        if self.registry.referee.needs_waiting(table.settings.game):
            await self.registry.referee.is_ready.wait()
        table.ask(self, act)

    async def _watch(self, name: str) -> None:
        try:
            if len(self._tables) >= MAX_WATCHED and name not in self._tables:
                raise NotAllowed(f"expected at most {MAX_WATCHED} tables watched at once")
            table = await self.registry.table(name)
            table.may_watch(self.user.id)
            if self.registry.referee.needs_waiting(table.settings.game):
                await self.registry.referee.is_ready.wait()
                table = await self.registry.table(name)
            if table.settings.is_alone:
                await table.begun()  # unless it was, before the server was killed
        except Refusal as refusal:
            self.refuse(refusal, table=name)
            return
        # It may have been forgotten while this one waited.
        table = await self.registry.table(name)
        self._tables[name] = table
        table.watchers.add(self)

    async def _back(self, table: Table) -> None:
        mine = table.players_of(self.user.id)
        if not mine:
            raise NotSeated("you have no seat at this table")
        for player in mine:
            if table.settings.seats[player].is_away:
                await self.registry.writer.write(away(table.id, player, False))
                table.settings = table.settings.with_away(player, False)
        self.registry.ring(table.id)
        table.watchers.send_table()
        table.clock.schedule()

    async def _hint(self, ask: m.AskHint) -> None:
        try:
            table = self._watched(ask.table)
            if self._hints >= HINTS:
                raise TooFast(f"expected at most {HINTS} hints at once")
            question = table.hint_for(self, ask)
        except Refusal as refusal:
            self.refuse(refusal, ask.id, ask.table)
            return
        self._hints += 1
        self.registry.spawn(self._advise(ask, *question))

    async def _advise(self, ask: m.AskHint, game: Any, view: Any, seat: int) -> None:
        try:
            advice = await self.registry.bot_pool.advise(game, view, seat)
            self.say(m.Hint(ask.table, ask.id, advice))
        except Refusal as refusal:
            self.refuse(refusal, ask.id, ask.table)
        finally:
            self._hints -= 1
