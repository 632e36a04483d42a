"""The search: depth first, each position once, up to equivalence."""

from __future__ import annotations

import numpy as np

from tavolino.kernels.bits import highest
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.solitario40.position import (
    NOWHERE,
    UNDER,
    UP,
    Position,
    Rules,
    after_but_tops,
    forced_move,
    kept_down,
    places,
    with_tops,
)

MOVE, DEPTH, ASLEEP, WIDTH = 8, 9, 10, 12
"""Columns of the stack after the position: the last move, the number of moves before it, and the
steps that need not be tried: to a column, and to a base."""
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
def is_known(table: Ints, key: int) -> bool:
    """Whether a key is in the hash table."""
    mask, entry = len(table) - 1, key + 1
    at = (key ^ key >> 29) * 0x1E37_79B9_7F4A_7C15 >> 24 & mask
    while table[at] != 0 and table[at] != entry:
        at = at + 1 & mask
    return bool(table[at] == entry)


@inlined
def dependents(rules: Rules, layout: Ints, here: Position, card: int) -> int:
    """The cards whose steps may not be possible before the step of this one."""
    if not here.locked >> card & 1:
        return here.tops if here.tops >> card & 1 and rules.draw != 1 else 0
    below = int(layout[UNDER, card])
    if below == NOWHERE:
        return 0
    pair = below & ~1
    children = pair - 6 if pair & 2 else pair - 2
    return 3 << pair | (3 << children if children >= 0 else 0)


@inlined
def settled(rules: Rules, layout: Ints, here: Position) -> Position:
    """The position after all forced moves."""
    while True:
        if rules.force_stock:
            here = with_tops(rules, layout, here)
        forced = forced_move(rules, here)
        if forced == NOWHERE:
            break
        here = after_but_tops(rules, layout, here, forced)
    return here


@inlined
def push_successors(
    rules: Rules,
    layout: Ints,
    table: Ints,
    stack: Ints,
    top: int,
    successors: Ints,
    here: Position,
    depth: int,
    asleep_down: int,
    asleep_up: int,
) -> int:
    """Push what is not known, the most promising last; returns the new top of the stack.

    With kings only, a step is *asleep* if everything after it has been searched before.
    """
    free, ends = places(rules, here)
    ups = here.visible & here.next & ends
    asleep_down &= (here.locked | here.tops) & free
    asleep_up &= ups & here.locked | here.tops & here.next
    awake_down, awake_up = ~asleep_down, ~asleep_up
    count = 0
    for kind in range(6):
        if kind == 0:
            cards, to = ups & here.locked & awake_up, UP
        elif kind == 1:
            cards, to = here.locked & free & ~ups & awake_down, 0
        elif kind == 2:
            cards, to = here.tops & here.next & awake_up, UP
        elif kind == 3:
            cards, to = ups & ~here.locked, UP
        elif kind == 4:
            cards, to = here.tops & free & ~here.next & awake_down, 0
        else:
            cards, to = here.next >> 4 & free & kept_down(rules, here), 0
        while cards:
            card = highest(cards)
            cards ^= 1 << card
            raw = after_but_tops(rules, layout, here, card | to)
            there = settled(rules, layout, raw)
            if not is_known(table, there.key):
                for i in range(8):
                    successors[count, i] = there[i]
                independent = ~dependents(rules, layout, here, card)
                if there.key != raw.key or rules.founders == rules.deck:
                    independent = 0
                successors[count, MOVE], successors[count, DEPTH] = card | to, depth
                successors[count, ASLEEP] = asleep_down & independent
                successors[count, ASLEEP + 1] = asleep_up & independent
                count += 1
            if kind == 0 or kind == 2:
                asleep_up |= 1 << card
            elif kind == 1 or kind == 4:
                asleep_down |= 1 << card
    for i in range(count - 1, -1, -1):
        for j in range(WIDTH):
            stack[top, j] = successors[i, j]
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
    successors = np.empty((MAX_MOVES, WIDTH), np.int64)
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
        if stack[top, MOVE] == NOWHERE:
            here = settled(rules, layout, here)
        if not is_new(table, here.key):
            continue
        seen += 1
        here = with_tops(rules, layout, here)
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
        asleep_down, asleep_up = stack[top, ASLEEP], stack[top, ASLEEP + 1]
        top = push_successors(
            rules, layout, table, stack, top, successors, here, depth, asleep_down, asleep_up
        )
    counts[SEEN], counts[TOP] = seen, top
    return status
