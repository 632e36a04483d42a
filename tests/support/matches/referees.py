"""Referees for tests: one by the plain rules, and one that waits until the test lets it answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from support.timeout import TIMEOUT
from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, Stop
from tavolino.match import OverBudget
from tavolino.server.live.interfaces import LiveReferee, Referees

T = TypeVar("T")


class PlainReferee:
    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None:
        return game.ruling(history)

    def is_dead_end(self, game: AnyGame, view: Any) -> bool:
        dead_end = entry_of(game.name).dead_end
        return dead_end is not None and dead_end(game, view)


class SlowReferees:
    """The questions of one game are hard, and are answered once ``release`` is called."""

    def __init__(self, real: Referees, hard_game: str, is_lost: bool = False) -> None:
        self._real, self._hard_game, self.is_lost = real, hard_game, is_lost
        self.threads: set[int] = set()
        """The threads in which questions were asked."""
        self._asked, self._released = threading.Event(), threading.Event()

    def quick(self) -> LiveReferee:
        return _Referee(self, self._real.quick(), is_quick=True)

    async def ask(self, game: AnyGame, user: str, work: Callable[[LiveReferee], T]) -> T:
        return await self._real.ask(
            game, user, lambda exact: work(_Referee(self, exact, is_quick=False))
        )

    async def ready(self, game: AnyGame) -> None:
        await self._real.ready(game)

    def is_ready_for(self, game: AnyGame) -> bool:
        return self._real.is_ready_for(game)

    async def until_asked(self) -> None:
        """Waits until a hard question is being answered."""
        assert await asyncio.to_thread(self._asked.wait, TIMEOUT)

    def release(self) -> None:
        self._released.set()

    def hold(self) -> None:
        self._asked.clear()
        self._released.clear()

    def check(self, game: AnyGame, is_quick: bool) -> None:
        if game.name != self._hard_game:
            return
        if is_quick:
            raise OverBudget
        self.threads.add(threading.get_ident())
        self._asked.set()
        assert self._released.wait(TIMEOUT)


class _Referee:
    def __init__(self, slow: SlowReferees, real: LiveReferee, is_quick: bool) -> None:
        self._slow, self._real, self._is_quick = slow, real, is_quick

    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None:
        self._slow.check(game, self._is_quick)
        return self._real.ruling(game, history)

    def is_dead_end(self, game: AnyGame, view: Any) -> bool:
        self._slow.check(game, self._is_quick)
        return self._slow.is_lost or self._real.is_dead_end(game, view)
