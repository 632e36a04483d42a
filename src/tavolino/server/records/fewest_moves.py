"""The fewest moves in which a deal that somebody has won can be won."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavolino.catalogue import entries, entry_of
from tavolino.learning.fewest_moves import FewestMoves
from tavolino.record import Record
from tavolino.server.errors import BadOption, NotFound
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.long_jobs import LongJobs, key_of
from tavolino.server.storage.database import Database
from tavolino.server.workers import job_worker
from tavolino.server.workers.bot_pool import BotPool


class FewestMovesInfo(Struct, frozen=True):
    is_done: Annotated[bool, Meta(description="Ask again until it is true.")]
    won_in: Annotated[
        int | None, Meta(description="The player's moves, without those taken back.")
    ] = None
    least: Annotated[int | None, Meta(description="The fewest moves known to win.")] = None
    lower: Annotated[
        int | None, Meta(description="Nobody can win in fewer; equal to `least` if it is proved.")
    ] = None


class FewestMovesFinder:
    def __init__(self, database: Database, bot_pool: BotPool) -> None:
        self._bot_pool, self._jobs = bot_pool, LongJobs(database, FewestMoves)

    async def find(self, requester: Requester, record: Record, board: int) -> FewestMovesInfo:
        """For a board of a record that its reader may see whole."""
        _check(record, board)
        text = str(record)

        async def work() -> FewestMoves:
            arguments = job_worker.fewest_moves_of, text, board
            return await self._bot_pool.run_job(requester.owner, True, *arguments)

        found = await self._jobs.get(requester, key_of("least moves", board, text), work)
        if found is None:
            return FewestMovesInfo(False)
        return FewestMovesInfo(True, found.won_in, found.least, found.lower)

    def close(self) -> None:
        self._jobs.close()


def _check(record: Record, board: int) -> None:
    match = record.match
    if not entry_of(match.game.name).has_solver:
        names = " or ".join(entry.name for entry in entries() if entry.has_solver)
        raise BadOption(f"expected a game of {names}, got {match.game.name}")
    if not 0 <= board < len(match.boards):
        raise NotFound(f"expected a board from 0 to {len(match.boards) - 1}, got {board}")
    if not match.game.winners(match.boards[board].state):
        raise BadOption(f"expected a board that was won, got board {board}")
