"""Routes for trying a puzzle: an attempt, a hint, the solution."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from litestar import post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from tavolino.learning.puzzles.attempt import Verdict
from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.server.accounts.dependencies import CurrentUser
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.accounts.users import User
from tavolino.server.clock import day_of, now
from tavolino.server.errors import (
    IllegalMove,
    NotFound,
    NotSignedIn,
    TooFast,
    TooMany,
    Unavailable,
)
from tavolino.server.games.puzzles import attempts, store
from tavolino.server.games.puzzles.choice import find_puzzle, puzzle_of
from tavolino.server.games.puzzles.messages import (
    Attempted,
    Moves,
    MyResult,
    MyStats,
    PuzzleHint,
    Solution,
)
from tavolino.server.games.puzzles.store import PlayerStats, Result
from tavolino.server.http.error_handlers import WRITING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.workers.readers import Readers

REFUSALS = (*WRITING, NotSignedIn, NotFound, IllegalMove, TooFast, TooMany, Unavailable)

T = TypeVar("T")


@dataclass(frozen=True)
class PuzzleRequest:
    """What the routes of one puzzle share: its user, and the limits on trying it."""

    database: Database
    readers: Readers
    rate_limits: RateLimits
    requester: Requester
    user: User
    puzzle_id: str

    def begin(self) -> Puzzle:
        """The puzzle, if this is not too often."""
        self.rate_limits.puzzles.acquire(self.user.id)
        return find_puzzle(self.puzzle_id)

    async def run(self, work: Callable[[], T]) -> T:
        return await self.readers.run(self.requester, work)

    async def enter(self, puzzle: Puzzle, is_solved: bool) -> tuple[Result, bool]:
        """The result that counts, and whether it is this one."""
        at = now()
        day = day_of(at)
        of_day = day if puzzle_of(day).id == puzzle.id else ""
        return await store.enter(
            self.database, self.requester, self.user.id, puzzle, is_solved, at, of_day
        )

    async def stats(self, game: str) -> MyStats:
        player_stats = await store.player_stats(self.database, self.requester, self.user.id)
        return player_stats.get(game, PlayerStats()).message()


def puzzle_request(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    rate_limits: NamedDependency[RateLimits],
    requester: CurrentRequester,
    user: CurrentUser,
    puzzle_id: FromPath[str],
) -> PuzzleRequest:
    return PuzzleRequest(database, readers, rate_limits, requester, user, puzzle_id)


DEPENDENCIES = {"puzzle_request": Provide(puzzle_request, sync_to_thread=False)}


@post(
    "/api/puzzles/{puzzle_id:str}/attempt",
    tags=["puzzles"],
    summary="Try to solve a puzzle",
    status_code=HTTP_200_OK,
    dependencies=DEPENDENCIES,
    responses=refusals(*REFUSALS),
)
async def attempt_puzzle(
    puzzle_request: NamedDependency[PuzzleRequest], data: JSONBody[Moves]
) -> Attempted:
    """Send all your moves so far; the last one is judged. The first result counts."""
    puzzle = puzzle_request.begin()
    judged = await puzzle_request.run(lambda: attempts.judge(puzzle, data.moves))
    verdict = judged.attempt.verdict
    left = judged.attempt.moves_left
    if verdict is Verdict.OPEN:
        return Attempted(verdict, judged.positions, left, judged.sentences, None, False, None)
    is_solved = verdict is Verdict.SOLVED
    result, is_new = await puzzle_request.enter(puzzle, is_solved)
    mine = await puzzle_request.stats(puzzle.game)
    return Attempted(
        verdict, judged.positions, left, judged.sentences, MyResult(*result), is_new, mine
    )


@post(
    "/api/puzzles/{puzzle_id:str}/hint",
    tags=["puzzles"],
    summary="Get a hint for a puzzle",
    status_code=HTTP_200_OK,
    dependencies=DEPENDENCIES,
    responses=refusals(*REFUSALS),
)
async def hint_puzzle(
    puzzle_request: NamedDependency[PuzzleRequest], data: JSONBody[Moves]
) -> PuzzleHint:
    """A puzzle with a hint counts as not solved, unless its result is known already."""
    puzzle = puzzle_request.begin()
    sentence, move = await puzzle_request.run(lambda: attempts.hint_for(puzzle, data.moves))
    await puzzle_request.enter(puzzle, False)
    return PuzzleHint(sentence, move, await puzzle_request.stats(puzzle.game))


@post(
    "/api/puzzles/{puzzle_id:str}/solution",
    tags=["puzzles"],
    summary="Get the solution of a puzzle",
    status_code=HTTP_200_OK,
    dependencies=DEPENDENCIES,
    responses=refusals(*REFUSALS),
)
async def solve_puzzle(puzzle_request: NamedDependency[PuzzleRequest]) -> Solution:
    """It counts as not solved, unless its result is known already."""
    puzzle = puzzle_request.begin()
    positions, sentences = await puzzle_request.run(lambda: attempts.solution(puzzle))
    await puzzle_request.enter(puzzle, False)
    mine = await puzzle_request.stats(puzzle.game)
    return Solution(list(puzzle.line), positions, sentences, puzzle.theme, mine)


handlers = [attempt_puzzle, hint_puzzle, solve_puzzle]
