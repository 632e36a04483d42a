"""The WebSocket of one user: commands with their answers, and the state of every watched table.

A move is acknowledged by the update with its id. If the connection breaks before that, the command
is sent again with the same id over the next connection, and the server plays it once.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from secrets import token_urlsafe
from types import TracebackType
from typing import Any, TypeVar

import msgspec

from tavolino.client.errors import NoAnswer, ServerLost, refusal
from tavolino.client.reconnecting_socket import ReconnectingSocket
from tavolino.client.rest import Rest
from tavolino.client.table_state import TableState
from tavolino.game import TavolinoError
from tavolino.server.live.domain import messages as m

A = TypeVar("A")
T = TypeVar("T", bound=m.Out)

MAX_MESSAGES = 10_000
"""Messages kept for iteration; beyond that the oldest are dropped."""

_decode = msgspec.json.Decoder(m.Outgoing).decode
_encode = msgspec.json.Encoder().encode


class Live:
    """The WebSocket of one user. It reconnects and resumes automatically."""

    def __init__(self, rest: Rest, timeout: float, table: str = "") -> None:
        self._socket = ReconnectingSocket(
            rest,
            self._first_messages,
            self._receive,
            lambda: next(iter(self._watched), table),
            lambda: bool(self._unanswered),
        )
        self.timeout = timeout
        """Seconds to wait for an answer."""
        self.welcome: m.Welcome | None = None
        """The first message of the current connection."""
        self.tables: defaultdict[str, TableState] = defaultdict(TableState)
        self._watched: dict[str, None] = {}
        self._unanswered: dict[str, m.In] = {}
        self._answers: dict[str, asyncio.Future[m.Out]] = {}
        """Awaited answers by the id of the message; a table's info by the id of the table."""
        self._waiting: set[tuple[Callable[[], bool], asyncio.Future[None]]] = set()
        self._messages: deque[m.Outgoing] = deque(maxlen=MAX_MESSAGES)
        self._lost: TavolinoError | None = None

    async def __aenter__(self) -> Live:
        self._task = asyncio.create_task(self._run())
        try:
            await self.until(lambda: self.welcome is not None)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        self._end(ServerLost("this socket is closed"))

    async def __aiter__(self) -> AsyncIterator[m.Outgoing]:
        """Every message in order; raises an error when the connection is lost."""
        while True:
            while self._messages:
                yield self._messages.popleft()
            await self._until(lambda: bool(self._messages), None)

    @property
    def connections(self) -> int:
        """The number of connections so far."""
        return self._socket.connections

    # Watching

    async def watch(self, table: str) -> m.TableInfo:
        """Watch a table; the client watches it again after a reconnection.

        Returns when the positions of all boards that you may see are known: of a table that has
        started, at least your own.
        """
        self._watched[table] = None
        try:
            info = await self._ask(m.TableInfo, table, m.Watch(table))
            updates = self.tables[table].updates
            await self.until(lambda: all(board in updates for board in info.boards))
            return info
        except TavolinoError:
            self._watched.pop(table, None)
            raise

    async def leave(self, table: str) -> None:
        """Stop watching a table."""
        self._watched.pop(table, None)
        self.tables.pop(table, None)
        await self._socket.send(_encode(m.Leave(table)))

    def position(self, table: str) -> m.Update:
        """The last known position of your own board."""
        return self.tables[table].own

    async def after(self, table: str, count: int) -> m.Update:
        """Wait until the count of your own board exceeds ``count``; return its position."""
        known = self.tables[table]
        await self.until(lambda: bool(known.updates) and known.own.count > count)
        return known.own

    async def turns(self, table: str) -> AsyncIterator[m.Update]:
        """Your own board each time that it is your turn, until the game is over.

        Waits for the start and for the others as long as they take. Play one of the ``moves`` of
        a position before you ask for the next one: the same is given again otherwise.
        """
        if table not in self._watched:
            await self.watch(table)
        known = self.tables[table]

        def is_over() -> bool:
            return known.info is not None and known.info.phase == "over"

        def on_turn() -> m.Update | None:
            mine = known.info.yours if known.info else ()
            return next((one for one in known.updates.values() if one.actor in mine), None)

        while True:
            await self._until(lambda: is_over() or on_turn() is not None, None)
            own = on_turn()
            if own is None or is_over():
                return
            yield own

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition, which is checked after every message."""
        await self._until(condition, self.timeout)

    async def _until(self, condition: Callable[[], bool], seconds: float | None) -> None:
        if condition():
            return
        if self._lost:
            raise self._lost
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting := (condition, future))
        try:
            await with_timeout(future, seconds)
        finally:
            self._waiting.discard(waiting)

    # Commands

    async def move(self, table: str, text: str) -> m.Update:
        """Play a move; return the position after it, once the server has stored it.

        ``text`` is one of ``position(table).moves``. Raises ``Stale`` if the board has changed
        meanwhile, ``NotYourTurn`` or ``IllegalMove``, and ``NoAnswer`` after ``timeout`` seconds.
        """
        return await self._command(m.Move(table, new_id(), self.position(table).count, text))

    async def undo(self, table: str) -> m.Update:
        """Undo your last move; practice only."""
        return await self._command(m.Undo(table, new_id(), self.position(table).count))

    async def redo(self, table: str) -> m.Update:
        """Redo the last move undone; practice only."""
        return await self._command(m.Redo(table, new_id(), self.position(table).count))

    async def finish(self, table: str) -> m.Update:
        """Move all cards to the bases, once all are face up (R-S40-47)."""
        return await self._command(m.Finish(table, new_id(), self.position(table).count))

    async def give_up(self, table: str) -> m.Update:
        """Give up the game (R-N9-19)."""
        return await self._command(m.GiveUp(table, new_id(), self.position(table).count))

    async def hint(self, table: str) -> m.Hint:
        """Ask for a hint; practice only."""
        command = m.AskHint(table, new_id(), self.position(table).count)
        return await self._ask(m.Hint, command.id, command)

    async def back(self, table: str) -> None:
        """Take your seat back from the bot that plays for you."""
        await self._socket.send(_encode(m.Back(table)))

    async def say(self, table: str, phrase: m.Phrase) -> None:
        """Say something to everybody at a table; iterate to hear what the others say."""
        await self._socket.send(_encode(m.Say(table, phrase)))

    async def ping(self) -> m.Pong:
        """Measure the round trip to the server, and get its time."""
        ping = m.Ping(new_id())
        return await self._ask(m.Pong, ping.id, ping)

    async def send(self, message: m.In) -> None:
        """Send a message without waiting; iterate to see the answers."""
        await self._socket.send(_encode(message))

    async def _command(self, command: m.Command) -> m.Update:
        return await self._ask(m.Update, command.id, command)

    async def _ask(self, kind: type[T], key: str, message: m.In) -> T:
        if self._lost:
            raise self._lost
        future = self._answers.setdefault(key, asyncio.get_running_loop().create_future())
        self._unanswered[key] = message
        try:
            await self._socket.send(_encode(message))
            answer = await with_timeout(future, self.timeout)
        finally:
            self._unanswered.pop(key, None)
            self._answers.pop(key, None)
        assert isinstance(answer, kind), f"expected {kind.__name__}, got {answer}"
        return answer

    # Incoming messages

    async def _run(self) -> None:
        self._end(await self._socket.run())

    def _first_messages(self) -> list[bytes]:
        watches = [m.Watch(table) for table in self._watched]
        commands = [one for one in self._unanswered.values() if not isinstance(one, m.Watch)]
        return [_encode(message) for message in (*watches, *commands)]

    def _receive(self, frame: str) -> None:
        message = _decode(frame)
        self._messages.append(message)
        if isinstance(message, m.Welcome):
            self.welcome = message
        elif isinstance(message, m.TableInfo | m.Update | m.Standings):
            self.tables[message.table].apply(message)
        self._resolve(message)
        for condition, future in list(self._waiting):
            if not future.done() and condition():
                future.set_result(None)

    def _resolve(self, message: m.Outgoing) -> None:
        key = message.table if isinstance(message, m.TableInfo) else getattr(message, "id", None)
        if isinstance(message, m.Error):
            key = message.id or message.table
        future = self._answers.get(key) if key else None
        if future is None or future.done():
            return
        if isinstance(message, m.Error):
            future.set_exception(refusal(message.code, message.text))
        else:
            future.set_result(message)

    def _end(self, lost: TavolinoError) -> None:
        self._lost = lost
        waiting: list[asyncio.Future[Any]] = [*self._answers.values()]
        waiting += [future for _, future in self._waiting]
        for future in waiting:
            if not future.done():
                future.set_exception(lost)


async def with_timeout(future: asyncio.Future[A], seconds: float | None) -> A:
    """The result of a future; raises ``NoAnswer`` after ``seconds``, or never if None."""
    try:
        return await asyncio.wait_for(future, seconds)
    except TimeoutError:
        raise NoAnswer(f"the server did not answer within {seconds:g} s") from None


def new_id() -> str:
    """An id for a command; with it the server plays a repeated command once."""
    return token_urlsafe(9)
