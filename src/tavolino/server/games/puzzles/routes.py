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
from tavolino.learning.puzzles.sentences import goal
from tavolino.server.accounts.dependencies import CurrentUser, Visitor
from tavolino.server.accounts.requester import CurrentRequester
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
from tavolino.server.games.puzzles.store import PlayerStats
from tavolino.server.http.error_handlers import READING, refusals
from tavolino.server.queues.fair_queue import Requester
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
    database: NamedDependency[Database], requester: CurrentRequester, visitor: Visitor
) -> Puzzles:
    """Ratings are by game. Days are in UTC."""
    mine = await store.player_stats(database, requester, visitor.id) if visitor else {}
    # In a thread: the first time, the files are read.
    counts = await asyncio.to_thread(lambda: {game: len(shipped(game)) for game in THEMES})
    games = [
        GamePuzzles(game, list(themes_of(game)), count, mine.get(game, PlayerStats()).message())
        for game, count in counts.items()
    ]
    return Puzzles(games, await _today(database, requester, visitor.id if visitor else None))


async def _today(database: Database, requester: Requester, user: str | None) -> DayPuzzle:
    day = day_of(now())
    puzzle = puzzle_of(day)
    result = await store.result_of(database, requester, user, puzzle) if user else None
    days: list[str] = []
    if user:
        solved = select(puzzle_attempts.c.day).where(
            puzzle_attempts.c.person == user,
            puzzle_attempts.c.day.is_not(None),
            puzzle_attempts.c.is_solved,
        )
        days = [row.day for row in await database.rows(solved, requester)]
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
    requester: CurrentRequester,
    visitor: Visitor,
    game: FromQuery[str],
    theme: FromQuery[str | None] = None,
    skipped: Annotated[
        str | None, QueryParameter(name="after", description="The puzzle before, to get another.")
    ] = None,
) -> PuzzleInfo:
    """One that you have not tried, with a rating near yours; else they come again in order."""
    puzzles = puzzles_of(game, theme)
    player, tried = PlayerStats(), list[str]()
    if visitor:
        mine = await store.player_stats(database, requester, visitor.id)
        player = mine.get(game, PlayerStats())
        tried = await store.tried(database, requester, visitor.id, game)
    puzzle_stats = await store.puzzle_stats(database, requester, game)
    puzzle = next_puzzle(puzzles, puzzle_stats, tried, player.rating.points, skipped)
    return await _info(database, readers, requester, visitor.id if visitor else None, puzzle)


@get(
    "/api/puzzles/history",
    tags=["puzzles"],
    summary="List my recent puzzles",
    responses=refusals(NotSignedIn, *BUSY),
)
async def past_puzzles(
    database: NamedDependency[Database], requester: CurrentRequester, user: CurrentUser
) -> PastAttempts:
    """The newest first."""
    mine = select(puzzle_attempts).where(puzzle_attempts.c.person == user.id)
    rows = await database.rows(
        mine.order_by(puzzle_attempts.c.at.desc()).limit(MAX_PAST), requester
    )
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
    requester: CurrentRequester,
    visitor: Visitor,
    puzzle_id: FromPath[str],
) -> PuzzleInfo:
    """All cards are face up. Its answer is not in the message."""
    puzzle = find_puzzle(puzzle_id)
    return await _info(database, readers, requester, visitor.id if visitor else None, puzzle)


async def _info(
    database: Database, readers: Readers, requester: Requester, user: str | None, puzzle: Puzzle
) -> PuzzleInfo:
    stats = await store.stats_of_puzzle(database, requester, puzzle)
    result = await store.result_of(database, requester, user, puzzle) if user else None
    position, stock = await readers.run(requester, lambda: attempts.first_position(puzzle))
    return PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        deal=puzzle.deal,
        moves=list(puzzle.moves),
        goal=goal(puzzle),
        seat=position.actor or 0,
        limit=puzzle.limit or None,
        rating=stats.rating.points,
        attempts=stats.attempts,
        solved=stats.solved,
        position=position,
        stock=stock,
        mine=MyResult(*result) if result else None,
    )


handlers = [all_puzzles, following_puzzle, past_puzzles, one_puzzle]
