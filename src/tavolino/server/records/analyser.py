"""Analyses records in the bot processes: patiently, in turn by user, and each record once.

A request starts the work, or finds it under way, and waits a moment for it; the client asks again
until it is done. So nothing is lost when a page is closed, and a progress can be shown.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tavolino.catalogue import entry_of
from tavolino.game import options_of
from tavolino.narration import Sentence
from tavolino.record import Record
from tavolino.server.errors import BadOption, NotFound, TooLarge
from tavolino.server.queues.fair_queue import Ask
from tavolino.server.workers.bot_pool import AnalysisWork, BotPool
from tavolino.study.analysis import Analysis
from tavolino.study.summary import ToldMoment

MAX_KEPT = 512
"""Analyses that are not computed again."""
MAX_ENTRIES = 1_500
"""Of one record; a longer one is analysed in the terminal."""
PATIENCE = 1.0
"""Seconds that a request waits for the end of an analysis."""


class Analysed(Struct, frozen=True):
    progress: Annotated[float, Meta(description="The share of the work that is done, 0 to 1.")]
    names: list[str]
    options: dict[str, str]
    deal: Annotated[int | None, Meta(description="The number of a practice deal.")]
    analysis: Annotated[Analysis | None, Meta(description="Null until it is done.")] = None
    steps: Annotated[
        list[int], Meta(description="The step of the replay that shows each position.")
    ] = []
    summary: Annotated[list[Sentence], Meta(description="The game in a few sentences.")] = []
    told: Annotated[list[ToldMoment], Meta(description="The moments in sentences.")] = []


@dataclass(slots=True)
class _Running:
    task: asyncio.Task[Analysed]
    work: AnalysisWork


class Analyser:
    def __init__(self, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._kept: OrderedDict[bytes, Analysed] = OrderedDict()
        self._running: dict[bytes, _Running] = {}

    async def analyse(self, ask: Ask, record: Record, board: int) -> Analysed:
        """The analysis of a record that its reader may see whole, or how far it is."""
        _check(record, board)
        text = str(record)
        key = blake2b(f"{board}\n{text}".encode(), digest_size=20).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._running:
            work = self._bot_pool.analysis(ask.owner, text, board)
            task = asyncio.create_task(self._run(key, work, record))
            task.add_done_callback(lambda done: self._end(key, done))
            self._running[key] = _Running(task, work)
        running = self._running[key]
        done, _ = await asyncio.wait({running.task}, timeout=PATIENCE)
        if done:
            return running.task.result()
        return _analysed(record, running.work.progress())

    async def _run(self, key: bytes, work: AnalysisWork, record: Record) -> Analysed:
        analysis, summary, told = await work.run()
        done = _analysed(record, 1.0)
        steps = _steps(record, analysis)
        self._kept[key] = found = replace(
            done, analysis=analysis, steps=steps, summary=summary, told=told
        )
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return found

    def _end(self, key: bytes, task: asyncio.Task[Analysed]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # the one who asked may be gone, and nobody else asks for it

    def close(self) -> None:
        for running in self._running.values():
            running.task.cancel()


def _analysed(record: Record, progress: float) -> Analysed:
    deal = record.origin if isinstance(record.origin, int) else None
    return Analysed(progress, list(record.names), options_of(record.match.game), deal)


def _steps(record: Record, analysis: Analysis) -> list[int]:
    log = enumerate(record.match.log, 1)
    shown = [number for number, entry in log if entry.board in (None, analysis.board)]
    step_of = {number: step for step, number in enumerate(shown, 1)}
    return [step_of[position.entry] for position in analysis.positions]


def _check(record: Record, board: int) -> None:
    match = record.match
    if not entry_of(match.game.name).has_analysis:
        raise BadOption(f"there is no analysis of {match.game.name}")
    if not 0 <= board < len(match.boards):
        raise NotFound(f"expected a board from 0 to {len(match.boards) - 1}, got {board}")
    if sum(entry.board in (None, board) for entry in match.log) > MAX_ENTRIES:
        raise TooLarge(
            f"expected a game of at most {MAX_ENTRIES} entries: analyse it with `tavolino analyse`"
        )
