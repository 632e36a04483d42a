"""Best-first search over the settled positions of nove_colonne.

If cards are face down, the search ends as soon as one of them is uncovered.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.games.nove_colonne import KING, RESERVE
from tavolino.kernels.cards import fits, rank_of, suit_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import (
    BASES,
    CARDS,
    COLUMNS,
    DEPTH,
    HASH,
    HIDDEN,
    LENGTHS,
    PLACES,
    apply,
    compute_hash,
    undo,
)
from tavolino.solvers.nove_colonne.moves import (
    MAX_CHOICES,
    MAX_LAID,
    MAX_WRITTEN,
    PRUNING,
    choices,
    descents,
    settle,
)

Rows: TypeAlias = NDArray[np.int8]

ROW = HASH + DEPTH + 1
IS_DESCENDING = ROW - 1
"""In a row: 1 during a descent, 0 if settled."""
MAX_TRAIL = 4 * KING + MAX_LAID

FEWEST, MOST = 1 << 13, 1 << 21
"""Capacity of a search in nodes, initial and maximal."""
HEAD_START = 8000
"""Nodes that are expanded before several heuristics take turns."""
TURN = 64
"""Nodes that a heuristic chooses before the next one does."""

STEPS = 1000
"""Nodes to expand between two checks of the clock."""

NODES, SUNK, EXPANDED, HEAPS, HEAPED = range(5)
"""Counters of a search: nodes; nodes whose descents have been expanded; nodes expanded; heaps in
use; from here on the size of each heap."""


class Status(IntEnum):
    """How a search, or a part of it, ended: a win, no positions left, no memory left, or later."""

    WON = 0
    EXHAUSTED = 1
    FULL = 2
    PAUSED = 3


WON, EXHAUSTED, FULL, PAUSED = (int(status) for status in Status)

# Weights of the heuristic
CARD, MISFIT, SAME_SUIT, BURIED, EMPTY, PLACE, LOWER, NEAR = range(len(PRUNING), len(PRUNING) + 8)
WEIGHTS = ((3, 0, 3, 9, 2, 8, 0, 1), (8, 0, 1, 11, 7, 6, -1, 0), (3, 5, 5, 8, 6, 16, 0, 0))
"""Tuned on nine hard deals, tested on 1,000 others."""


@inlined
def _is_end(p: Ints, face_down: int) -> bool:
    """Whether the game is won or, if cards are face down, one of them is uncovered."""
    hidden = 0
    for column in range(COLUMNS):
        hidden += p[HIDDEN + column]
    up = p[BASES] + p[BASES + 1] + p[BASES + 2] + p[BASES + 3]
    return bool(hidden < face_down or up == 4 * KING)


@jit
def _distance(p: Ints, settings: Ints) -> int:
    """The heuristic: an estimate of how far a position is from the end."""
    distance = 0
    for suit in range(4):
        distance -= settings[CARD] * p[BASES + suit]
    for place in range(RESERVE):
        if p[PLACES + place]:
            distance -= settings[PLACE]
    for column in range(COLUMNS):
        length = p[LENGTHS + column]
        at = CARDS + column * DEPTH
        if length == 0:
            distance -= settings[EMPTY]
        lowest_of_suit = -1  # four bits each
        lowest = KING
        for i in range(length):
            card = p[at + i]
            rank, bits = rank_of(card), suit_of(card) * 4
            if i and not fits(card, p[at + i - 1]):
                distance += settings[MISFIT]
            if rank > (lowest_of_suit >> bits & 15):
                distance += settings[SAME_SUIT]
            else:
                lowest_of_suit ^= ((lowest_of_suit >> bits & 15) ^ rank) << bits
            if rank > lowest:
                distance += settings[LOWER]
            else:
                lowest = rank
            if rank - p[BASES + suit_of(card)] <= settings[NEAR]:
                distance += settings[BURIED] * (length - 1 - i)
    return distance


@jit
def is_new(table: Ints, key: int) -> bool:
    """Add a hash to the table of positions seen; False if it was already there."""
    mask = len(table) - 1
    at = (key ^ (key >> 32)) & mask
    while table[at] != 0:
        if table[at] == key:
            return False
        at = (at + 1) & mask
    table[at] = key
    return True


@jit
def rehash(old: Ints, new: Ints) -> None:
    """Enter every key of a hash table into a larger one."""
    for key in old:
        if key != 0:
            is_new(new, key)


@jit
def store(p: Ints, row: Rows, is_descending: bool) -> None:
    """Pack a position into the row of a node: its numbers, then the cards of the columns."""
    row[IS_DESCENDING] = is_descending
    at = HASH
    for i in range(HASH):
        row[i] = p[i]
    for column in range(COLUMNS):
        for i in range(p[LENGTHS + column]):
            row[at] = p[CARDS + column * DEPTH + i]
            at += 1


@jit
def load(p: Ints, row: Rows) -> None:
    """Inverse of ``store``."""
    at = HASH
    p[:] = 0
    for i in range(HASH):
        p[i] = row[i]
    for column in range(COLUMNS):
        for i in range(p[LENGTHS + column]):
            p[CARDS + column * DEPTH + i] = row[at]
            at += 1
    compute_hash(p)


@jit
def _push(heap: Ints, size: int, key: int) -> None:
    i = size
    while i > 0 and heap[(i - 1) >> 1] > key:
        heap[i] = heap[(i - 1) >> 1]
        i = (i - 1) >> 1
    heap[i] = key


@jit
def _pop(heap: Ints, size: int) -> int:
    least, key = heap[0], heap[size - 1]
    i, child = 0, 1
    while child < size - 1:
        if child + 2 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[i] = heap[child]
        i, child = child, 2 * child + 1
    heap[i] = key
    return int(least)


@jit
def _make(p: Ints, settings: Ints, out: Ints, at: int, descending: bool, trail: Ints) -> int:
    """Make the choice at ``out[at]``, then settle; returns the number of moves."""
    count = int(out[at])
    for i in range(count):
        trail[i] = out[at + 1 + i]
        apply(p, trail[i])
    if descending:
        return count
    return settle(p, settings, trail, count)


@inlined
def _add_to_heaps(
    p: Ints, settings: Ints, counts: Ints, heaps: Ints, node: int, first: int
) -> None:
    """Put a node on the heaps from ``first`` on that are in use."""
    for i in range(first, counts[HEAPS]):
        _push(heaps[i], counts[HEAPED + i], (_distance(p, settings[i]) << 32) + node)
        counts[HEAPED + i] += 1


@jit
def _use_all_heaps(
    p: Ints, settings: Ints, counts: Ints, rows: Rows, is_expanded: Rows, heaps: Ints
) -> None:
    """End the head start of the first heuristic: all others get the nodes that are left."""
    counts[HEAPS] = len(heaps)
    for node in range(counts[NODES]):
        if not is_expanded[node]:
            load(p, rows[node])
            _add_to_heaps(p, settings, counts, heaps, node, 1)


@inlined
def _next_node(counts: Ints, heaps: Ints, is_expanded: Rows) -> int:
    """The node to be expanded next; -1 if there is none."""
    turn = counts[EXPANDED] // TURN % counts[HEAPS]
    while counts[HEAPED + turn]:
        node = _pop(heaps[turn], counts[HEAPED + turn]) & 0xFFFFFFFF
        counts[HEAPED + turn] -= 1
        if not is_expanded[node]:
            is_expanded[node] = 1
            counts[EXPANDED] += 1
            return node
    return -1


@jit
def run(
    p: Ints,
    settings: Ints,
    counts: Ints,
    rows: Rows,
    is_expanded: Rows,
    parents: Ints,
    heaps: Ints,
    table: Ints,
    steps: int,
) -> int:
    """Expand up to ``steps`` nodes; returns the status.

    First the settled positions reached without descents, the lowest estimate first. Then, if none
    of them wins, those reached by descents. Each row of ``settings`` has a heuristic with its heap.
    """
    pruning = settings[0]
    laid = np.zeros(2 * MAX_LAID, np.int64)
    trail = np.zeros(MAX_TRAIL, np.int64)
    out = np.zeros(MAX_WRITTEN, np.int64)
    face_down = p[HIDDEN:HASH].sum()
    if counts[NODES] == 0:
        settle(p, pruning, trail, 0)
        store(p, rows[0], False)
        is_new(table, p[HASH])
        is_expanded[0] = heaps[0, 0] = 0
        counts[NODES] = counts[HEAPED] = 1
        if _is_end(p, face_down):
            return WON
    for _ in range(steps):
        nodes = counts[NODES]
        if nodes + MAX_CHOICES > len(rows):
            return FULL
        if counts[HEAPS] < len(heaps) and counts[EXPANDED] >= HEAD_START:
            _use_all_heaps(p, settings, counts, rows, is_expanded, heaps)
        node = _next_node(counts, heaps, is_expanded)
        descending = node < 0
        if descending:
            if counts[SUNK] == nodes:
                return EXHAUSTED
            node = counts[SUNK]
            counts[SUNK] += 1
        load(p, rows[node])
        _write_choices(p, pruning, laid, out, descending, rows[node, IS_DESCENDING] == 0)
        at = 1
        while at < out[0]:
            count = _make(p, pruning, out, at, descending, trail)
            at += 1 + out[at]
            if is_new(table, p[HASH] + descending):
                store(p, rows[nodes], descending)
                is_expanded[nodes] = 0
                parents[nodes] = node
                counts[NODES] = nodes + 1
                if _is_end(p, face_down):
                    return WON
                _add_to_heaps(p, settings, counts, heaps, nodes, 0)
                nodes += 1
            for i in range(count - 1, -1, -1):
                undo(p, trail[i], 0)
    return PAUSED


@inlined
def _write_choices(
    p: Ints, settings: Ints, laid: Ints, out: Ints, descending: bool, may_lift: bool
) -> None:
    if descending:
        descents(p, settings, laid, out)
    else:
        choices(p, settings, laid, out, may_lift)


@jit
def retrace(p: Ints, settings: Ints, rows: Rows, parent: int, child: int, trail: Ints) -> int:
    """Write the moves from a node to its child to ``trail``; returns their number."""
    laid = np.zeros(2 * MAX_LAID, np.int64)
    out = np.zeros(MAX_WRITTEN, np.int64)
    descending = rows[child, IS_DESCENDING] == 1
    load(p, rows[child])
    wanted = p[HASH]
    load(p, rows[parent])
    _write_choices(p, settings, laid, out, descending, rows[parent, IS_DESCENDING] == 0)
    at = 1
    while at < out[0]:
        count = _make(p, settings, out, at, descending, trail)
        if p[HASH] == wanted:
            return count
        at += 1 + out[at]
        for i in range(count - 1, -1, -1):
            undo(p, trail[i], 0)
    return -1


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
        self._start = packed
        self._settings = np.array([pruning + each for each in (weights, *others)], np.int64)
        heaps = len(self._settings)
        self._counts = np.zeros(HEAPED + heaps, np.int64)
        self._counts[HEAPS] = 1
        self._rows = np.empty((FEWEST, ROW), np.int8)
        self._is_expanded = np.empty(FEWEST, np.int8)
        self._parents = np.empty(FEWEST, np.int64)
        self._heaps = np.empty((heaps, FEWEST), np.int64)
        self._table = np.zeros(2 * FEWEST, np.int64)

    def begin(self, settled: Ints) -> None:
        """Start from several settled positions instead of one; none of them is won."""
        for node, packed in enumerate(settled):
            store(packed, self._rows[node], False)
            is_new(self._table, int(packed[HASH]))
            self._heaps[0, node] = node
            self._is_expanded[node] = 0
        self._counts[NODES] = self._counts[HEAPED] = len(settled)

    @property
    def positions(self) -> int:
        """The number of positions found so far."""
        return int(self._counts[NODES])

    def advance(self, steps: int = STEPS) -> Status:
        """Expand the next nodes."""
        nodes = self._rows, self._is_expanded, self._parents, self._heaps, self._table
        status = Status(run(self._start.copy(), self._settings, self._counts, *nodes, steps))
        if status == FULL and len(self._rows) < self._most:
            self._grow()
            return Status.PAUSED
        return status

    def _grow(self) -> None:
        self._rows = _doubled(self._rows)
        self._is_expanded = _doubled(self._is_expanded)
        self._parents = _doubled(self._parents)
        self._heaps = np.concatenate((self._heaps, np.empty_like(self._heaps)), axis=1)
        table, self._table = self._table, np.zeros(2 * len(self._table), np.int64)
        rehash(table, self._table)

    def solution(self) -> Ints:
        """The moves from the start to the end that was found."""
        return self._line_to(self.positions - 1)

    def most_on_bases(self) -> tuple[int, Ints]:
        """The most cards on the bases in any position so far, and the moves to it."""
        heights = self._rows[: self.positions, BASES : BASES + 4].sum(axis=1)
        best = int(heights.argmax())
        return int(heights[best]), self._line_to(best)

    def _line_to(self, node: int) -> Ints:
        path = [node]
        while path[-1]:
            path.append(int(self._parents[path[-1]]))
        path.reverse()
        p, trail = self._start.copy(), np.zeros(MAX_TRAIL, np.int64)
        pruning = self._settings[0]
        moves = [trail[: settle(p, pruning, trail, 0)].copy()]
        for parent, child in pairwise(path):
            count = retrace(p, pruning, self._rows, parent, child, trail)
            moves.append(trail[:count].copy())
        return np.concatenate(moves)


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    """The array with as much space again."""
    return np.concatenate((array, np.empty_like(array)))


def combined(packed: Ints) -> Search:
    """A search in which different heuristics take turns to choose the next position.

    What is hard for one is often easy for another. All positions are shared: none is searched
    twice, and a deal that cannot be won costs no more than with one heuristic.
    """
    return Search(packed, WEIGHTS[0], others=WEIGHTS[1:])
