"""Interfaces of what live play needs from outside, so that it loads no compiled code or sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tavolino.game import AnyGame, Seat, Stop

T = TypeVar("T")


class Frame:
    """A text message to clients; one frame may be sent to many connections."""

    __slots__ = ("_wire", "payload")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self._wire: bytes | None = None

    @property
    def text(self) -> str:
        return self.payload.decode()

    @property
    def message(self) -> dict[str, str]:
        """For a web server that takes messages of ASGI only."""
        return {"type": "websocket.send", "text": self.text}

    @property
    def wire(self) -> bytes:
        """The frame as a server sends it: whole, text, without a mask (RFC 6455, 5.2)."""
        if self._wire is None:
            size = len(self.payload)
            if size < 126:
                head = bytes((_TEXT, size))
            elif size < 1 << 16:
                head = _TEXT_16 + size.to_bytes(2)
            else:
                head = _TEXT_64 + size.to_bytes(8)
            self._wire = head + self.payload
        return self._wire


_TEXT = 0x81
_TEXT_16, _TEXT_64 = bytes((_TEXT, 126)), bytes((_TEXT, 127))


class Watcher(Protocol):
    """A connection that watches tables."""

    @property
    def user_id(self) -> str: ...

    def put(self, data: Frame) -> None: ...


class LiveReferee(Protocol):
    """The referee of the rules, with two kinds of questions."""

    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None: ...

    def is_dead_end(self, game: AnyGame, view: Any) -> bool: ...


class Referees(Protocol):
    """Two referees with the same answers: one for the event loop, one for hard questions."""

    def quick(self) -> LiveReferee:
        """Answers at once, or raises ``OverBudget``; its budget is for all its questions."""

    async def ask(self, game: AnyGame, user: str, work: Callable[[LiveReferee], T]) -> T:
        """Does work with questions of any length in a thread; users get fair shares of these."""

    async def ready(self, game: AnyGame) -> None:
        """Waits until the referee of this game is loaded."""

    def is_ready_for(self, game: AnyGame) -> bool:
        """Is it loaded?"""


class BotRequester(NamedTuple):
    """For whom a bot thinks; users have fair shares of the bots, and so do their tables."""

    user: str
    table: str = ""
    is_waiting: Callable[[], bool] = lambda: True
    """Asked when it is this requester's turn: otherwise the bot does not begin to think."""


class Bots(Protocol):
    async def choose(
        self, requester: BotRequester, game: AnyGame, view: Any, seat: Seat, bot: str, seed: str
    ) -> str:
        """The move of a bot at this seat with this view."""


class Spawn(Protocol):
    def __call__(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Runs a coroutine in the background; failures are logged."""
