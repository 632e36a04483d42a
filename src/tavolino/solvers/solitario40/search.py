"""The search: depth first, each position once, up to equivalence."""

from __future__ import annotations

import numpy as np

from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.solitario40.position import (
    NOWHERE,
    UP,
    Position,
    Rules,
    after,
    forced_move,
    kept_down,
    places,
)

MOVE, DEPTH, WIDTH = 8, 9, 10
"""Columns of the stack after the position: the last move, and the number of moves before it."""
SEEN, TOP, BEST, LINE, COUNTS = range(5)
"""``counts``: positions seen, rows on the stack, the most points, the moves to reach them."""
MAX_MOVES = 64
"""An upper bound of the moves in a position."""

WON, EXHAUSTED, PAUSED, FULL = range(4)


@inlined
def is_new(table: Ints, key: int) -> bool:
    """Add a key to the hash table of positions seen; False if it was already there."""
    mask, entry = len(table) - 1, key + 1
    at = (key ^ key >> 29) * 0x1E37_79B9_7F4A_7C15 >> 24 & mask
    while table[at] != 0 and table[at] != entry:
        at = at + 1 & mask
    found = table[at] == entry
    table[at] = entry
    return not found


@jit
def enlarge(table: Ints) -> Ints:
    """The same hash table with four times as many entries."""
    larger = np.zeros(4 * len(table), np.int64)
    for key in table:
        if key:
            is_new(larger, key - 1)
    return larger


@inlined
def push_successors(
    rules: Rules, layout: Ints, stack: Ints, top: int, here: Position, depth: int
) -> int:
    """Push all successors, the most promising last; returns the new top of the stack."""
    free, ends = places(rules, here)
    ups = here.visible & here.next & ends
    for kind in range(6):
        if kind == 0:
            cards, to = here.next >> 4 & free & kept_down(rules, here), 0
        elif kind == 1:
            cards, to = here.tops & free, 0
        elif kind == 2:
            cards, to = ups & ~here.locked, UP
        elif kind == 3:
            cards, to = here.tops & here.next, UP
        elif kind == 4:
            cards, to = here.locked & free, 0
        else:
            cards, to = ups & here.locked, UP
        while cards:
            move = lowest(cards) | to
            cards &= cards - 1
            there = after(rules, layout, here, move)
            for i in range(8):
                stack[top, i] = there[i]
            stack[top, MOVE], stack[top, DEPTH] = move, depth
            top += 1
    return top


@jit
def search(
    rules: Rules,
    layout: Ints,
    stack: Ints,
    table: Ints,
    path: Ints,
    best: Ints,
    counts: Ints,
    pause: int,
) -> int:
    """Search until won, exhausted, PAUSED at ``pause`` positions, or FULL (an array is)."""
    full, rows = len(table) // 4 * 3, len(stack) - MAX_MOVES
    seen, top, status = counts[SEEN], counts[TOP], EXHAUSTED
    while top:
        if seen >= pause:
            status = PAUSED
            break
        if seen >= full or top > rows or stack[top - 1, DEPTH] >= len(path):
            status = FULL
            break
        top -= 1
        here = Position(
            stack[top, 0],
            stack[top, 1],
            stack[top, 2],
            stack[top, 3],
            stack[top, 4],
            stack[top, 5],
            stack[top, 6],
            stack[top, 7],
        )
        forced = forced_move(rules, here)
        while forced != NOWHERE:
            here = after(rules, layout, here, forced)
            forced = forced_move(rules, here)
        if not is_new(table, here.key):
            continue
        seen += 1
        depth = stack[top, DEPTH]
        path[depth] = stack[top, MOVE]
        depth += 1
        if here.points > counts[BEST]:
            counts[BEST], counts[LINE] = here.points, depth
            for i in range(depth):
                best[i] = path[i]
            if not here.next & rules.deck:
                status = WON
                break
        top = push_successors(rules, layout, stack, top, here, depth)
    counts[SEEN], counts[TOP] = seen, top
    return status
