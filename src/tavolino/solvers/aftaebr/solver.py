"""The exact value of AFTAEBR for two on small boards, and a best line.

Depth-first searches with a table of positions up to symmetry: can seat 1 win, and can seat 1 at
least share? What a position is worth that comes back on its own line (R-AF-36) depends on the line.
So each question is asked with repetitions counted for seat 1, when "no" is proved, and against it,
when "yes" is proved: an entry of the table that depends on its line errs on the safe side only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tavolino.game import TavolinoError
from tavolino.kernels.jit import Ints, jit
from tavolino.solvers.aftaebr.small_board import (
    MOST_CELLS,
    MOST_PIECES,
    NOBODY,
    Board,
    Position,
    key_of,
    leader,
    make_board,
    moves,
    play,
    start,
    take_back,
)

TABLE = 1 << 20
"""Entries of a table of positions; a new one takes the place of an older one."""
DEEPEST = 400
POSITIONS, LIMIT = range(2)
YES, NO, UNKNOWN = 1, 0, -1
LETTERS = "abcdef"


class BoardError(TavolinoError):
    """A board that the solver does not take."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a game on a small board, proved."""

    value: int | None
    """For the seat that begins: 1 a win, 0 shared, -1 a loss; None if it was not found."""
    line: tuple[str, ...]
    """Moves that keep the value on both sides, to the end; () if it is unknown."""
    positions: int
    """The number of positions searched."""


def solve(
    width: int, height: int, hand: tuple[int, int, int, int], positions: int = 50_000_000
) -> Value:
    """The value of the game on an empty board, both with this many pieces of 1, 2, 3, 4.

    >>> solve(4, 1, (1, 1, 1, 1)).value
    -1
    """
    if not (1 <= width <= 6 and 1 <= height <= 6 and 0 < sum(hand) <= MOST_PIECES // 2):
        raise BoardError(
            f"expected a board of up to 6 × 6 cells and 1 to {MOST_PIECES // 2} pieces a player, "
            f"got {width} × {height} and {sum(hand)}"
        )
    search = _Search(make_board(width, height), positions)
    here = start(width, height, hand)
    value = search.value(here, 0)
    line = () if value is None else tuple(search.line(here, value, width))
    return Value(value, line, int(search.counts[POSITIONS]))


class _Search:
    def __init__(self, board: Board, limit: int) -> None:
        self.board = board
        self.counts = np.array([0, limit], np.int64)
        self.tables: dict[tuple[int, int], Ints] = {}

    def value(self, here: Position, turn: int) -> int | None:
        """For seat 1; None at the limit, or if it depends on repetitions."""
        for value in (1, 0):
            if self._ask(here, turn, value, YES) != NO:
                return value if self._ask(here, turn, value, NO) == YES else None
        return -1

    def _ask(self, here: Position, turn: int, value: int, repeated: int) -> int:
        empty = np.zeros((TABLE, 2), np.int64)
        table = self.tables.setdefault((value, repeated), empty)
        path, goal = np.zeros(DEEPEST, np.int64), (value, repeated)
        return int(reaches(self.board, here, turn, goal, table, path, 0, self.counts))

    def line(self, here: Position, value: int, width: int) -> list[str]:
        """Moves that keep the value, the first of each position."""
        line, turn, trail = list[str](), 0, np.zeros(MOST_PIECES, np.int64)
        while turn != NOBODY:
            out = np.empty(4 * MOST_CELLS, np.int64)
            for move in out[: moves(self.board, here, turn, out)]:
                captured, after = play(self.board, here, turn, int(move), trail)
                kept = _end_value(here) if after == NOBODY else self.value(here, after)
                if kept == value:
                    break
                take_back(self.board, here, turn, int(move), trail, captured)
            else:
                return line  # the limit was reached on the way
            cell = int(move) // 4
            takes = f"x{captured}" if captured else ""
            line.append(f"{int(move) % 4 + 1}@{LETTERS[cell % width]}{cell // width + 1}{takes}")
            turn = after
        return line


def _end_value(here: Position) -> int:
    return {0: 1, 1: -1, NOBODY: 0}[int(leader(here))]


@jit
def reaches(
    board: Board,
    here: Position,
    turn: int,
    goal: tuple[int, int],
    table: Ints,
    path: Ints,
    depth: int,
    counts: Ints,
) -> int:
    """Whether seat 1 can reach the value of the goal, or more: YES, NO, UNKNOWN at the limit.

    The second part of the goal is the answer for a position that comes back.
    """
    wanted, repeated = goal
    key = key_of(board, here, turn)
    at = (key ^ key >> 31) & (TABLE - 1)
    if table[at, 0] == key and table[at, 1]:
        return int(table[at, 1] - 2)
    for before in range(depth):
        if path[before] == key:
            return repeated
    if counts[POSITIONS] >= counts[LIMIT] or depth >= DEEPEST:
        return UNKNOWN
    counts[POSITIONS] += 1
    path[depth] = key
    is_mine, answer = turn == 0, NO if turn == 0 else YES
    out, trail = np.empty(4 * MOST_CELLS, np.int64), np.empty(MOST_PIECES, np.int64)
    count = moves(board, here, turn, out)
    is_unknown = False
    for captures in (True, False):  # what captures comes first
        for i in range(count):
            move = out[i]
            captured, after = play(board, here, turn, move, trail)
            if (captured > 0) != captures:
                take_back(board, here, turn, move, trail, captured)
                continue
            if after == NOBODY:
                ahead = leader(here)
                value = 1 if ahead == 0 else (-1 if ahead == 1 else 0)
                found = YES if value >= wanted else NO
            else:
                found = reaches(board, here, after, goal, table, path, depth + 1, counts)
            take_back(board, here, turn, move, trail, captured)
            if found == UNKNOWN:
                is_unknown = True
            elif (found == YES) == is_mine:
                answer = found
                break
        if answer == (YES if is_mine else NO):
            is_unknown = False
            break
    if is_unknown:
        return UNKNOWN
    table[at, 0], table[at, 1] = key, answer + 2
    return answer
