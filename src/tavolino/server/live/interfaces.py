"""Interfaces of what live play needs from outside, so that it loads no compiled code or sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from tavolino.game import AnyGame, Seat, Stop

T = TypeVar("T")

Frame: TypeAlias = dict[str, str]
"""An ASGI message with ``type`` and ``text``; one frame may be sent to many connections."""


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


class Asker(NamedTuple):
    """For whom a bot thinks; users have fair shares of the bots, and so do their tables."""

    user: str
    table: str = ""
    is_waiting: Callable[[], bool] = lambda: True
    """Asked when it is this asker's turn: otherwise the bot does not begin to think."""


class Bots(Protocol):
    async def choose(
        self, asker: Asker, game: AnyGame, view: Any, seat: Seat, bot: str, seed: str
    ) -> str:
        """The move of a bot at this seat with this view."""


class Spawn(Protocol):
    def __call__(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Runs a coroutine in the background; failures are logged."""
