"""The search: depth first, each position once, up to equivalence."""

from __future__ import annotations

from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.solitario40.position import (
    BLACK,
    FIELDS,
    NOWHERE,
    PAIRS,
    RED,
    UNDER,
    UP,
    Position,
    Rules,
    after_but_tops,
    kept_down,
    loaded,
    places,
    settled,
    with_tops,
)
from tavolino.solvers.solitario40.search.most_points import may_be_lower, most_points
from tavolino.solvers.solitario40.search.visited import COVERED, is_known, tops_searched, visit

MOVE, DEPTH, ASLEEP, WIDTH = 8, 9, 10, 12
"""Columns of the stack after the position: the last move, the number of moves before it, and the
steps that need not be tried: to a column, and to a base."""
SEEN, ENTRIES, TOP, BEST, LINE, COUNTS = range(6)
"""``counts``: positions searched; entries of the table; rows on the stack; the most points, or
what is to be surpassed; the moves to reach them."""
MAX_MOVES = 64
"""An upper bound of the moves in a position."""

WON, EXHAUSTED, PAUSED, FULL = range(4)


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
def parents_wanted(here: Position, free: int) -> int:
    """The cards on which the end of a column could go that has no place now."""
    cards = here.locked & ~free
    pairs = 3 * ((cards | cards >> 1) & PAIRS)
    return (pairs & RED) << 6 | (pairs & BLACK) << 2


@inlined
def push_successors(
    rules: Rules,
    layout: Ints,
    table: Ints,
    stack: Ints,
    top: int,
    here: Position,
    free: int,
    ends: int,
    asleep_down: int,
    asleep_up: int,
) -> int:
    """Push what is not known, the most promising last; returns the new top of the stack.

    With kings only, a step is *asleep* if everything after it has been searched before: steps that
    were asleep at ``here``, and those of its successors that are higher on the stack.
    """
    depth = stack[top, DEPTH] + 1
    ups = here.visible & here.next & ends
    asleep_down &= (here.locked | here.tops) & free
    asleep_up &= ups & here.locked | here.tops & here.next
    wanted = parents_wanted(here, free)
    uncovering = here.locked & free & ~ups & ~asleep_down
    lifts = (ups & here.locked | here.tops & here.next) & ~asleep_up
    plays = here.tops & free & ~here.next & ~asleep_down
    down = here.next >> 4 & free & kept_down(rules, here)
    asleep_down |= uncovering | plays
    asleep_up |= lifts
    for kind in range(8):
        to = 0
        if kind == 0:
            cards = down & ~wanted
        elif kind == 1:
            cards, to = ups & ~here.locked, UP
        elif kind == 2:
            cards = plays & ~wanted
        elif kind == 3:
            cards = down & wanted
        elif kind == 4:
            cards = uncovering
        elif kind == 5:
            cards = plays & wanted
        elif kind == 6:
            cards, to = lifts & here.tops, UP
        else:
            cards, to = lifts & here.locked, UP
        is_step = kind == 2 or kind >= 4
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if is_step and to:
                asleep_up ^= 1 << card
            elif is_step:
                asleep_down ^= 1 << card
            raw = after_but_tops(rules, layout, here, card | to)
            there = settled(rules, layout, raw)
            if not is_known(table, there.key):
                independent = ~dependents(rules, layout, here, card)
                if there.key != raw.key or rules.founders == rules.deck:
                    independent = 0
                for i in range(FIELDS):
                    stack[top, i] = there[i]
                stack[top, MOVE], stack[top, DEPTH] = card | to, depth
                stack[top, ASLEEP] = asleep_down & independent
                stack[top, ASLEEP + 1] = asleep_up & independent
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
    seen, entries, top, status = counts[SEEN], counts[ENTRIES], counts[TOP], EXHAUSTED
    while top:
        if seen >= pause:
            status = PAUSED
            break
        if entries >= full or top > rows or stack[top - 1, DEPTH] >= len(path):
            status = FULL
            break
        top -= 1
        here, move = loaded(stack[top]), stack[top, MOVE]
        if move == NOWHERE:
            here = settled(rules, layout, here)
        before = visit(table, here.key)
        if before == COVERED:
            continue
        seen += 1
        here = with_tops(rules, layout, here)
        depth = stack[top, DEPTH]
        path[depth] = move
        if here.points > counts[BEST]:
            counts[BEST], counts[LINE] = here.points, depth + 1
            for i in range(depth + 1):
                best[i] = path[i]
            if not here.next & rules.deck:
                status = WON
                break
        free, ends = places(rules, here)
        asleep_down, asleep_up = stack[top, ASLEEP], stack[top, ASLEEP + 1]
        entries += before == 0
        if rules.founders != rules.deck:
            if before:
                searched = tops_searched(rules, layout, here.stock, before)
                asleep_down |= searched
                asleep_up |= searched
            elif rules.is_bounded and may_be_lower(rules, here, free, move):
                if most_points(rules, layout, here) <= counts[BEST]:
                    continue
        top = push_successors(
            rules, layout, table, stack, top, here, free, ends, asleep_down, asleep_up
        )
    counts[SEEN], counts[ENTRIES], counts[TOP] = seen, entries, top
    return status
