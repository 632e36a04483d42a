"""Which puzzle comes next, and which one is the puzzle of the day."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import cache

from tavolino.chance import Rng
from tavolino.learning.puzzles.files import puzzle_named, shipped
from tavolino.learning.puzzles.puzzle import THEMES, Puzzle, PuzzleError, Theme
from tavolino.server.clock import DAY_MS, start_of
from tavolino.server.errors import BadOption, NotFound
from tavolino.server.games.puzzles.ratings import puzzle_rating
from tavolino.server.games.puzzles.store import PuzzleStats

NEAREST = 10
"""The puzzles, with the ratings nearest to the player's, of which one is chosen."""
MIDDLE_SHARE = (0.2, 0.8)
"""The puzzle of the day is for everybody: neither among the easiest nor the hardest."""


def find_puzzle(name: str) -> Puzzle:
    try:
        return puzzle_named(name)
    except PuzzleError as error:
        raise NotFound(str(error)) from None


@cache
def themes_of(game: str) -> tuple[Theme, ...]:
    """Those that the shipped puzzles have."""
    shown = {puzzle.theme for puzzle in shipped(game)}
    return tuple(theme for theme in THEMES[game] if theme in shown)


def puzzles_of(game: str, theme: str | None = None) -> list[Puzzle]:
    if game not in THEMES:
        raise BadOption(f"expected a game with puzzles ({', '.join(THEMES)}), got {game[:40]!r}")
    if theme is not None and theme not in themes_of(game):
        known = ", ".join(themes_of(game))
        raise BadOption(f"expected a theme of {game} ({known}), got {theme[:40]!r}")
    return [puzzle for puzzle in shipped(game) if theme in (None, puzzle.theme)]


def next_puzzle(
    puzzles: Sequence[Puzzle],
    puzzle_stats: Mapping[str, PuzzleStats],
    tried: Sequence[str],
    points: int,
    skipped: str | None = None,
) -> Puzzle:
    """One near the player's ``points``; when all were tried, they come again in the same order."""
    done = set(tried)
    fresh = [one for one in puzzles if one.id not in done]
    if not fresh:
        names = {one.id: one for one in puzzles}
        again = [name for name in tried if name in names]
        at = again.index(skipped) + 1 if skipped in again else 0
        return names[again[at % len(again)]]

    def distance(puzzle: Puzzle) -> int:
        known = puzzle_stats.get(puzzle.id)
        rating = known.rating if known else puzzle_rating(puzzle.grade)
        return abs(rating.points - points)

    near = sorted(fresh, key=distance)[:NEAREST]
    others = [one for one in near if one.id != skipped]
    return secrets.choice(others or near)


def puzzle_of(day: str) -> Puzzle:
    """Games take turns; no puzzle comes again before all others of its game have come."""
    number = start_of(day) // DAY_MS
    games = sorted(THEMES)  # in whatever order they are listed
    order = _order(games[number % len(games)])
    return order[number // len(games) % len(order)]


@cache
def _order(game: str) -> tuple[Puzzle, ...]:
    puzzles = shipped(game)
    low, high = (int(share * len(puzzles)) for share in MIDDLE_SHARE)
    return Rng(b"tavolino: the puzzle of the day", 0).shuffled(puzzles[low:high])
