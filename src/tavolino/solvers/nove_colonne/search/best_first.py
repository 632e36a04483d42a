"""Best-first search over the settled positions of nove_colonne, compiled."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from tavolino.games.patience import BASE
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import FROM_BASE, FROM_COLUMN
from tavolino.solvers.nove_colonne.search.choices import (
    MAX_CHOICES,
    MAX_LAID,
    MAX_WRITTEN,
    choices,
    descents,
)
from tavolino.solvers.nove_colonne.search.estimate import ALL_KINGS, add_card, add_columns, distance
from tavolino.solvers.nove_colonne.search.linked import (
    ENDS,
    HASH,
    IS_DESCENDING,
    OF_LINK,
    WORDS,
    Bytes,
    apply,
    is_end,
    is_next,
    settle,
    undo,
)
from tavolino.solvers.nove_colonne.search.queues import NONE, Queue, pop, push
from tavolino.solvers.nove_colonne.search.settling import MAX_LIFTS
from tavolino.solvers.nove_colonne.search.visited import is_known, is_new

MAX_TRAIL = MAX_LIFTS + MAX_LAID
HEAD_START = 200
"""Nodes that the first heuristic chooses before it takes turns with the others."""

NODES, SUNK, EXPANDED, QUEUES, COUNTS = range(5)
"""Counters of a search: nodes; nodes whose descents have been expanded; nodes expanded; queues in
use."""


class Status(IntEnum):
    """How a search, or a part of it, ended: a win, no positions left, no memory left, or later."""

    WON = 0
    EXHAUSTED = 1
    FULL = 2
    PAUSED = 3


WON, EXHAUSTED, FULL, PAUSED = (int(status) for status in Status)


@inlined
def _copy(source: Ints, target: Ints) -> None:
    for i in range(WORDS):
        target[i] = source[i]


@inlined
def _add_to_queues(
    p: Bytes, numbers: int, settings: Ints, counts: Ints, queues: Queue, node: int, first: int
) -> None:
    """Put a node into the queues from ``first`` on that are in use."""
    for i in range(first, counts[QUEUES]):
        push(queues[i], node, distance(p, numbers, settings[i]))


@jit
def _use_all_queues(
    words: Ints,
    settings: Ints,
    counts: Ints,
    rows: Ints,
    is_expanded: Bytes,
    queues: Queue,
    sums: Ints,
) -> None:
    """End the head start of the first heuristic: all others get the nodes that are left."""
    counts[QUEUES] = len(queues)
    p = words.view(np.int8)
    for node in range(counts[NODES]):
        if not is_expanded[node]:
            _copy(rows[node], words)
            numbers = add_columns(p, sums[0], sums[1])
            _add_to_queues(p, numbers, settings, counts, queues, node, 1)


@inlined
def _next_node(counts: Ints, queues: Queue, is_expanded: Bytes) -> int:
    """The node to be expanded next; NONE if there is none."""
    turn = counts[EXPANDED] % counts[QUEUES]
    node = pop(queues[turn])
    while node != NONE and is_expanded[node]:
        node = pop(queues[turn])
    if node != NONE:
        is_expanded[node] = 1
        counts[EXPANDED] += 1
    return node


@inlined
def is_plain(move: int) -> bool:
    """Whether a move takes a card from column to column."""
    return FROM_COLUMN <= move >> 4 & 31 < FROM_BASE and move & 15 != BASE


@inlined
def is_known_shift(p: Bytes, words: Ints, table: Ints, move: int) -> bool:
    """Whether a shift, not followed by lifts, leads to a position seen before."""
    card, to = move >> 9, (move & 15) - 1
    below = p[card]
    if is_next(p, card) or is_next(p, below):
        return False
    key = words[HASH] - OF_LINK[card, below] + OF_LINK[card, p[ENDS + to]]
    return is_known(table, key)


@jit
def make_choice(
    p: Bytes,
    words: Ints,
    pruning: Ints,
    out: Ints,
    at: int,
    descending: bool,
    was_settled: bool,
    trail: Ints,
) -> int:
    """Make the choice at ``out[at]``, then settle; returns the number of moves."""
    count = int(out[at])
    for i in range(count):
        trail[i] = out[at + 1 + i]
        apply(p, words, trail[i])
    if descending:
        return count
    last = trail[count - 1]
    if was_settled and is_plain(last):  # nothing else can have become free, or harmless
        left, to = (last >> 4 & 31) - FROM_COLUMN, (last & 15) - 1
        if not (is_next(p, p[ENDS + left]) or is_next(p, p[ENDS + to])):
            return count
    return settle(p, words, pruning, trail, count)


@inlined
def _numbers_after(p: Bytes, before: int, sums: Ints, trail: Ints, count: int, more: Ints) -> int:
    """The numbers of all columns after these moves; ``sums`` are those of the position before."""
    last = trail[count - 1]
    is_simple = is_plain(last)
    for i in range(count - 1):
        is_simple = is_simple and trail[i] >> 4 & 31 < FROM_COLUMN
    if not is_simple:
        return add_columns(p, more[0], more[1])
    left, to = (last >> 4 & 31) - FROM_COLUMN, (last & 15) - 1
    below = p[p[ENDS + to]]
    for _ in range(count - 1):
        below = p[below]
    host = int(below)
    numbers, ranks = sums[0, host], sums[1, host]
    before += sums[0, p[ENDS + left]] - sums[0, last >> 9] - numbers
    for i in range(count):
        card = trail[i] >> 9
        numbers, ranks = add_card(p, numbers, ranks, card, host if host > 3 else 0)
        host = card
    return int(before + numbers)


@jit
def run(
    words: Ints,
    settings: Ints,
    counts: Ints,
    rows: Ints,
    is_expanded: Bytes,
    parents: Ints,
    queues: Queue,
    table: Ints,
    steps: int,
) -> int:
    """Expand up to ``steps`` nodes; returns the status.

    First the settled positions reached without descents, the lowest estimate first. Then, if none
    of them wins, those reached by descents. Each row of ``settings`` has a heuristic, which has a
    queue.
    """
    pruning, p = settings[0], words.view(np.int8)
    laid = np.zeros(2 * MAX_LAID, np.int64)
    trail = np.zeros(MAX_TRAIL, np.int64)
    out = np.empty(MAX_WRITTEN, np.int64)
    columns = np.empty(64, np.int8)
    sums, more = np.zeros((2, 64), np.int64), np.zeros((2, 64), np.int64)
    sums[1, :4] = ALL_KINGS
    if counts[NODES] == 0:
        settle(p, words, pruning, trail, 0)
        _copy(words, rows[0])
        is_new(table, words[HASH])
        is_expanded[0] = 0
        counts[NODES] = 1
        push(queues[0], 0, 0)
        if is_end(p):
            return WON
    for _ in range(steps):
        nodes = counts[NODES]
        if nodes + MAX_CHOICES > len(rows):
            return FULL
        if counts[QUEUES] < len(queues) and counts[EXPANDED] >= HEAD_START:
            _use_all_queues(words, settings, counts, rows, is_expanded, queues, more)
        node = _next_node(counts, queues, is_expanded)
        descending = node == NONE
        if descending:
            if counts[SUNK] == nodes:
                return EXHAUSTED
            node = counts[SUNK]
            counts[SUNK] += 1
        _copy(rows[node], words)
        may_lift = p[IS_DESCENDING] == 0
        p[IS_DESCENDING] = descending
        _write_choices(p, pruning, columns, laid, out, descending, may_lift)
        total = -1
        at = 1
        while at < out[0]:
            first, at = at, at + 1 + out[at]
            if out[first] == 1 and may_lift and not descending and is_plain(out[first + 1]):
                if is_known_shift(p, words, table, out[first + 1]):
                    continue
            if total < 0:
                total = add_columns(p, sums[0], sums[1])
            count = make_choice(p, words, pruning, out, first, descending, may_lift, trail)
            if is_new(table, words[HASH] + descending):
                _copy(words, rows[nodes])
                is_expanded[nodes] = 0
                parents[nodes] = node
                counts[NODES] = nodes + 1
                if is_end(p):
                    return WON
                numbers = _numbers_after(p, total, sums, trail, count, more)
                _add_to_queues(p, numbers, settings, counts, queues, nodes, 0)
                nodes += 1
            for i in range(count - 1, -1, -1):
                undo(p, words, trail[i])
    return PAUSED


@inlined
def _write_choices(
    p: Bytes, pruning: Ints, columns: Bytes, laid: Ints, out: Ints, descending: bool, may_lift: bool
) -> None:
    if descending:
        descents(p, pruning, columns, laid, out)
    else:
        choices(p, pruning, columns, laid, out, may_lift)


@jit
def retrace(words: Ints, pruning: Ints, rows: Ints, parent: int, child: int, trail: Ints) -> int:
    """Write the moves from a node to its child to ``trail``; returns their number."""
    laid = np.zeros(2 * MAX_LAID, np.int64)
    out = np.empty(MAX_WRITTEN, np.int64)
    columns, p = np.empty(64, np.int8), words.view(np.int8)
    _copy(rows[child], words)
    descending, wanted = p[IS_DESCENDING] == 1, words[HASH]
    _copy(rows[parent], words)
    may_lift = p[IS_DESCENDING] == 0
    _write_choices(p, pruning, columns, laid, out, descending, may_lift)
    at = 1
    while at < out[0]:
        count = make_choice(p, words, pruning, out, at, descending, may_lift, trail)
        if words[HASH] == wanted:
            return count
        at += 1 + out[at]
        for i in range(count - 1, -1, -1):
            undo(p, words, trail[i])
    return -1
