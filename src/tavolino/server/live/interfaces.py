"""What live play needs from outside: it is passed in, so no compiled code or socket is loaded."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol, TypeAlias

from tavolino.game import AnyGame, Seat, Stop

Frame: TypeAlias = dict[str, str]
"""A message as the web server takes it: ``type`` and ``text``; one may go to many."""


class Watcher(Protocol):
    """A connection that watches tables."""

    @property
    def user_id(self) -> str: ...

    def put(self, data: Frame) -> None: ...


class LiveReferee(Protocol):
    """The rules' referee, compiled where a game needs it."""

    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None: ...

    def is_dead_end(self, game: AnyGame, view: Any) -> bool: ...

    async def ready(self, game: AnyGame) -> None:
        """Wait until the referee of this game is loaded."""


class Bots(Protocol):
    async def choose(self, game: AnyGame, view: Any, seat: Seat, bot: str, seed: str) -> str:
        """The move of a bot that has this seat and sees this view."""


class Spawn(Protocol):
    def __call__(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run in the background; failures are logged."""
