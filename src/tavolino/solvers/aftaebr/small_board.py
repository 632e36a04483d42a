"""AFTAEBR for two on a board of any small size: the rules once more, with any number of pieces.

The rules are those of ``games/aftaebr.py`` (RULES 5.4); only the size of the board and the hands
differ. A position is four arrays, and a move is ``4 * cell + number - 1``.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import hash_keys

MOST_CELLS, MOST_PIECES = 36, 64
SYMMETRIES = 16
"""Eight of a square board, each with the numbers as they are or reversed: 1-2-3-4 reads 4-3-2-1."""
NOBODY = -1

CELL_KEY = hash_keys(21, MOST_CELLS, MOST_PIECES + 1, 5)
HAND_KEY = hash_keys(22, 2, 5, MOST_PIECES + 1)
TURN_KEY = hash_keys(23, 2)

Numbers: TypeAlias = NDArray[Any]


class Board(NamedTuple):
    """What stays the same during a game."""

    near: Ints
    """For each cell its neighbours, -1 where there are fewer than four (R-AF-12)."""
    lines: Ints
    """Every four cells in a row or a column, in one direction (R-AF-19)."""
    images: Ints
    """For each symmetry the cell to which a cell goes."""
    reverses: Ints
    """For each symmetry whether numbers are reversed."""


class Position(NamedTuple):
    """A position; arrays, so that moves can change it."""

    tops: Ints
    """The number that shows on each cell, 0 if it is empty."""
    heights: Ints
    stacks: Ints
    """For each cell its pieces from the bottom, at 1, 2, …"""
    hands: Ints
    """For both seats how many pieces of 1, 2, 3, 4 they hold, at 1 … 4; their sum at 0."""
    sums: Ints
    """The hash of the board under each symmetry."""


def make_board(width: int, height: int) -> Board:
    """The cells of a board, what is next to what, its lines and symmetries."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    index = {cell: at for at, cell in enumerate(cells)}
    near = [
        [index.get((r + dr, c + dc), -1) for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0))]
        for r, c in cells
    ]
    lines = [
        [index[r + k * dr, c + k * dc] for k in range(4)]
        for r, c in cells
        for dr, dc in ((0, 1), (1, 0))
        if (r + 3 * dr, c + 3 * dc) in index
    ]
    images, reverses = [], []
    for at in range(SYMMETRIES):
        flip, mirror, turn, reverse = at & 1, at & 2, at & 4 and width == height, at & 8
        moved = []
        for r, c in cells:
            r, c = (height - 1 - r if flip else r), (width - 1 - c if mirror else c)
            moved.append(index[(c, r) if turn else (r, c)])
        images.append(moved)
        reverses.append(1 if reverse else 0)
    return Board(
        np.array(near, np.int64),
        np.array(lines, np.int64).reshape(-1, 4),
        np.array(images, np.int64),
        np.array(reverses, np.int64),
    )


def start(width: int, height: int, hand: tuple[int, int, int, int]) -> Position:
    """An empty board; both hold this many pieces of 1, 2, 3, 4."""
    cells = width * height
    return Position(
        np.zeros(cells, np.int64),
        np.zeros(cells, np.int64),
        np.zeros((cells, MOST_PIECES + 1), np.int64),
        np.array([[sum(hand), *hand]] * 2, np.int64),
        np.zeros(SYMMETRIES, np.int64),
    )


@inlined
def fits(board: Board, tops: Ints, cell: int, number: int) -> bool:
    """Next to a neighbour's number, or anywhere without neighbours (R-AF-13, R-AF-14, R-AF-17)."""
    is_alone = True
    for at in range(4):
        other = board.near[cell, at]
        if other >= 0 and tops[other]:
            is_alone = False
            if abs(tops[other] - number) == 1:
                return True
    return is_alone and tops[cell] == 0


@jit
def moves(board: Board, here: Position, seat: int, out: Ints) -> int:
    """Write the legal moves of a seat, cell by cell, each by number; how many there are."""
    count = 0
    for cell in range(len(here.tops)):
        for number in range(1, 5):
            if here.hands[seat, number] and fits(board, here.tops, cell, number):
                out[count] = 4 * cell + number - 1
                count += 1
    return count


