"""AFTAEBR over bits and bytes: the rules of ``games/aftaebr.py`` once more, for searches.

A set of cells is a number with a bit for each cell; a row has seven bits, the seventh a guard that
no piece is ever on, so that a shift by one or by seven goes to the next cell or row::

        a   b   c   d   e   f
    1   0   1   2   3   4   5  (6)
    2   7   8   9  10  11  12  (13)
    …
    6  35  36  37  38  39  40  (41)

A move is a number too: 4 * cell + number - 1 with the cell of the rules, 144 on for the colours.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.game import Stop
from tavolino.games.aftaebr import (
    CELLS,
    EACH,
    MAX_PLIES,
    NUMBERS,
    PLACES,
    SIDE,
    Colour,
    Draw,
    Move,
    Note,
    Piece,
    Place,
    Stack,
    State,
)
from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import inlined, jit
from tavolino.kernels.rng import hash_keys

ROW = SIDE + 1
BITS = SIDE * ROW
TALLEST = EACH * len(NUMBERS) * 4
BOARD = sum(1 << (ROW * (cell // SIDE) + cell % SIDE) for cell in CELLS)
COLOURS = len(CELLS) * len(NUMBERS)
"""Moves from here on choose a colour."""
MAX_MOVES = COLOURS

# The places of ``core``
TURN, TOPS, CAPTURED, PASSED, HASH, HANDS, HELD = 0, 0, 5, 6, 7, 8, 24
PLAYERS, STOPPED, BLACK, CHOSEN, TRAIL, CORE = 28, 29, 30, 34, 38, 40
STOPS = (None, Stop.TIME_UP, Stop.ENDLESS)

# What undo needs of a move: these, the bits from which pieces were captured, where it all begins
MOVE, COVERED, WAS_TURN, WAS_CAPTURED, WAS_PASSED, WAS_HASH, STEP = range(7)
LONGEST_TRAIL = (STEP + 2) * (MAX_PLIES + 8) + TALLEST


# Elements are plain numbers to the kernel; its types are those of ``empty_position``.
Words: TypeAlias = NDArray[Any]
Bytes: TypeAlias = NDArray[Any]


class Position(NamedTuple):
    core: Words
    """Turn (-1: none), the cells that show 1, 2, 3, 4, what the last move did (captured; passed
    seats as digits from 1, base 8), Zobrist hash, hands seat by seat, pieces of each seat in hand,
    players, stop, black pieces, colours (0: not chosen), length of the trail."""
    stacks: Bytes
    """For each bit the height, then the pieces from the bottom: number + 8 * seat.
    The piece at the height is the top; 0 for an empty cell."""
    trail: Words
    """What undo needs."""


# The hash of a position is the sum of CELL_KEY * HEIGHT_KEY over its pieces, of HAND_KEY * count
# over the hands, and the TURN_KEY: board, hands and player to move, as in R-AF-36. Keys are odd, so
# that no product loses what another key has in its lowest bits.
CELL_KEY = hash_keys(3, BITS, 5) | 1
HEIGHT_KEY = hash_keys(4, TALLEST + 1) | 1
HAND_KEY = hash_keys(5, 16) | 1
TURN_KEY = hash_keys(6, 5) | 1
"""The last one belongs to no seat, so that index -1 is valid."""


# In and out


def empty_position() -> Position:
    return Position(
        np.zeros(CORE, np.int64),
        np.zeros((BITS, TALLEST + 1), np.uint8),
        np.zeros(LONGEST_TRAIL, np.int64),
    )


def pack(state: State) -> Position:
    position = empty_position()
    core, stacks, _ = position
    core[PLAYERS] = len(state.hands)
    core[TURN] = -1 if state.turn is None else state.turn
    core[CAPTURED] = state.note.captured
    for seat in state.note.passed:
        core[PASSED] = 8 * core[PASSED] + seat + 1
    core[STOPPED] = STOPS.index(state.stopped)
    for seat, hand in enumerate(state.hands):
        core[HANDS + 4 * seat : HANDS + 4 * seat + 4] = hand
        core[HELD + seat] = sum(hand)
    core[BLACK : BLACK + len(state.black)] = state.black
    for seat, colour in enumerate(state.colours):
        core[CHOSEN + seat] = 1 + list(Colour).index(colour) if colour else 0
    for cell, stack in enumerate(state.board):
        bit = bit_of(cell)
        stacks[bit, 0] = len(stack)
        stacks[bit, 1 : len(stack) + 1] = [number + 8 * seat for number, seat in stack]
        if stack:
            core[TOPS + stack[-1].number] |= 1 << bit
    core[HASH] = hash_of(core, stacks)
    return position


def unpack(position: Position) -> State:
    core = [int(word) for word in position.core]
    players, passed = core[PLAYERS], core[PASSED]
    is_drawn = core[BLACK] > 0
    chosen = core[CHOSEN : CHOSEN + players]
    return State(
        tuple(tuple(core[HANDS + 4 * s : HANDS + 4 * s + 4]) for s in range(players)),
        tuple(_stack(position.stacks[bit_of(cell)]) for cell in CELLS),
        tuple(core[BLACK : BLACK + players]) if is_drawn else (),
        tuple(list(Colour)[n - 1] if n else None for n in chosen) if is_drawn else (),
        None if core[TURN] < 0 else core[TURN],
        Note(core[CAPTURED], tuple(int(digit) - 1 for digit in f"{passed:o}" if passed)),
        STOPS[core[STOPPED]],
    )


def _stack(heap: Bytes) -> Stack:
    return tuple(Piece(int(piece) % 8, int(piece) // 8) for piece in heap[1 : 1 + heap[0]])


def pack_move(move: Move) -> int:
    assert not isinstance(move, Draw), "chance deals outside"
    if isinstance(move, Colour):
        return COLOURS + list(Colour).index(move)
    return 4 * move.cell + move.number - 1


def unpack_move(move: int) -> Colour | Place:
    if move >= COLOURS:
        return list(Colour)[move - COLOURS]
    return PLACES[move // 4][move % 4 + 1]


# The rules


@inlined
def bit_of(cell: int) -> int:
    return cell + cell // SIDE


@inlined
def move_code(bit: int, number: int) -> int:
    return 4 * (bit - bit // ROW) + number - 1


@inlined
def after(core: Words, seat: int) -> int:
    return seat + 1 if seat + 1 < core[PLAYERS] else 0


@inlined
def beside(cells: int) -> int:
    """The cells next to some of these (R-AF-12)."""
    return (cells << 1 | cells >> 1 | cells << ROW | cells >> ROW) & BOARD


@inlined
def free_cells(core: Words) -> int:
    """Empty, and without neighbours: any number may go there (R-AF-13)."""
    taken: int = core[1] | core[2] | core[3] | core[4]
    return BOARD & ~(taken | beside(taken))


@inlined
def cells_for(core: Words, number: int, free: int) -> int:
    """Where a number may be laid (R-AF-14, R-AF-17)."""
    lower = core[number - 1] if number > 1 else 0
    higher = core[number + 1] if number < 4 else 0
    return beside(lower | higher) | free


@inlined
def can_place(core: Words, seat: int) -> bool:
    hand = HANDS + 4 * seat
    cells = free_cells(core)
    cells |= beside(core[2]) if core[hand] else 0
    cells |= beside(core[1] | core[3]) if core[hand + 1] else 0
    cells |= beside(core[2] | core[4]) if core[hand + 2] else 0
    cells |= beside(core[3]) if core[hand + 3] else 0
    return core[HELD + seat] > 0 and cells > 0


@jit
def moves(core: Words, out: Words) -> int:
    """Write the legal moves, in the order of the rules; how many there are."""
    count = 0
    seat = core[TURN]
    if seat < 0 or core[STOPPED]:
        return 0
    players = core[PLAYERS]
    if np.any(core[CHOSEN : CHOSEN + players] == 0):
        for colour in range(4):
            if not np.any(core[CHOSEN : CHOSEN + players] == colour + 1):
                out[count] = COLOURS + colour
                count += 1
        return count
    free = free_cells(core)
    for number in range(1, 5):
        cells = cells_for(core, number, free) if core[HANDS + 4 * seat + number - 1] else 0
        while cells:
            bit = lowest(cells)
            cells &= cells - 1
            out[count] = move_code(bit, number)
            count += 1
    out[:count].sort()
    return count


@inlined
def in_line(first: int, second: int, third: int, fourth: int, step: int) -> int:
    """The cells of all sequences that go on by ``step`` bits."""
    start: int = first & second >> step & third >> 2 * step & fourth >> 3 * step
    return start | start << step | start << 2 * step | start << 3 * step


@inlined
def sequences(core: Words) -> int:
    """The cells of every line that reads 1-2-3-4 in either direction (R-AF-19)."""
    one, two, three, four = core[1], core[2], core[3], core[4]
    return (
        in_line(one, two, three, four, 1)
        | in_line(four, three, two, one, 1)
        | in_line(one, two, three, four, ROW)
        | in_line(four, three, two, one, ROW)
    )


@inlined
def _push(core: Words, stacks: Bytes, bit: int, piece: int) -> None:
    number, height = piece & 7, stacks[bit, 0] + 1
    under = stacks[bit, stacks[bit, 0]] & 7
    if under:
        core[TOPS + under] &= ~(1 << bit)
    core[TOPS + number] |= 1 << bit
    stacks[bit, 0] = height
    stacks[bit, height] = piece
    core[HASH] += CELL_KEY[bit, number] * HEIGHT_KEY[height]


@inlined
def _pop(core: Words, stacks: Bytes, bit: int) -> int:
    """Take the top off; its number."""
    height = stacks[bit, 0]
    number: int = stacks[bit, height] & 7
    core[TOPS + number] &= ~(1 << bit)
    stacks[bit, 0] = height - 1
    under = stacks[bit, height - 1] & 7 if height > 1 else 0
    if under:
        core[TOPS + under] |= 1 << bit
    core[HASH] -= CELL_KEY[bit, number] * HEIGHT_KEY[height]
    return number


@inlined
def _hold(core: Words, seat: int, number: int, more: int) -> None:
    at = 4 * seat + number - 1
    core[HANDS + at] += more
    core[HELD + seat] += more
    core[HASH] += HAND_KEY[at] * more


@jit
def apply(core: Words, stacks: Bytes, trail: Words, move: int) -> None:
    apply_inlined(core, stacks, trail, move)


@inlined
def apply_inlined(core: Words, stacks: Bytes, trail: Words, move: int) -> None:
    """For inner loops: faster, but each caller takes a second longer to compile."""
    seat, start = core[TURN], core[TRAIL]
    trail[start + MOVE], trail[start + WAS_TURN] = move, seat
    trail[start + WAS_CAPTURED], trail[start + WAS_PASSED] = core[CAPTURED], core[PASSED]
    trail[start + WAS_HASH] = core[HASH]
    core[TRAIL] = start + STEP
    if move >= COLOURS:
        core[CHOSEN + seat] = move - COLOURS + 1
        core[TURN] = after(core, seat)
    else:
        bit, number = bit_of(move // 4), move % 4 + 1
        _hold(core, seat, number, -1)
        trail[start + COVERED] = stacks[bit, stacks[bit, 0] + 1]
        _push(core, stacks, bit, number + 8 * seat)
        core[CAPTURED] = _take(core, stacks, trail, seat) if sequences(core) else 0
        core[TURN], core[PASSED] = seat if core[CAPTURED] else after(core, seat), 0
        # Two are left if the player who laid holds pieces and so does another.
        if not core[HELD + seat] or core[TURN] == seat or not can_place(core, core[TURN]):
            _pass_over(core, core[TURN])
    core[HASH] += TURN_KEY[core[TURN]] - TURN_KEY[seat]
    trail[core[TRAIL]] = start
    core[TRAIL] += 1


@jit
def _take(core: Words, stacks: Bytes, trail: Words, seat: int) -> int:
    """Take every sequence, also those that come to light (R-AF-31); how many pieces that gave."""
    captured, cells = 0, sequences(core)
    while cells:
        while cells:
            bit = lowest(cells)
            cells &= cells - 1
            _hold(core, seat, _pop(core, stacks, bit), 1)
            trail[core[TRAIL]] = bit
            core[TRAIL] += 1
            captured += 1
        cells = sequences(core)
    return captured


@jit
def _pass_over(core: Words, first: int) -> None:
    """The next living player who can place, if two are left (R-AF-24, R-AF-26, R-AF-35)."""
    players, alive = core[PLAYERS], 0
    for seat in range(players):
        alive += core[HELD + seat] > 0
    core[TURN], seat = -1, first
    left = players if alive > 1 else 0
    while left:
        left -= 1
        if can_place(core, seat):
            core[TURN], left = seat, 0
        elif core[HELD + seat]:
            core[PASSED] = 8 * core[PASSED] + seat + 1
        seat = after(core, seat)


@jit
def undo(core: Words, stacks: Bytes, trail: Words) -> None:
    """Take the last move back."""
    end = core[TRAIL] - 1
    start = trail[end]
    move, seat = trail[start + MOVE], trail[start + WAS_TURN]
    if move >= COLOURS:
        core[CHOSEN + seat] = 0
    else:
        for at in range(end - 1, start + STEP - 1, -1):
            # Nothing has been laid on a captured piece that is not taken back by now.
            bit = trail[at]
            piece = stacks[bit, stacks[bit, 0] + 1]
            _push(core, stacks, bit, piece)
            _hold(core, seat, piece & 7, -1)
        bit = bit_of(move // 4)
        _hold(core, seat, _pop(core, stacks, bit), 1)
        stacks[bit, stacks[bit, 0] + 1] = trail[start + COVERED]
    core[TURN], core[CAPTURED] = seat, trail[start + WAS_CAPTURED]
    core[PASSED], core[HASH] = trail[start + WAS_PASSED], trail[start + WAS_HASH]
    core[TRAIL] = start


@jit
def hash_of(core: Words, stacks: Bytes) -> int:
    """The Zobrist hash from scratch; ``apply`` and ``undo`` keep it."""
    bits: int = TURN_KEY[core[TURN]]
    for bit in range(BITS):
        for height in range(1, stacks[bit, 0] + 1):
            bits += CELL_KEY[bit, stacks[bit, height] & 7] * HEIGHT_KEY[height]
    for at in range(16):
        bits += HAND_KEY[at] * core[HANDS + at]
    return bits


@jit
def copy_into(core: Words, stacks: Bytes, from_core: Words, from_stacks: Bytes) -> None:
    """The same position, from which nothing can be taken back."""
    core[:] = from_core
    core[TRAIL] = 0
    for bit in range(BITS):
        for height in range(from_stacks[bit, 0] + 1):
            stacks[bit, height] = from_stacks[bit, height]
