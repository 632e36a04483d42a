"""The search: depth first through every position that is not like an earlier one."""

from __future__ import annotations

import numpy as np

from tavolino.kernels.jit import inlined, jit
from tavolino.solvers.s40_bits import lowest
from tavolino.solvers.s40_position import (
    NOWHERE,
    UP,
    Ints,
    Layout,
    Position,
    after,
    places,
    safe,
    sent_up,
)

MOVE, DEPTH, WIDTH = 8, 9, 10
"""A row of the stack: a position, the move that led to it, and how many led to that."""
SEEN, TOP, BEST, LINE, END = range(5)
"""What is counted: positions, rows of the stack, the most points, the moves to them."""
MOST_MOVES = 64
"""More than any position has."""

WON, EXHAUSTED, PAUSED, CRAMPED = range(4)


@inlined
def push(stack: Ints, counts: Ints, here: Position, move: int, depth: int) -> None:
    row = counts[TOP]
    for i in range(8):
        stack[row, i] = here[i]
    stack[row, MOVE] = move
    stack[row, DEPTH] = depth
    counts[TOP] += 1


@inlined
def is_new(table: Ints, key: int) -> bool:
    """Enter a key into the table of positions seen; False if it was there."""
    mask = len(table) - 1
    at = (key * 0x1E37_79B9_7F4A_7C15 >> 20) & mask
    while table[at]:
        if table[at] == key + 1:
            return False
        at = at + 1 & mask
    table[at] = key + 1
    return True


@jit
def enlarged(table: Ints) -> Ints:
    larger = np.zeros(4 * len(table), np.int64)
    for key in table:
        if key:
            is_new(larger, key - 1)
    return larger


@inlined
def push_all(
    layout: Layout, stack: Ints, counts: Ints, here: Position, cards: int, up: int, depth: int
) -> None:
    while cards:
        move = lowest(cards) | up
        cards &= cards - 1
        there = after(layout, here, move)
        push(stack, counts, there, move, depth)


@jit
def search(
    layout: Layout, stack: Ints, table: Ints, path: Ints, best: Ints, counts: Ints, pause: int
) -> int:
    """Go on until the win, the end, so many positions, or until an array is full."""
    full = len(table) // 4 * 3
    rows = len(stack) - MOST_MOVES
    while counts[TOP]:
        if counts[SEEN] >= pause:
            return PAUSED
        if counts[SEEN] >= full or counts[TOP] > rows:
            return CRAMPED
        counts[TOP] -= 1
        row = stack[counts[TOP]]
        here = Position(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
        move, depth = row[MOVE], row[DEPTH]
        forced = sent_up(layout, here)
        while forced != NOWHERE:
            here = after(layout, here, forced)
            forced = sent_up(layout, here)
        if not is_new(table, here.key):
            continue
        counts[SEEN] += 1
        path[depth] = move
        if here.points > counts[BEST]:
            counts[BEST] = here.points
            counts[LINE] = depth + 1
            best[: depth + 1] = path[: depth + 1]
            if not here.next & layout.deck:
                return WON
        depth += 1
        free, ends = places(layout, here)
        ups = here.visible & here.next & ends
        downs = here.next >> 4 & free
        push_all(layout, stack, counts, here, downs, 0, depth)
        push_all(layout, stack, counts, here, here.tops & free, 0, depth)
        push_all(layout, stack, counts, here, ups & ~here.locked, UP, depth)
        push_all(layout, stack, counts, here, here.tops & here.next, UP, depth)
        push_all(layout, stack, counts, here, here.locked & free, 0, depth)
        push_all(layout, stack, counts, here, ups & here.locked, UP, depth)
    return EXHAUSTED