@inlined
def lay(board: Board, here: Position, cell: int, number: int) -> None:
    """Put a piece on a cell."""
    height = here.heights[cell] + 1
    here.heights[cell], here.stacks[cell, height], here.tops[cell] = height, number, number
    for at in range(SYMMETRIES):
        shown = 5 - number if board.reverses[at] else number
        here.sums[at] += CELL_KEY[board.images[at, cell], height, shown]


@inlined
def lift(board: Board, here: Position, cell: int) -> int:
    """Take the top off; its number."""
    height, number = here.heights[cell], here.tops[cell]
    for at in range(SYMMETRIES):
        shown = 5 - number if board.reverses[at] else number
        here.sums[at] -= CELL_KEY[board.images[at, cell], height, shown]
    here.heights[cell] = height - 1
    here.tops[cell] = here.stacks[cell, height - 1] if height > 1 else 0
    return int(number)


@jit
def captured_cells(board: Board, tops: Ints, out: Ints) -> int:
    """Write the cells of every sequence, each once (R-AF-32); how many there are."""
    count = 0
    for line in range(len(board.lines)):
        a, b, c, d = board.lines[line]
        rises = tops[a] == 1 and tops[b] == 2 and tops[c] == 3 and tops[d] == 4
        falls = tops[a] == 4 and tops[b] == 3 and tops[c] == 2 and tops[d] == 1
        if rises or falls:
            for cell in (a, b, c, d):
                is_new = True
                for at in range(count):
                    is_new = is_new and out[at] != cell
                if is_new:
                    out[count] = cell
                    count += 1
    return count


@jit
def play(board: Board, here: Position, seat: int, move: int, trail: Ints) -> tuple[int, int]:
    """Place and capture (R-AF-34); the pieces captured and the next seat, NOBODY at the end.

    ``trail`` gets the cells from which pieces were captured, so that ``take_back`` can undo it.
    """
    cell, number = move // 4, move % 4 + 1
    here.hands[seat, number] -= 1
    here.hands[seat, 0] -= 1
    lay(board, here, cell, number)
    captured, cells = 0, np.empty(MOST_CELLS, np.int64)
    count = captured_cells(board, here.tops, cells)
    while count:
        for at in range(count):
            gained = lift(board, here, cells[at])
            here.hands[seat, gained] += 1
            here.hands[seat, 0] += 1
            trail[captured] = 8 * cells[at] + gained
            captured += 1
        count = captured_cells(board, here.tops, cells)  # what has come to light (R-AF-31)
    if not here.hands[0, 0] or not here.hands[1, 0]:
        return captured, NOBODY  # R-AF-26
    first = seat if captured else 1 - seat
    out = np.empty(4 * MOST_CELLS, np.int64)
    for other in (first, 1 - first):
        if moves(board, here, other, out):  # else passed over (R-AF-24)
            return captured, other
    return captured, NOBODY  # R-AF-35


@jit
def take_back(
    board: Board, here: Position, seat: int, move: int, trail: Ints, captured: int
) -> None:
    """Undo ``play``."""
    for at in range(captured - 1, -1, -1):
        number = trail[at] % 8
        here.hands[seat, number] -= 1
        here.hands[seat, 0] -= 1
        lay(board, here, trail[at] // 8, number)
    number = lift(board, here, move // 4)
    here.hands[seat, number] += 1
    here.hands[seat, 0] += 1


@inlined
def hands_key(here: Position, reverse: int) -> int:
    """The hash of both hands, with the numbers as they are or reversed."""
    key = 0
    for seat in range(2):
        for number in range(1, 5):
            shown = 5 - number if reverse else number
            key += HAND_KEY[seat, shown, here.hands[seat, number]]
    return key


@jit
def key_of(board: Board, here: Position, turn: int) -> int:
    """Equal for positions that are images of each other."""
    plain, reversed_ = hands_key(here, 0), hands_key(here, 1)
    best = here.sums[0] + plain
    for at in range(1, SYMMETRIES):
        key = here.sums[at] + (reversed_ if board.reverses[at] else plain)
        best = min(best, key)
    return int(best + TURN_KEY[turn])


@jit
def leader(here: Position) -> int:
    """At the end: the seat with more pieces in hand, or NOBODY (R-AF-26, R-AF-35)."""
    if here.hands[0, 0] == here.hands[1, 0]:
        return NOBODY
    return 0 if here.hands[0, 0] > here.hands[1, 0] else 1
