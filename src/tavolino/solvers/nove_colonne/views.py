"""Progress in nove_colonne, computed from a view: without the face-down cards."""

from __future__ import annotations

import numpy as np

from tavolino.games.nove_colonne import State
from tavolino.kernels.cards import fits, rank_of, suit_of
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import (
    BASES,
    COLUMNS,
    HASH,
    HIDDEN,
    LENGTHS,
    MAX_MOVES,
    apply,
    moves,
    pack,
    top,
    undo,
)
from tavolino.solvers.limits import Budget
from tavolino.solvers.nove_colonne.rows import ROW, Rows, load, store
from tavolino.solvers.nove_colonne.search import MOST, STEPS, Search
from tavolino.solvers.nove_colonne.search.best_first import Status
from tavolino.solvers.nove_colonne.search.estimate import WEIGHTS
from tavolino.solvers.nove_colonne.search.settling import MAX_LIFTS, PRUNING, settle
from tavolino.solvers.nove_colonne.search.visited import is_new
from tavolino.solvers.nove_colonne.shorten import shorten

FEW_STEPS = 50
"""Nodes to expand between two checks of a budget."""
POSITIONS = 1 << 14
"""The most positions that the search for ways stores."""
ENOUGH = 8
"""The number of known ways at which the search for longer ones ends."""
BREADTH_FIRST = (0,) * len(WEIGHTS[0])
"""Weights with which all positions are estimated alike."""
MOST_BREADTH_FIRST = 1 << 16
"""The most nodes of a search with these."""
NODE, MOVE, OUTCOME = 0, 1, 2


@jit
def _uncovers_at_once(p: Ints) -> bool:
    """Whether one move can uncover a card."""
    for column in range(COLUMNS):
        if p[HIDDEN + column] and p[LENGTHS + column] == p[HIDDEN + column] + 1:
            card = top(p, column)
            if p[BASES + suit_of(card)] + 1 == rank_of(card):
                return True
            for other in range(COLUMNS):
                host = top(p, other)
                if host == 0 or fits(card, host):
                    return True
    return False


def can_progress(view: State, budget: Budget | None = None) -> bool | None:
    """Whether a card can be uncovered or the game be won (R-N9-19); None if the search is full."""
    packed = pack(view)
    if _uncovers_at_once(packed):
        return True
    search, spent, status = Search(packed), 0, Status.PAUSED
    while status == Status.PAUSED:
        status = search.advance(FEW_STEPS if budget else STEPS)
        if budget:
            budget.spend(search.positions - spent)
            spent = search.positions
    return None if status == Status.FULL else status == Status.WON


@jit
def explore(
    start: Ints, pruning: Ints, rows: Rows, links: Ints, table: Ints, ways: Ints, enough: int
) -> int:
    """Search breadth first for enough ways to uncover a card; returns their number.

    Ways to the same settled position count once. Only complete levels count, so that after the
    first move of a way the rest of it is always found again.
    """
    out, trail = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_LIFTS, np.int64)
    p = start.copy()
    store(p, rows[0])
    is_new(table, p[HASH])
    node, nodes, level_end, count, complete = 0, 1, 1, 0, 0
    while node < nodes and nodes + MAX_MOVES <= len(rows) and count + MAX_MOVES <= len(ways):
        load(p, rows[node])
        for i in range(moves(p, out)):
            uncovered = apply(p, out[i])
            if uncovered:
                settle(p, pruning, trail, 0)
                ways[count, NODE], ways[count, MOVE], ways[count, OUTCOME] = node, out[i], p[HASH]
                same = 0
                while ways[same, OUTCOME] != p[HASH]:
                    same += 1
                count += same == count
                load(p, rows[node])
                continue
            if is_new(table, p[HASH]):
                store(p, rows[nodes])
                links[nodes, NODE], links[nodes, MOVE] = node, out[i]
                nodes += 1
            undo(p, out[i], uncovered)
        node += 1
        if node == level_end:
            level_end, complete = nodes, count
            if complete >= enough:
                break
    return complete if complete else count


def shortest_ways(view: State, most: int = MOST) -> list[list[int]]:
    """The shortest ways to uncover a card, as lists of moves, the shortest first.

    Where it is hard to find any, no more than ``most`` positions are looked at.
    """
    rows = np.empty((POSITIONS, ROW), np.int8)
    links = np.zeros((POSITIONS, 2), np.int64)
    ends = np.zeros((POSITIONS, 3), np.int64)
    table = np.zeros(2 * POSITIONS, np.int64)
    packed = pack(view)
    count = explore(packed, np.array(PRUNING, np.int64), rows, links, table, ends, ENOUGH)
    ways = []
    for node, move, _ in ends[:count].tolist():
        path = [move]
        while node:
            node, move = links[node].tolist()
            path.append(move)
        ways.append(path[::-1])
    return ways or _some_way(packed, most)


def _some_way(packed: Ints, most: int) -> list[list[int]]:
    """One way, if possible with the fewest shifts, where ``explore`` finds none.

    It is shortened: otherwise the next hint could lift a card that this one has put down for a
    shift, and so on in a circle.
    """
    for weights, limit in ((BREADTH_FIRST, MOST_BREADTH_FIRST), (WEIGHTS[0], MOST)):
        search = Search(packed, weights, most=min(limit, most))
        while (status := search.advance()) == Status.PAUSED:
            pass
        if status == Status.WON:
            return [shorten(packed, up_to_uncovering(packed, search.solution())).tolist()]
        if status == Status.EXHAUSTED:
            return []
    return []


def up_to_uncovering(packed: Ints, line: Ints) -> Ints:
    """The line up to the first move that uncovers a card."""
    p = packed.copy()
    uncovers = (i for i, move in enumerate(line) if apply(p, move))
    return line[: next(uncovers, len(line)) + 1]
