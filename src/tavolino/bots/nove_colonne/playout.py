"""Which card of nove_colonne to uncover next, estimated by playouts.

A playout does not use the hidden cards: it always takes the nearest way to uncover one. How far it
gets predicts more than whether a solver, which sees the sampled cards, could win
(``docs/bots/patience.md``).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tavolino.chance import Rng
from tavolino.games.nove_colonne import SIZES, NoveColonne, State
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import HASH, HIDDEN, apply, pack
from tavolino.solvers.nove_colonne.rows import ROW, Rows
from tavolino.solvers.nove_colonne.settling import MAX_LIFTS, PRUNING, settle
from tavolino.solvers.nove_colonne.views import MOVE, NODE, explore, shortest_ways

POSITIONS = 1 << 10
"""The most positions that a playout searches for its next way."""
COVERED = sum(SIZES) - len(SIZES)
"""Cards face down at the deal."""
WIN = 40
"""The value of a win, in uncovered cards."""


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
def _play_out(p: Ints, pruning: Ints, rows: Rows, links: Ints, table: Ints, ways: Ints) -> int:
    """Settle and take the nearest way until there is none; returns the cards still hidden."""
    trail = np.empty(MAX_LIFTS, np.int64)
    settle(p, pruning, trail, 0)
    while p[HIDDEN:HASH].sum():
        table[:] = 0
        if explore(p, pruning, rows, links, table, ways, 1) == 0:
            break
        _follow(p, links, ways[0, NODE], ways[0, MOVE])
        settle(p, pruning, trail, 0)
    return int(p[HIDDEN:HASH].sum())


class Playouts:
    """Playouts from positions with all cards known, with preallocated memory."""

    def __init__(self) -> None:
        self._pruning = np.array(PRUNING, np.int64)
        self._rows = np.empty((POSITIONS, ROW), np.int8)
        self._links = np.zeros((POSITIONS, 2), np.int64)
        self._table = np.zeros(2 * POSITIONS, np.int64)
        self._ways = np.zeros((POSITIONS, 3), np.int64)

    def value(self, packed: Ints, way: list[int]) -> int:
        """How far a playout gets after these moves: cards uncovered, and more for a win."""
        p = packed.copy()
        for move in way:
            apply(p, move)
        buffers = self._pruning, self._rows, self._links, self._table, self._ways
        left = _play_out(p, *buffers)
        return COVERED - left + (0 if left else WIN)


def best_way(
    game: NoveColonne, view: State, seed: bytes, samples: int, stop: Callable[[], bool]
) -> list[int]:
    """The way that gets farthest on the sampled deals, of equals the shortest; [] at a dead end.

    With one seed this always comes to an end, as hints do: until a card is uncovered the deals stay
    the same, and after each move the way is one move shorter, or there is a better one.
    """
    view = game.view(view, 0)
    ways = shortest_ways(view)
    if len(ways) < 2:
        return ways[0] if ways else []
    playouts, values, sampled = Playouts(), np.zeros(len(ways), np.int64), 0
    while sampled < samples and not (sampled and stop()):
        packed = pack(game.fill(view, Rng(seed, sampled)))
        sampled += 1
        values += [playouts.value(packed, way) for way in ways]
    return ways[int(values.argmax())]
