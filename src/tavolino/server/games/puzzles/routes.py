"""Routes for puzzles: the list, the next one, my past ones."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from sqlalchemy import select

from tavolino.learning.puzzles.files import shipped
from tavolino.learning.puzzles.puzzle import THEMES, Puzzle
from tavolino.learning.puzzles.told import goal
from tavolino.server.accounts.asking import Asking
from tavolino.server.accounts.dependencies import CurrentUser, Visitor
from tavolino.server.clock import day_of, now, streak
from tavolino.server.errors import (
    BadOption,
    NotFound,
    NotSignedIn,
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
    DayPuzzle,
    GamePuzzles,
    MyResult,
    PastAttempt,
    PastAttempts,
    PuzzleInfo,
    Puzzles,
)
from tavolino.server.games.puzzles.store import Standing
from tavolino.server.http.error_handlers import READING, refusals
from tavolino.server.queues.fair_queue import Ask
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import puzzle_attempts
from tavolino.server.workers.readers import Readers

BUSY = (TooMany, Unavailable)
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
    # In a thread: the first time, the files are read.
    counts = await asyncio.to_thread(lambda: {game: len(shipped(game)) for game in THEMES})
    games = [
        GamePuzzles(game, list(themes_of(game)), count, mine.get(game, Standing()).message())
        for game, count in counts.items()
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


handlers = [all_puzzles, following_puzzle, past_puzzles, one_puzzle]
