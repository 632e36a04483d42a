"""Quick games of nove_colonne: a hasty player who looks at the open cards only, compiled.

How far it gets on a deal says how forgiving the deal is (``learning/deals``): it takes one of the
nearest ways to uncover a card, chosen at random, until there is none.
"""

from __future__ import annotations

import numpy as np

from tavolino.bots.nove_colonne.features import COVERED
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import HASH, HIDDEN, apply, pack
from tavolino.kernels.rng import random_below, stream_start
from tavolino.solvers.nove_colonne.rows import ROW, Rows
from tavolino.solvers.nove_colonne.search.settling import MAX_LIFTS, PRUNING, settle
from tavolino.solvers.nove_colonne.views import MOVE, NODE, explore

ENOUGH = 4
"""Ways to choose from, if there are as many."""
POSITIONS = 1 << 10
"""The most positions that are searched for the next way."""


@jit
def _follow(p: Ints, links: Ints, node: int, last: int) -> None:
    """Make the moves to a node, then ``last``."""
    path = np.empty(len(links), np.int64)
    count = 0
    while node:
        path[count] = links[node, MOVE]
        node = links[node, NODE]
        count += 1
    for i in range(count - 1, -1, -1):
        apply(p, path[i])
    apply(p, last)


@jit
def _play(
    p: Ints, pruning: Ints, rows: Rows, links: Ints, table: Ints, ways: Ints, stream: Ints
) -> int:
    """The cards that a quick game uncovers; when none is hidden any more, lifts alone win."""
    trail = np.empty(MAX_LIFTS, np.int64)
    settle(p, pruning, trail, 0)
    while p[HIDDEN:HASH].sum():
        table[:] = 0
        count = explore(p, pruning, rows, links, table, ways, ENOUGH)
        if count == 0:
            break
        way = random_below(stream, count)
        _follow(p, links, ways[way, NODE], ways[way, MOVE])
        settle(p, pruning, trail, 0)
    return COVERED - int(p[HIDDEN:HASH].sum())


@jit
def _uncovered(start: Ints, pruning: Ints, rows: Rows, games: int) -> int:
    links = np.zeros((len(rows), 2), np.int64)
    table = np.zeros(2 * len(rows), np.int64)
    ways = np.zeros((len(rows), 3), np.int64)
    stream, count = np.zeros(1, np.int64), 0
    for number in range(games):
        stream[0] = stream_start(0, number)
        count += _play(start.copy(), pruning, rows, links, table, ways, stream)
    return count


def uncovered(game: NoveColonne, state: State, games: int) -> int:
    """How many cards a number of quick games uncover; always the same for the same position."""
    rows = np.empty((POSITIONS, ROW), np.int8)
    return int(_uncovered(pack(state), np.array(PRUNING, np.int64), rows, games))
