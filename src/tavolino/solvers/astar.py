"""The memory of an A* search: its nodes, the table that finds them, the queue of open nodes.

A position is two words; the table compares both, so that two positions are never taken for one. A
node that is reached more cheaply gets a new row; the old one is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.card_links import slot_of

Slots: TypeAlias = NDArray[np.int32]
"""A hash table: the node + 1, or 0."""

LONGEST = 1000
"""No line has more moves."""
NONE = -1
"""No node."""
CLOSED = -1
"""Cost of a row that has been replaced by a cheaper one."""
COUNT, ESTIMATE, UPPER, GOAL, EXPANDED, COUNTS = range(6)
"""``counts``: nodes; the lowest estimate that may be open; the length of the best line known;
its last node; nodes expanded."""

PROVED, PAUSED, FULL, CROWDED = range(4)
"""How a search ends: the best line known is the shortest; stopped; no room for nodes; the table is
too small."""

MOST_NODES = 14_000_000
"""About 450 MB with their table."""
FEW_NODES = 1 << 10
"""Enough to compile with."""
INITIAL_SLOTS = 1 << 14
"""The table doubles from here."""
STEPS = 10_000
"""Nodes to expand between two checks of the clock: some hundredths of a second."""


class Nodes(NamedTuple):
    """The nodes of a search, one row each, and its queue."""

    words: Ints
    """The position of each node."""
    parents: Slots
    """The node from which each was reached."""
    following: Slots
    """The next node with the same estimate."""
    costs: NDArray[np.int16]
    """The number of moves from the start."""
    moves: NDArray[np.int16]
    """The move from the parent."""
    heads: Slots
    """For each estimate the first open node."""
    counts: Ints
    """COUNT, ESTIMATE, UPPER, GOAL, EXPANDED."""


def new_nodes(capacity: int, upper: int) -> Nodes:
    """The pages of these arrays use memory only once they are written."""
    nodes = Nodes(
        np.empty((capacity, 2), np.int64),
        np.empty(capacity, np.int32),
        np.empty(capacity, np.int32),
        np.empty(capacity, np.int16),
        np.empty(capacity, np.int16),
        np.full(LONGEST + 1, NONE, np.int32),
        np.zeros(COUNTS, np.int64),
    )
    nodes.counts[UPPER], nodes.counts[GOAL] = upper, NONE
    return nodes


@inlined
def find(nodes: Nodes, slots: Slots, first: int, second: int) -> int:
    """The slot of a position, or the empty slot where it belongs; a slot has the node + 1."""
    mask = len(slots) - 1
    at = slot_of(first, second) & mask
    while slots[at]:
        node = slots[at] - 1
        if nodes.words[node, 0] == first and nodes.words[node, 1] == second:
            return at
        at = (at + 1) & mask
    return at


@inlined
def insert(
    nodes: Nodes, slots: Slots, at: int, first: int, second: int, parent: int, cost: int, move: int
) -> int:
    """A row for this position, in place of a dearer one."""
    if slots[at]:
        nodes.costs[slots[at] - 1] = CLOSED
    node = nodes.counts[COUNT]
    nodes.counts[COUNT] = node + 1
    nodes.words[node, 0] = first
    nodes.words[node, 1] = second
    nodes.parents[node] = parent
    nodes.costs[node] = cost
    nodes.moves[node] = move
    slots[at] = node + 1
    return int(node)


@inlined
def push(nodes: Nodes, node: int, estimate: int) -> None:
    """Open a node."""
    nodes.following[node] = nodes.heads[estimate]
    nodes.heads[estimate] = node
    nodes.counts[ESTIMATE] = min(nodes.counts[ESTIMATE], estimate)


@inlined
def pop(nodes: Nodes) -> int:
    """The newest open node with the lowest estimate; NONE if no line is shorter than the best."""
    estimate = nodes.counts[ESTIMATE]
    while estimate < nodes.counts[UPPER]:
        node = nodes.heads[estimate]
        if node != NONE:
            nodes.heads[estimate] = nodes.following[node]
            nodes.counts[ESTIMATE] = estimate
            if nodes.costs[node] != CLOSED:
                nodes.counts[EXPANDED] += 1
                return int(node)
        else:
            estimate += 1
    nodes.counts[ESTIMATE] = estimate
    return NONE


@jit
def enlarged(nodes: Nodes, slots: Slots) -> Slots:
    """The table with four times as many slots."""
    larger = np.zeros(4 * len(slots), np.int32)
    for slot in slots:
        if slot:
            larger[find(nodes, larger, nodes.words[slot - 1, 0], nodes.words[slot - 1, 1])] = slot
    return larger


def advance(
    step: Callable[[Nodes, Slots, int], int], nodes: Nodes, seconds: float | None = None
) -> int:
    """Search until PROVED, PAUSED after ``seconds``, or FULL."""
    slots = np.zeros(INITIAL_SLOTS, np.int32)
    step(nodes, slots, 0)  # the first call may compile: that is not part of the search
    deadline = None if seconds is None else monotonic() + seconds
    while True:
        status = step(nodes, slots, STEPS)
        if status == CROWDED:
            slots = enlarged(nodes, slots)
        elif status != PAUSED or (deadline is not None and monotonic() >= deadline):
            return status


def path(nodes: Nodes) -> list[int]:
    """The nodes of the best line found, from the start; empty if none was."""
    node, line = int(nodes.counts[GOAL]), []
    while node != NONE:
        line.append(node)
        node = int(nodes.parents[node])
    return line[::-1]


def lower_bound(nodes: Nodes) -> int:
    """No line is shorter."""
    return int(min(nodes.counts[ESTIMATE], nodes.counts[UPPER]))


def warm_up() -> None:
    """Compile, or load from the cache, what a short search does not call."""
    enlarged(new_nodes(1, 0), np.zeros(1, np.int32))
