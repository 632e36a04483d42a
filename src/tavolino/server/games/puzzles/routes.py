"""Routes for puzzles."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import select

from tavolino.server.accounts.asking import Asking
from tavolino.server.accounts.dependencies import CurrentUser, Visitor
from tavolino.server.accounts.users import User
from tavolino.server.clock import day_of, now, streak
from tavolino.server.errors import (
    BadOption,
    IllegalMove,
    NotFound,
    NotSignedIn,
    TooFast,
    TooMany,
    Unavailable,
)
from tavolino.server.games.puzzles import attempts, store
from tavolino.server.games.puzzles.choice import (
    find_puzzle,
    next_puzzle,
    puzzle_of,
    puzzles_of,
    themes_of,
)
from tavolino.server.games.puzzles.messages import (
    Attempted,
    DayPuzzle,
    GamePuzzles,
    Moves,
    MyResult,
    MyStanding,
    PastAttempt,
    PastAttempts,
    PuzzleHint,
    PuzzleInfo,
    Puzzles,
    Solution,
)
from tavolino.server.games.puzzles.store import Result, Standing
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.queues.fair_queue import Ask
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import puzzle_attempts
from tavolino.server.workers.readers import Readers
from tavolino.study.puzzles.files import shipped
from tavolino.study.puzzles.judging import Verdict
from tavolino.study.puzzles.puzzle import THEMES, Puzzle
from tavolino.study.puzzles.told import goal

BUSY = (TooMany, Unavailable)
TRYING = (*WRITING, NotSignedIn, NotFound, IllegalMove, TooFast, *BUSY)
MAX_PAST = 50
"""Attempts that the history shows."""


@get(
    "/api/puzzles",
    tags=["puzzles"],
    summary="List the games with puzzles, my ratings and the puzzle of the day",
    responses=refusals(*BUSY),
)
async def all_puzzles(
    database: NamedDependency[Database], ask: Asking, visitor: Visitor
) -> Puzzles:
    """Ratings are by game. Days are in UTC."""
    mine = await store.standings(database, ask, visitor.id) if visitor else {}
    games = [
        GamePuzzles(game, list(themes_of(game)), len(shipped(game)), _standing(mine.get(game)))
        for game in THEMES
    ]
    return Puzzles(games, await _today(database, ask, visitor.id if visitor else None))


async def _today(database: Database, ask: Ask, user: str | None) -> DayPuzzle:
    day = day_of(now())
    puzzle = puzzle_of(day)
    result = await store.result_of(database, ask, user, puzzle) if user else None
    days: list[str] = []
    if user:
        solved = select(puzzle_attempts.c.day).where(
            puzzle_attempts.c.person == user,
            puzzle_attempts.c.day.is_not(None),
            puzzle_attempts.c.is_solved,
        )
        days = [row.day for row in await database.rows(solved, ask)]
    is_solved = result.is_solved if result else None
    return DayPuzzle(day, puzzle.id, puzzle.game, is_solved, streak(days, day)[0])


@get(
    "/api/puzzles/next",
    tags=["puzzles"],
    summary="Get the next puzzle",
    responses=refusals(*READING, BadOption, *BUSY),
)
async def following_puzzle(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    ask: Asking,
    visitor: Visitor,
    game: FromQuery[str],
    theme: FromQuery[str | None] = None,
    skipped: Annotated[
        str | None, QueryParameter(name="after", description="The puzzle before, to get another.")
    ] = None,
) -> PuzzleInfo:
    """One that you have not tried, with a rating near yours; else they come again in order."""
    puzzles = puzzles_of(game, theme)
    standing, tried = Standing(), list[str]()
    if visitor:
        mine = await store.standings(database, ask, visitor.id)
        standing = mine.get(game, Standing())
        tried = await store.tried(database, ask, visitor.id, game)
    records = await store.records(database, ask, game)
    puzzle = next_puzzle(puzzles, records, tried, standing.rating.points, skipped)
    return await _info(database, readers, ask, visitor.id if visitor else None, puzzle)


@get(
    "/api/puzzles/history",
    tags=["puzzles"],
    summary="List my last puzzles",
    responses=refusals(NotSignedIn, *BUSY),
)
async def past_puzzles(
    database: NamedDependency[Database], ask: Asking, user: CurrentUser
) -> PastAttempts:
    """The newest first."""
    mine = select(puzzle_attempts).where(puzzle_attempts.c.person == user.id)
    rows = await database.rows(mine.order_by(puzzle_attempts.c.at.desc()).limit(MAX_PAST), ask)
    return PastAttempts(
        [
            PastAttempt(row.puzzle, row.game, row.at, row.is_solved, row.before, row.after)
            for row in rows
        ]
    )


@get(
    "/api/puzzles/{puzzle_id:str}",
    tags=["puzzles"],
    summary="Get a puzzle",
    responses=refusals(*READING, NotFound, *BUSY),
)
async def one_puzzle(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    ask: Asking,
    visitor: Visitor,
    puzzle_id: FromPath[str],
) -> PuzzleInfo:
    """All cards are face up. Its answer is not in the message."""
    puzzle = find_puzzle(puzzle_id)
    return await _info(database, readers, ask, visitor.id if visitor else None, puzzle)


@post(
    "/api/puzzles/{puzzle_id:str}/attempt",
    tags=["puzzles"],
    summary="Try to solve a puzzle",
    status_code=HTTP_200_OK,
    responses=refusals(*TRYING),
)
async def attempt_puzzle(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    rate_limits: NamedDependency[RateLimits],
    ask: Asking,
    user: CurrentUser,
    puzzle_id: FromPath[str],
    data: JSONBody[Moves],
) -> Attempted:
    """Send all your moves so far; the last one is judged. The first result counts."""
    puzzle = _limited(rate_limits, user, puzzle_id)
    judged = await readers.run(ask, lambda: attempts.judge(puzzle, data.moves))
    verdict = judged.attempt.verdict
    left = judged.attempt.moves_left
    if verdict is Verdict.OPEN:
        return Attempted(verdict, judged.positions, left, judged.told, None, False, None)
    is_solved = verdict is Verdict.SOLVED
    result, is_new = await _enter(database, ask, user.id, puzzle, is_solved)
    mine = await _mine(database, ask, user.id, puzzle.game)
    return Attempted(verdict, judged.positions, left, judged.told, MyResult(*result), is_new, mine)


@post(
    "/api/puzzles/{puzzle_id:str}/hint",
    tags=["puzzles"],
    summary="Get a hint for a puzzle",
    status_code=HTTP_200_OK,
    responses=refusals(*TRYING),
)
async def hint_puzzle(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    rate_limits: NamedDependency[RateLimits],
    ask: Asking,
    user: CurrentUser,
    puzzle_id: FromPath[str],
    data: JSONBody[Moves],
) -> PuzzleHint:
    """A puzzle with a hint counts as not solved, unless its result is known already."""
    puzzle = _limited(rate_limits, user, puzzle_id)
    told, move = await readers.run(ask, lambda: attempts.hint_for(puzzle, data.moves))
    await _enter(database, ask, user.id, puzzle, False)
    return PuzzleHint(told, move, await _mine(database, ask, user.id, puzzle.game))


@post(
    "/api/puzzles/{puzzle_id:str}/solution",
    tags=["puzzles"],
    summary="Get the solution of a puzzle",
    status_code=HTTP_200_OK,
    responses=refusals(*TRYING),
)
async def solve_puzzle(
    database: NamedDependency[Database],
    readers: NamedDependency[Readers],
    rate_limits: NamedDependency[RateLimits],
    ask: Asking,
    user: CurrentUser,
    puzzle_id: FromPath[str],
) -> Solution:
    """It counts as not solved, unless its result is known already."""
    puzzle = _limited(rate_limits, user, puzzle_id)
    positions, told = await readers.run(ask, lambda: attempts.solution(puzzle))
    await _enter(database, ask, user.id, puzzle, False)
    mine = await _mine(database, ask, user.id, puzzle.game)
    return Solution(list(puzzle.line), positions, told, puzzle.theme, mine)


def _limited(rate_limits: RateLimits, user: User, puzzle_id: str) -> Puzzle:
    """The puzzle that a user tries, if this is not too often."""
    rate_limits.puzzles.acquire(user.id)
    return find_puzzle(puzzle_id)


async def _info(
    database: Database, readers: Readers, ask: Ask, user: str | None, puzzle: Puzzle
) -> PuzzleInfo:
    record = await store.record_of(database, ask, puzzle)
    result = await store.result_of(database, ask, user, puzzle) if user else None
    position, stock = await readers.run(ask, lambda: attempts.first_position(puzzle))
    return PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        deal=puzzle.deal,
        moves=list(puzzle.moves),
        goal=goal(puzzle),
        seat=position.actor or 0,
        limit=puzzle.limit or None,
        rating=record.rating.points,
        attempts=record.attempts,
        solved=record.solved,
        position=position,
        stock=stock,
        mine=MyResult(*result) if result else None,
    )


async def _enter(
    database: Database, ask: Ask, user: str, puzzle: Puzzle, is_solved: bool
) -> tuple[Result, bool]:
    at = now()
    day = day_of(at)
    of_day = day if puzzle_of(day).id == puzzle.id else ""
    return await store.enter(database, ask, user, puzzle, is_solved, at, of_day)


async def _mine(database: Database, ask: Ask, user: str, game: str) -> MyStanding:
    return _standing((await store.standings(database, ask, user)).get(game))


def _standing(known: Standing | None) -> MyStanding:
    rating, *counts = known or Standing()
    return MyStanding(rating.points, rating.deviation, *counts)


handlers = [
    all_puzzles,
    following_puzzle,
    past_puzzles,
    one_puzzle,
    attempt_puzzle,
    hint_puzzle,
    solve_puzzle,
]
