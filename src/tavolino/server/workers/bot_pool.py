"""The pool of bot processes; bots never block the event loop.

Work waits in a fair queue, in turn by user and table. Pars and analyses come last. Turns do not
come before hints: a contest full of bots would take the hints of everybody else.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeAlias, TypeVar

from tavolino.game import AnyGame, Seat
from tavolino.learning.analysis import Analysis
from tavolino.learning.summary import DescribedMoment
from tavolino.narration import Sentence
from tavolino.server.errors import TooMany, Unavailable
from tavolino.server.live.domain.messages import AdvisedMove
from tavolino.server.live.interfaces import BotRequester
from tavolino.server.queues.fair_pool import FairPool
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.workers import bot_worker as bot_worker

T = TypeVar("T")
Analysed: TypeAlias = tuple[Analysis, list[Sentence], list[DescribedMoment]]

log = logging.getLogger("tavolino.bots")
ATTEMPTS = 3
"""A worker may die; its task is then run again."""
MAX_WAITING, MAX_OF_USER = 512, 64
"""A bot that finds no place in the queue is asked again a little later."""


class BotPool:
    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._fair = FairPool(max(1, workers), MAX_WAITING, MAX_OF_USER)
        self._pool: Executor | None = None
        """Created when it is first needed."""
        self._is_closed = False

        self._progress: Any = None
        """The progress of each analysis, in memory shared with the processes."""
        self._free_slots = list(range(MAX_WAITING))

    def _new_pool(self) -> Executor:
        context = multiprocessing.get_context("spawn")
        if self._progress is None:
            self._progress = context.RawArray("d", MAX_WAITING)
        if not self._workers:
            bot_worker.share_progress(self._progress)
            return ThreadPoolExecutor(1)
        return ProcessPoolExecutor(self._workers, context, bot_worker.prepare, (self._progress,))

    @property
    def waiting(self) -> int:
        """The length of the queue, for the metrics."""
        return self._fair.waiting

    async def choose(
        self, requester: BotRequester, game: AnyGame, view: Any, seat: Seat, bot: str, seed: str
    ) -> str:
        """The move of a bot at this seat with this view."""
        return await self._queue(requester, False, bot_worker.choose, game, view, seat, bot, seed)

    async def advise(
        self, requester: BotRequester, game: AnyGame, view: Any, seat: Seat
    ) -> list[AdvisedMove]:
        return await self._queue(requester, False, bot_worker.advise, game, view, seat)

    async def par(self, user: str, game: AnyGame, number: int) -> int:
        """The par of a practice deal."""
        return await self._queue(BotRequester(user), True, bot_worker.par_of, game, number)

    async def run_job(
        self, user: str, is_background: bool, function: Callable[..., T], *arguments: Any
    ) -> T:
        """Runs a function of ``job_worker`` in a bot process."""
        return await self._queue(BotRequester(user), is_background, function, *arguments)

    def analysis(self, user: str, text: str, board: int) -> AnalysisWork:
        """The analysis of one board of a record, to be run."""
        return AnalysisWork(self, user, text, board)

    async def run_analysis(self, work: AnalysisWork) -> Analysed:
        if not self._free_slots:
            raise TooMany("too many analyses are waiting: try again later")
        work.slot = slot = self._free_slots.pop()
        try:
            arguments = work.text, work.board, slot
            return await self._queue(BotRequester(work.user), True, bot_worker.analyse, *arguments)
        finally:
            work.slot = None
            self._set_progress(slot, 0.0)
            self._free_slots.append(slot)

    def progress(self, slot: int | None) -> float:
        return 0.0 if slot is None or self._progress is None else float(self._progress[slot])

    def _set_progress(self, slot: int, share: float) -> None:
        if self._progress is not None:
            self._progress[slot] = share

    async def _queue(
        self,
        requester: BotRequester,
        is_background: bool,
        function: Callable[..., T],
        *arguments: Any,
    ) -> T:
        owner = Requester(requester.user, requester.table, is_background)
        return await self._fair.run(
            owner, lambda: self._run(function, *arguments), requester.is_waiting
        )

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(ATTEMPTS):
            pool = self._pool = self._pool or self._new_pool()
            try:
                return await loop.run_in_executor(pool, function, *arguments)
            except BrokenProcessPool:
                if self._is_closed:  # the server stops: nobody waits for the answer
                    raise asyncio.CancelledError from None
                log.warning("a bot process died; starting a new one")
                if pool is self._pool:
                    self._pool = None
        raise Unavailable("the bots are not responding: try again later")

    def processes(self) -> list[int]:
        """Process ids of the live workers."""
        return list(getattr(self._pool, "_processes", None) or ())

    def close(self) -> None:
        """Whatever a bot is thinking about: otherwise the end of this process would wait for it."""
        self._is_closed = True
        if self._pool is None:
            return
        # The pool forgets its processes when it is shut down.
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


class AnalysisWork:
    """One analysis, from the moment it is asked for."""

    def __init__(self, pool: BotPool, user: str, text: str, board: int) -> None:
        self._pool, self.user, self.text, self.board = pool, user, text, board
        self.slot: int | None = None
        """Its place in the memory for the progress."""
        self._share = 0.0

    async def run(self) -> Analysed:
        return await self._pool.run_analysis(self)

    def progress(self) -> float:
        """Never goes back: when the work is done, its slot belongs to others."""
        self._share = max(self._share, self._pool.progress(self.slot))
        return self._share
