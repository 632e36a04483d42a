"""Bots think in processes of their own, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from tavolino.game import AnyGame, Seat
from tavolino.server.errors import Unavailable
from tavolino.server.live.messages import Advice
from tavolino.server.workers import bot_worker as thinking

T = TypeVar("T")

log = logging.getLogger("tavolino.programs")
TRIES = 3
"""A worker may die; the question is then asked again."""


class BotPool:
    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: Executor | None = None
        """Made when it is first needed, which may be never."""

    def _new_pool(self) -> Executor:
        if not self._workers:
            return ThreadPoolExecutor(1)
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=thinking.prepare)

    async def choose(self, game: AnyGame, view: Any, seat: Seat, bot: str, seed: str) -> str:
        """The move of a program that has this seat and sees this view."""
        return await self._run(thinking.choose, game, view, seat, bot, seed)

    async def advise(self, game: AnyGame, view: Any, seat: Seat) -> list[Advice]:
        return await self._run(thinking.advise, game, view, seat)

    async def par(self, game: AnyGame, number: int) -> int:
        """Of a practice deal, by its number."""
        return await self._run(thinking.par_of, game, number)

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(TRIES):
            pool = self._pool = self._pool or self._new_pool()
            try:
                return await loop.run_in_executor(pool, function, *arguments)
            except BrokenProcessPool:
                log.warning("a worker has died, a new one is started")
                if pool is self._pool:
                    self._pool = None
        raise Unavailable("the programs do not answer, try again later")

    def processes(self) -> list[int]:
        """Those that are alive."""
        return list(getattr(self._pool, "_processes", None) or ())

    def close(self) -> None:
        if self._pool is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in (getattr(self._pool, "_processes", None) or {}).values():
            process.terminate()
