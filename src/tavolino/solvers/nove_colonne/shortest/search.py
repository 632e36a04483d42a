"""A* over the settled positions of nove_colonne."""

from __future__ import annotations

from tavolino.games.nove_colonne import KING, SIZES
from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import jit
from tavolino.solvers.astar import (
    COUNT,
    CROWDED,
    FULL,
    GOAL,
    NONE,
    PAUSED,
    PROVED,
    UPPER,
    Nodes,
    Slots,
    find,
    insert,
    pop,
    push,
)
from tavolino.solvers.card_links import (
    FOUND,
    ON_FIRST,
    ON_SECOND,
    UP,
    fit_first,
    fit_second,
    heights_of,
    raised,
    unneeded,
)
from tavolino.solvers.nove_colonne.shortest.position import (
    Problem,
    laid,
    lower_bound,
    places_of,
    settled,
)

MOST_NEXT = 256
FULL_BASES = KING * 0x1111


@jit
def add(
    problem: Problem,
    nodes: Nodes,
    slots: Slots,
    first: int,
    second: int,
    parent: int,
    cost: int,
    move: int,
) -> None:
    """Settle a position and make it a node, unless it is known or no shorter line goes through."""
    if problem.is_pruned:
        first, second, count = settled(problem, first, second)
        cost += count
    at = find(nodes, slots, first, second)
    if slots[at] and nodes.costs[slots[at] - 1] <= cost:
        return
    estimate = cost + lower_bound(problem, first, second)
    if estimate >= nodes.counts[UPPER]:
        return
    node = insert(nodes, slots, at, first, second, parent, cost, move)
    if heights_of(first, second) == FULL_BASES:
        nodes.counts[UPPER], nodes.counts[GOAL] = cost, node
    else:
        push(nodes, node, estimate)


@jit
def _expand(problem: Problem, nodes: Nodes, slots: Slots, node: int) -> None:
    first, second, cost = nodes.words[node, 0], nodes.words[node, 1], nodes.costs[node] + 1
    here = places_of(problem, first, second)
    to_first, to_second = fit_first(here.free), fit_second(here.free)
    is_room = here.columns < len(SIZES)
    ups = here.next_up & (here.free | here.reserve)
    while ups:
        card = lowest(ups)
        bit = ups & -ups
        ups ^= bit
        f, s = raised(first & ~bit, second & ~bit, bit, 1)
        add(problem, nodes, slots, f, s, node, cost, 4 * card + UP)
    alone = (first & second | here.in_place & problem.bottoms) & here.free
    tops = here.tops & ~0xF
    if problem.is_pruned:
        tops &= ~unneeded(here.heights, 1)
    cards = here.free | here.reserve | tops
    if not is_room:
        cards &= to_first | to_second
    while cards:
        card = lowest(cards)
        bit = cards & -cards
        cards ^= bit
        f, s = first & ~bit, second & ~bit
        if tops & bit:
            f, s = raised(f, s, bit, -1)
        if to_first & bit:
            add(
                problem,
                nodes,
                slots,
                *laid(problem, f, s, card, ON_FIRST),
                node,
                cost,
                4 * card + ON_FIRST,
            )
        if to_second & bit:
            add(
                problem,
                nodes,
                slots,
                *laid(problem, f, s, card, ON_SECOND),
                node,
                cost,
                4 * card + ON_SECOND,
            )
        if is_room and not alone & bit and not (problem.is_pruned and here.reserve & bit):
            add(
                problem,
                nodes,
                slots,
                *laid(problem, f, s, card, FOUND),
                node,
                cost,
                4 * card + FOUND,
            )


@jit
def search(problem: Problem, nodes: Nodes, slots: Slots, steps: int) -> int:
    """Expand up to ``steps`` nodes."""
    if nodes.counts[COUNT] == 0:
        add(problem, nodes, slots, problem.first, problem.second, NONE, 0, 0)
    for _ in range(steps):
        if nodes.counts[COUNT] + MOST_NEXT > len(nodes.words):
            return FULL
        if 4 * (nodes.counts[COUNT] + MOST_NEXT) > 3 * len(slots):
            return CROWDED
        node = pop(nodes)
        if node == NONE:
            return PROVED
        _expand(problem, nodes, slots, node)
    return PAUSED
