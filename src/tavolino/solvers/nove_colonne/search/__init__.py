"""A search of nove_colonne with its memory.

If cards are face down, the search ends as soon as one of them is uncovered.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavolino.kernels.jit import Ints
from tavolino.solvers.nove_colonne.search.best_first import (
    COUNTS,
    MAX_TRAIL,
    NODES,
    QUEUES,
    Status,
    retrace,
    run,
)
from tavolino.solvers.nove_colonne.search.estimate import WEIGHTS
from tavolino.solvers.nove_colonne.search.linked import HASH, WORDS, link, settle
from tavolino.solvers.nove_colonne.search.queues import enlarged, new_queues, push
from tavolino.solvers.nove_colonne.search.settling import PRUNING
from tavolino.solvers.nove_colonne.search.visited import is_new, rehash

FEWEST, MOST = 1 << 13, 1 << 21
"""Capacity of a search in nodes, initial and maximal."""
STEPS = 1000
"""Nodes to expand between two checks of the clock."""


class Search:
    """One search and its memory, with one or more heuristics that take turns."""

    def __init__(
        self,
        packed: Ints,
        weights: tuple[int, ...] = WEIGHTS[0],
        pruning: tuple[int, ...] = PRUNING,
        most: int = MOST,
        others: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self._most = most
        self._start = _linked(packed)
        self._settings = np.array([pruning + each for each in (weights, *others)], np.int64)
        self._counts = np.zeros(COUNTS, np.int64)
        self._counts[QUEUES] = 1
        self._rows = np.empty((FEWEST, WORDS), np.int64)
        self._is_expanded = np.empty(FEWEST, np.int8)
        self._parents = np.empty(FEWEST, np.int64)
        self._queues = new_queues(len(self._settings), FEWEST)
        self._table = np.zeros(2 * FEWEST, np.int64)

    def begin(self, settled: Ints) -> None:
        """Start from several settled positions instead of one; none of them is won."""
        for node, packed in enumerate(settled):
            self._rows[node] = _linked(packed)
            is_new(self._table, int(self._rows[node, HASH]))
            push(self._queues[0], node, 0)
            self._is_expanded[node] = 0
        self._counts[NODES] = len(settled)

    @property
    def positions(self) -> int:
        """The number of positions found so far."""
        return int(self._counts[NODES])

    def advance(self, steps: int = STEPS) -> Status:
        """Expand the next nodes."""
        nodes = self._rows, self._is_expanded, self._parents, self._queues, self._table
        status = Status(run(self._start.copy(), self._settings, self._counts, *nodes, steps))
        if status == Status.FULL and len(self._rows) < self._most:
            self._grow()
            return Status.PAUSED
        return status

    def _grow(self) -> None:
        self._rows = _doubled(self._rows)
        self._is_expanded = _doubled(self._is_expanded)
        self._parents = _doubled(self._parents)
        self._queues = enlarged(self._queues, len(self._rows))
        table, self._table = self._table, np.zeros(2 * len(self._table), np.int64)
        rehash(table, self._table)

    def solution(self) -> Ints:
        """The moves from the start to the end that was found."""
        return self._line_to(self.positions - 1)

    def most_on_bases(self) -> tuple[int, Ints]:
        """The most cards on the bases in any position so far, and the moves to it."""
        heights = self._rows[: self.positions].view(np.int8)[:, :4].sum(axis=1)
        best = int(heights.argmax())
        return int(heights[best]), self._line_to(best)

    def _line_to(self, node: int) -> Ints:
        path = [node]
        while path[-1]:
            path.append(int(self._parents[path[-1]]))
        path.reverse()
        words, trail = self._start.copy(), np.zeros(MAX_TRAIL, np.int64)
        pruning = self._settings[0]
        moves = [trail[: settle(words.view(np.int8), words, pruning, trail, 0)].copy()]
        for parent, child in pairwise(path):
            count = retrace(words, pruning, self._rows, parent, child, trail)
            moves.append(trail[:count].copy())
        return np.concatenate(moves)


def _linked(packed: Ints) -> Ints:
    words = np.empty(WORDS, np.int64)
    link(packed, words)
    return words


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    """The array with as much space again."""
    return np.concatenate((array, np.empty_like(array)))


def combined(packed: Ints, most: int = MOST) -> Search:
    """A search in which different heuristics take turns to choose the next position.

    What is hard for one is often easy for another. All positions are shared: none is searched
    twice, and a deal that cannot be won costs no more than with one heuristic.
    """
    return Search(packed, WEIGHTS[0], most=most, others=WEIGHTS[1:])
