"""A* over the settled positions of solitario40."""

from __future__ import annotations

from tavolino.kernels.bits import lowest, popcount
from tavolino.kernels.jit import inlined, jit
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
    CARDS,
    FOUND,
    ON_FIRST,
    ON_SECOND,
    THEN_UP,
    UP,
    base_cards,
    fit_first,
    fit_second,
    heights_of,
    parents,
    raised,
    unneeded,
)
from tavolino.solvers.solitario40.shortest.position import (
    NOWHERE,
    STOCK,
    TURNED_AT,
    UNDER,
    Problem,
    free_cards,
    is_hidden,
    lower_bound,
    settled,
    taken_from_column,
)

MOST_NEXT = 4 * 52


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
    estimate = cost + (lower_bound(problem, first, second))
    if estimate >= nodes.counts[UPPER]:
        return
    node = insert(nodes, slots, at, first, second, parent, cost, move)
    on_bases, _, _ = base_cards(heights_of(first, second), problem.ranks)
    if (problem.hidden | problem.stock) & ~(first | second) & ~on_bases == 0:
        nodes.counts[UPPER], nodes.counts[GOAL] = estimate, node
    else:
        push(nodes, node, estimate)


@inlined
def _turns(problem: Problem, size: int, turned: int, n: int) -> int:
    """Turns and redeals until n cards are turned; NONE if they never are."""
    draw = problem.draw
    if draw == 1:
        return n - turned if n >= turned and n else size - turned + 1 + n
    if n >= turned and n and ((n - turned) % 3 == 0 or n == size):
        return (n - turned + 2) // 3
    if n % 3 == 0 or n == size:
        return (size - turned + 2) // 3 + 1 + (n + 2) // 3
    return NONE


@jit
def _add_from_stock(
    problem: Problem,
    nodes: Nodes,
    slots: Slots,
    node: int,
    left: int,
    landings: tuple[int, int, int],
    next_up: int,
) -> None:
    first, second, cost = nodes.words[node, 0], nodes.words[node, 1], nodes.costs[node]
    size, turned, n, at = popcount(left), second >> TURNED_AT, 0, 0
    while n < size:
        card = problem.layout[STOCK, at]
        at += 1
        if not left >> card & 1:
            continue
        n += 1
        bit = 1 << card
        turns = _turns(problem, size, turned, n)
        if turns == NONE:
            continue
        after = cost + turns + 1
        other = second + (n - 1 - turned << TURNED_AT)
        if next_up & bit:
            f, s = raised(first, other, bit, 1)
            add(problem, nodes, slots, f, s, node, after, 4 * card + UP)
        if landings[0] & bit:
            add(problem, nodes, slots, first | bit, other, node, after, 4 * card + ON_FIRST)
        if landings[1] & bit:
            add(problem, nodes, slots, first, other | bit, node, after, 4 * card + ON_SECOND)
        if landings[2] & bit:
            add(problem, nodes, slots, first | bit, other | bit, node, after, 4 * card + FOUND)


@jit
def _expand(problem: Problem, nodes: Nodes, slots: Slots, node: int) -> None:
    first, second, cost = nodes.words[node, 0], nodes.words[node, 1], nodes.costs[node]
    heights = heights_of(first, second)
    on_bases, tops, next_up = base_cards(heights, problem.ranks)
    laid = (first | second) & CARDS
    free = free_cards(first, second)
    founders = problem.founders if popcount(first & second & CARDS) < problem.columns else 0
    landings = (fit_first(free), fit_second(free), founders)
    lands = landings[0] | landings[1] | founders
    ups = free & next_up
    while ups:
        card = lowest(ups)
        ups &= ups - 1
        f, s = taken_from_column(problem, first, second, card)
        f, s = raised(f, s, 1 << card, 1)
        add(problem, nodes, slots, f, s, node, cost + 1, 4 * card + UP)
    loose = laid & lands
    while loose:
        card = lowest(loose)
        loose &= loose - 1
        bit = 1 << card
        f, s = taken_from_column(problem, first, second, card)
        move, after = 4 * card, cost + 1
        is_end = first & second & bit != 0
        is_covering = (
            is_end
            and problem.layout[UNDER, card] != NOWHERE
            and is_hidden(problem, first, second, problem.layout[UNDER, card])
        )
        if problem.is_pruned and not is_end:
            # it only frees the card below, which has to go up at once
            below = parents(first & ~second & bit, second & ~first & bit)
            if not below & next_up:
                continue
            f, s = taken_from_column(problem, f, s, lowest(below))
            f, s = raised(f, s, below, 1)
            move, after = move + THEN_UP, cost + 2
        if landings[0] & bit:
            add(problem, nodes, slots, f | bit, s, node, after, move + ON_FIRST)
        if landings[1] & bit:
            add(problem, nodes, slots, f, s | bit, node, after, move + ON_SECOND)
        if landings[2] & bit and (is_covering or not is_end):
            add(problem, nodes, slots, f | bit, s | bit, node, after, move + FOUND)
    down = tops & lands
    if problem.is_pruned:
        down &= ~unneeded(heights, 1)
    while down:
        card = lowest(down)
        down &= down - 1
        bit = 1 << card
        f, s = raised(first, second, bit, -1)
        if landings[0] & bit:
            add(problem, nodes, slots, f | bit, s, node, cost + 1, 4 * card + ON_FIRST)
        if landings[1] & bit:
            add(problem, nodes, slots, f, s | bit, node, cost + 1, 4 * card + ON_SECOND)
        if landings[2] & bit:
            add(problem, nodes, slots, f | bit, s | bit, node, cost + 1, 4 * card + FOUND)
    left = problem.stock & ~laid & ~on_bases
    if left:
        _add_from_stock(problem, nodes, slots, node, left, landings, next_up)


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
