"""Puzzles of nove_colonne: the only column to uncover next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tavolino.bots.bot import seed_of
from tavolino.chance import Rng
from tavolino.game import dealt
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.learning.puzzles.grading import graded
from tavolino.learning.puzzles.puzzle import Puzzle, PuzzleError, Theme, position_of
from tavolino.learning.puzzles.questions.only_column import uncovered_column
from tavolino.solvers.nove_colonne.next_columns import NextColumn, next_columns
from tavolino.solvers.nove_colonne.solver import solve
from tavolino.solvers.result import Solved

GAME = NoveColonne()
POSITIONS, PROOF_POSITIONS = 6_000, 100_000
"""The budget of each search that finds a puzzle, and of each that proves one: another version of
the search may need more for those that ship."""
FIRST_POSITIONS = 4_000
"""The budget of the search for a line to look at: a deal that needs more is left out."""
LEAST_HIDDEN = 3
MOST_EMPTY = 1
"""Empty columns: with more there are too many ways to list."""


def find(deal: int) -> Puzzle | None:
    """The puzzle of a deal, if one is found."""
    start = dealt(GAME, deal)
    result = solve(GAME, start, positions=FIRST_POSITIONS)
    return _only_column(deal, start, result.moves) if isinstance(result, Solved) else None


def prove(puzzle: Puzzle) -> None:
    """Raises ``PuzzleError`` unless the answer is right and the only one."""
    only = only_column(position_of(puzzle), PROOF_POSITIONS)
    found = str(only[0].column) if only else "none"
    if found != puzzle.key:
        raise PuzzleError(f"{puzzle.id}: expected column {puzzle.key}, got {found}")


def only_column(
    state: State, positions: int = POSITIONS
) -> tuple[NextColumn, list[NextColumn]] | None:
    """The only column that keeps the win, whichever way it is uncovered, and those that lose it."""
    lost: list[NextColumn] = []
    wins: list[NextColumn] = []
    for column in next_columns(GAME, state, positions) or ():
        if column.wins is None or (column.wins and wins):
            return None
        (wins if column.wins else lost).append(column)
    is_only = wins and lost and wins[0].always_wins(positions)
    return (wins[0], lost) if is_only else None


def _only_column(deal: int, start: State, line: Sequence[Any]) -> Puzzle | None:
    order = Rng(seed_of("puzzle", GAME.name, deal), 0).shuffled(_stretches(start, line))
    for state, first, last in order:
        only = only_column(state)
        if only is None:
            continue
        column, lost = only
        puzzle = Puzzle(
            GAME.name,
            deal,
            tuple(map(str, line[:first])),
            Theme.COLUMN,
            str(column.column),
            tuple(map(str, line[first : last + 1])),
            tuple(str(one.column) for one in lost),
        )
        return graded(puzzle, sum(one.positions for one in (column, *lost)))
    return None


def _stretches(start: State, line: Sequence[Any]) -> Iterator[tuple[State, int, int]]:
    """Each position after a card was uncovered, with the indices of the moves to the next one."""
    state, here, first = start, start, 0
    for at, move in enumerate(line):
        before, state = state, GAME.apply(state, move)
        if uncovered_column(before, state) is not None:
            if sum(here.hidden) >= LEAST_HIDDEN and here.columns.count(()) <= MOST_EMPTY:
                yield here, first, at
            here, first = state, at + 1
