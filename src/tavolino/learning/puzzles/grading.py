"""How hard a puzzle is before anybody has tried it: its search, its traps, the bots that fail.

The scale is that of the ratings. The results of players correct it.
"""

from __future__ import annotations

from math import log10

from tavolino.bots import bots_of
from tavolino.bots.bot import seed_of
from tavolino.learning.puzzles.attempt import Verdict, begin
from tavolino.learning.puzzles.judging import proceed
from tavolino.learning.puzzles.puzzle import Puzzle

MOST_MOVES = 15
"""A bot that has not solved a puzzle by then fails."""
BASE, FOR_TRAP, MOST_TRAPS, FOR_SIZE, FOR_MOVE, MOST_COUNTED = 600, 90, 8, 110, 20, 15
FOR_BOT = {"greedy": 150, "safe": 100, "facile": 150}
"""The bots that try each puzzle, as far as its game has them, and what their failure adds."""


def graded(puzzle: Puzzle, size: int, traps: int | None = None) -> Puzzle:
    """``size`` is what a search has to look at; ``traps`` counts those of the puzzle by default."""
    traps = len(puzzle.traps) if traps is None else traps
    fails = tuple(name for name in FOR_BOT if _fails(puzzle, name))
    grade = (
        BASE
        + FOR_TRAP * min(traps, MOST_TRAPS)
        + FOR_SIZE * log10(max(size, 1))
        + FOR_MOVE * min(len(puzzle.line), MOST_COUNTED)
        + sum(FOR_BOT[name] for name in fails)
    )
    return puzzle.graded(grade, fails)


def _fails(puzzle: Puzzle, name: str) -> bool:
    bots = bots_of(puzzle.game)
    if name not in bots:
        return False
    attempt = begin(puzzle)
    for number in range(MOST_MOVES):
        view = attempt.game.view(attempt.state, attempt.seat)
        seed = seed_of("puzzle", puzzle.id, number)
        move = bots[name].choose(attempt.game, view, attempt.seat, seed)
        attempt = proceed(attempt, str(move))
        if attempt.verdict is not Verdict.OPEN:
            break
    return attempt.verdict is not Verdict.SOLVED
