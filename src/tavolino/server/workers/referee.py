"""The compiled referee, loaded in the background; games that need it wait until then.

Compiling takes some seconds on the first start and would block the server: another process does it
and leaves the result in Numba's cache, from which loading takes half a second.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from tavolino.bots.compiler import NICENESS, start_compiling
from tavolino.catalogue import BUILT_IN, entries, entry_of
from tavolino.game import CHANCE, AnyGame, Stop
from tavolino.match import OverBudget
from tavolino.server.live.interfaces import LiveReferee
from tavolino.server.queues.fair_pool import FairThreads
from tavolino.server.queues.fair_queue import Requester
from tavolino.solvers.limits import Budget
from tavolino.solvers.referee import is_dead_end, ruling

__all__ = ["CompiledReferee", "is_dead_end", "load", "ruling"]

log = logging.getLogger("tavolino.server")
T = TypeVar("T")

QUICK_POSITIONS = 1_000
"""For the questions of one step in the event loop: at most some 3 ms. Hardly any move of ordinary
play needs as many."""
THREADS = 4
"""For longer questions; the searches release the GIL."""
MAX_WAITING = 1_000
"""A table asks one question at a time."""
MAX_OF_USER = 64
RETRY_AFTER = 10.0
LOAD_AFTER = 0.5
"""Seconds after the start, so that the first responses are not delayed."""


class ExactReferee:
    """Answers every question, however long it takes."""

    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None:
        return ruling(game, history)

    def is_dead_end(self, game: AnyGame, view: Any) -> bool:
        return is_dead_end(game, view)


class QuickReferee:
    """Answers as long as its budget lasts and nothing has to be loaded."""

    def __init__(self, is_loaded: bool) -> None:
        self._is_loaded, self._budget = is_loaded, Budget(QUICK_POSITIONS)

    def ruling(self, game: AnyGame, history: Sequence[Any]) -> Stop | None:
        self._check_loaded(game)
        is_deal = len(history) == 1 and game.actor(history[0]) == CHANCE
        if is_deal and entry_of(game.name).has_solver:
            raise OverBudget  # a deal that has to be proved winnable (RULES 8.16)
        return ruling(game, history, self._budget)

    def is_dead_end(self, game: AnyGame, view: Any) -> bool:
        self._check_loaded(game)
        return is_dead_end(game, view, self._budget)

    def _check_loaded(self, game: AnyGame) -> None:
        if not self._is_loaded and entry_of(game.name).is_compiled:
            raise OverBudget


class CompiledReferee:
    def __init__(self) -> None:
        self.is_ready = asyncio.Event()
        self._exact = ExactReferee()
        self._threads = FairThreads(THREADS, "referee", MAX_WAITING, MAX_OF_USER)
        self._compiler: subprocess.Popen[bytes] | None = None

    @property
    def waiting(self) -> int:
        return self._threads.waiting

    async def ready(self, game: AnyGame) -> None:
        """Waits until the referee of this game is loaded."""
        if not self.is_ready_for(game):
            await self.is_ready.wait()

    def is_ready_for(self, game: AnyGame) -> bool:
        return self.is_ready.is_set() or not entry_of(game.name).is_compiled

    def quick(self) -> QuickReferee:
        """Its budget is for all its questions."""
        return QuickReferee(self.is_ready.is_set())

    async def ask(self, game: AnyGame, user: str, work: Callable[[LiveReferee], T]) -> T:
        """Does work with questions of any length in a thread; users get fair shares of these."""
        await self.ready(game)
        return await self._threads.run(Requester(user), partial(work, self._exact))

    def close(self) -> None:
        self._threads.close()
        if self._compiler and self._compiler.poll() is None:
            self._compiler.terminate()
            self._compiler.wait()

    async def warm_up(self, compiles_all: bool = False) -> None:
        """Load what every move needs; then compile the bots, if they are to be compiled here.

        Tries again until it succeeds, or the games that need it would wait forever.
        """
        while not load.cache_info().currsize:
            await asyncio.sleep(LOAD_AFTER)
            try:
                if not await asyncio.to_thread(_is_compiled):
                    compiling = [sys.executable, "-c", f"import {__name__} as r; r.load()"]
                    self._compiler = await asyncio.to_thread(subprocess.Popen, compiling)
                    await asyncio.to_thread(self._compiler.wait)
                await asyncio.to_thread(load)
            except Exception:  # no memory, no open files, …
                log.exception("the compiled referee cannot be loaded: trying again")
                await asyncio.sleep(RETRY_AFTER)
        self.is_ready.set()
        if compiles_all and not await asyncio.to_thread(_is_all_compiled):
            self._compiler = await asyncio.to_thread(start_compiling, niceness=NICENESS)


def _compiled_games() -> list[AnyGame]:
    return [entry.rules() for entry in entries() if entry.is_compiled]


def _is_all_compiled() -> bool:
    from tavolino.bots.warm_up import is_search_compiled

    return all(is_search_compiled(entry.rules()) for entry in BUILT_IN.values())


def _is_compiled() -> bool:
    from tavolino.bots.warm_up import is_referee_compiled

    return all(map(is_referee_compiled, _compiled_games()))


@cache
def load() -> None:
    """Calls every compiled function that a move needs once."""
    from tavolino.bots.warm_up import warm_up_referee

    for game in _compiled_games():
        try:
            warm_up_referee(game)
        except Exception:  # does not affect the other games
            log.exception("the compiled referee of %s cannot be loaded", game.name)
