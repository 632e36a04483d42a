"""Makes puzzles and proves them again. The searches load the compiler."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

from tavolino.catalogue import entry_of
from tavolino.chance import check_deal_number
from tavolino.learning.puzzles.attempt import Verdict, begin
from tavolino.learning.puzzles.judging import proceed
from tavolino.learning.puzzles.puzzle import THEMES, Puzzle, PuzzleError, Theme


class Finder(Protocol):
    """A module that a game names in its catalogue entry."""

    def find(self, deal: int) -> Puzzle | None:
        """The puzzle of a deal, if one is found; the same on every machine."""

    def prove(self, puzzle: Puzzle) -> None:
        """Raises ``PuzzleError`` unless the answer is right and the only one."""


def finder_of(game: str, theme: Theme | None = None) -> Finder:
    """Without a theme, that of the first one."""
    if game not in THEMES:
        raise PuzzleError(f"expected a game with puzzles ({', '.join(THEMES)}), got {game[:40]!r}")
    return cast(Finder, entry_of(game).puzzles[theme or THEMES[game][0]].finder.load())


def make_puzzles(game: str, first: int = 1, theme: Theme | None = None) -> Iterator[Puzzle | None]:
    """For each deal from ``first`` on its puzzle, or None if there is none, or of another theme."""
    finder, deal = finder_of(game, theme), first
    while True:
        puzzle = finder.find(check_deal_number(deal))
        yield puzzle if puzzle and theme in (None, puzzle.theme) else None
        deal += 1


def check_puzzle(puzzle: Puzzle) -> None:
    """Proves the answer again, and plays the stored line; raises ``PuzzleError``."""
    finder_of(puzzle.game, puzzle.theme).prove(puzzle)
    attempt = begin(puzzle)
    while attempt.verdict is Verdict.OPEN and len(attempt.played) < len(puzzle.line):
        attempt = proceed(attempt, puzzle.line[len(attempt.played)])
    if attempt.verdict is not Verdict.SOLVED:
        raise PuzzleError(f"{puzzle.id}: expected a line that solves it, got {puzzle.line}")
