"""Analyses records in the bot processes: as background work, in turn by user, each record once."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tavolino.catalogue import entry_of
from tavolino.game import options_of
from tavolino.learning.analysis import Analysis
from tavolino.learning.summary import DescribedMoment
from tavolino.narration import Sentence
from tavolino.record import Record
from tavolino.server.errors import BadOption, NotFound, TooLarge
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.long_jobs import LONGEST_WAIT, LongJobs, key_of
from tavolino.server.storage.database import Database
from tavolino.server.workers.bot_pool import AnalysisWork, BotPool

MAX_ENTRIES = 1_500
"""Of one record; a longer one is analysed in the terminal."""


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
    told: Annotated[list[DescribedMoment], Meta(description="The moments in sentences.")] = []


NEARLY_DONE = 0.99
"""The progress while an analysis is being stored: 1 comes with the analysis itself."""


class _StoredAnalysis(Struct, frozen=True):
    """What is stored of an analysis."""

    analysis: Analysis
    summary: list[Sentence]
    told: list[DescribedMoment]


class Analyser:
    def __init__(self, database: Database, bot_pool: BotPool) -> None:
        self._bot_pool = bot_pool
        self._jobs = LongJobs(database, _StoredAnalysis)
        self._under_way: dict[bytes, AnalysisWork] = {}

    async def analyse(self, requester: Requester, record: Record, board: int) -> Analysed:
        """The analysis of a record that its reader may see whole, or how far it is."""
        _check(record, board)
        text = str(record)
        key = key_of("analysis", board, text)

        async def work() -> _StoredAnalysis:
            self._under_way[key] = under_way = self._bot_pool.analysis(requester.owner, text, board)
            # Until it is stored, not only until it is done: the progress would go back to nothing.
            job = asyncio.current_task()
            assert job is not None
            job.add_done_callback(lambda _: self._under_way.pop(key))
            return _StoredAnalysis(*await under_way.run())

        found = await self._jobs.get(requester, key, work, LONGEST_WAIT)
        if found is None:
            running = self._under_way.get(key)
            return _analysed(record, min(running.progress(), NEARLY_DONE) if running else 0.0)
        return replace(
            _analysed(record, 1.0),
            analysis=found.analysis,
            steps=_steps(record, found.analysis),
            summary=found.summary,
            told=found.told,
        )

    def close(self) -> None:
        self._jobs.close()


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
