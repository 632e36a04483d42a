"""What is stored of puzzles: the first result of each person, and the ratings of both sides."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, insert, select, update

from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.server.errors import Unavailable
from tavolino.server.games.puzzles.messages import MyStats
from tavolino.server.games.puzzles.ratings import Rating, puzzle_rating, rated
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import puzzle_attempts, puzzle_players, puzzle_ratings
from tavolino.server.storage.writer import ConflictError, Statement

TRIES = 5
"""How often a result is computed again because another one came first."""


class PlayerStats(NamedTuple):
    """A player's rating in the puzzles of one game, and what led to it."""

    rating: Rating = Rating()
    attempts: int = 0
    solved: int = 0
    streak: int = 0
    """Puzzles solved in a row, up to the last."""
    best_streak: int = 0

    def after(self, rating: Rating, is_solved: bool) -> PlayerStats:
        streak = self.streak + 1 if is_solved else 0
        best = max(self.best_streak, streak)
        return PlayerStats(rating, self.attempts + 1, self.solved + is_solved, streak, best)

    def message(self) -> MyStats:
        rating, *counts = self
        return MyStats(rating.points, rating.deviation, *counts)


class PuzzleStats(NamedTuple):
    """What all attempts say about a puzzle."""

    rating: Rating
    attempts: int = 0
    solved: int = 0


class Result(NamedTuple):
    """The first result of a person at a puzzle."""

    is_solved: bool
    before: int
    """The player's rating."""
    after: int


async def player_stats(
    database: Database, requester: Requester, user: str
) -> dict[str, PlayerStats]:
    """By game; games that the user has not tried are missing."""
    query = select(puzzle_players).where(puzzle_players.c.person == user)
    return {row.game: _player_stats(row) for row in await database.rows(query, requester)}


async def puzzle_stats(
    database: Database, requester: Requester, game: str
) -> dict[str, PuzzleStats]:
    """Of the puzzles of a game that somebody has tried."""
    query = select(puzzle_ratings).where(puzzle_ratings.c.game == game)
    return {row.puzzle: _puzzle_stats(row) for row in await database.rows(query, requester)}


async def stats_of_puzzle(database: Database, requester: Requester, puzzle: Puzzle) -> PuzzleStats:
    query = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle.id)
    row = await database.row(query, requester)
    return _puzzle_stats(row) if row else PuzzleStats(puzzle_rating(puzzle.grade))


async def result_of(
    database: Database, requester: Requester, user: str, puzzle: Puzzle
) -> Result | None:
    row = await database.row(_result(user, puzzle.id), requester)
    return Result(row.is_solved, row.before, row.after) if row else None


async def tried(database: Database, requester: Requester, user: str, game: str) -> list[str]:
    """The puzzles of a game that the user has tried, the oldest first."""
    query = select(puzzle_attempts.c.puzzle).where(
        puzzle_attempts.c.person == user, puzzle_attempts.c.game == game
    )
    rows = await database.rows(query.order_by(puzzle_attempts.c.at), requester)
    return [row.puzzle for row in rows]


async def enter(
    database: Database,
    requester: Requester,
    user: str,
    puzzle: Puzzle,
    is_solved: bool,
    at: int,
    day: str,
) -> tuple[Result, bool]:
    """Enter a result, if it is the first of this person; the result that counts, and is it new?

    ``day`` is the day of which this is the puzzle, or empty.
    """
    for _ in range(TRIES):
        if known := await result_of(database, requester, user, puzzle):
            return known, False
        player = (await player_stats(database, requester, user)).get(puzzle.game, PlayerStats())
        other = await stats_of_puzzle(database, requester, puzzle)
        mine, its = rated(player.rating, other.rating, is_solved)
        result = Result(is_solved, player.rating.points, mine.points)
        attempt = {
            **result._asdict(),
            "person": user,
            "puzzle": puzzle.id,
            "game": puzzle.game,
            "at": at,
            "day": day or None,
        }
        with suppress(ConflictError):
            await database.writer.write(
                Statement(insert(puzzle_attempts).values(attempt)),
                _player_changed(user, puzzle.game, player, player.after(mine, is_solved)),
                _puzzle_changed(puzzle, other, its, is_solved),
            )
            return result, True
    raise Unavailable("too many results at once: try again")


def _result(user: str, puzzle: str) -> Select[Any]:
    return select(puzzle_attempts).where(
        puzzle_attempts.c.person == user, puzzle_attempts.c.puzzle == puzzle
    )


def _player_changed(user: str, game: str, old: PlayerStats, new: PlayerStats) -> Statement:
    """A conflict if another attempt of the player came first."""
    values = {
        "mu": new.rating.mu,
        "sigma": new.rating.sigma,
        "attempts": new.attempts,
        "solved": new.solved,
        "streak": new.streak,
        "best_streak": new.best_streak,
    }
    if not old.attempts:
        return Statement(insert(puzzle_players).values(person=user, game=game, **values))
    mine = (puzzle_players.c.person == user, puzzle_players.c.game == game)
    change = update(puzzle_players).where(*mine, puzzle_players.c.attempts == old.attempts)
    return Statement(change.values(values), must_change=True)


def _puzzle_changed(puzzle: Puzzle, old: PuzzleStats, rating: Rating, is_solved: bool) -> Statement:
    values = {
        "mu": rating.mu,
        "sigma": rating.sigma,
        "attempts": old.attempts + 1,
        "solved": old.solved + is_solved,
    }
    if not old.attempts:
        return Statement(
            insert(puzzle_ratings).values(puzzle=puzzle.id, game=puzzle.game, **values)
        )
    here = (puzzle_ratings.c.puzzle == puzzle.id, puzzle_ratings.c.attempts == old.attempts)
    return Statement(update(puzzle_ratings).where(*here).values(values), must_change=True)


def _player_stats(row: Row[Any]) -> PlayerStats:
    rating = Rating(row.mu, row.sigma)
    return PlayerStats(rating, row.attempts, row.solved, row.streak, row.best_streak)


def _puzzle_stats(row: Row[Any]) -> PuzzleStats:
    return PuzzleStats(Rating(row.mu, row.sigma), row.attempts, row.solved)
