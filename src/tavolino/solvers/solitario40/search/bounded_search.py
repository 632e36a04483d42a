"""Runs the search of solitario40 within limits of time and memory."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

import numpy as np

from tavolino.kernels.jit import Ints
from tavolino.solvers.solitario40.position import NOWHERE, Position, Rules
from tavolino.solvers.solitario40.search import (
    BEST,
    COUNTS,
    DEPTH,
    EXHAUSTED,
    FULL,
    LINE,
    MAX_MOVES,
    PAUSED,
    SEEN,
    TOP,
    WIDTH,
    WON,
    search,
)
from tavolino.solvers.solitario40.search.visited import enlarge

SLICE = 50_000
"""Positions between two checks of the clock: some hundredths of a second."""
INITIAL_TABLE = 1 << 13
MAX_TABLE = 1 << 25
"""256 MB, plus a quarter of that while the table is copied."""


class SearchResult(NamedTuple):
    """What a search within limits of time and memory has found."""

    status: int
    """WON, EXHAUSTED, FULL (out of memory) or PAUSED (out of time)."""
    line: Ints
    """The moves to the best position, without the forced ones."""
    points: int
    """The points of that position."""
    positions: int
    """The number of positions searched."""


def win_points(rules: Rules, here: Position) -> int:
    """The points of a win."""
    cards = int(rules.deck).bit_count()
    up = sum(int(here.key) >> 4 * suit & 15 for suit in range(4))
    stock = int(here.stock).bit_count()
    hidden = cards - up - stock - int(here.visible).bit_count()
    return int(here.points) + 10 * (cards - up) + 5 * (stock + hidden)


def bounded_search(
    rules: Rules,
    layout: Ints,
    start: Position,
    seconds: float | None = None,
    positions: int | None = None,
    others: Sequence[Position] = (),
    only_wins: bool = False,
) -> SearchResult:
    """Search all positions after ``start`` and the ``others`` for a win, or for the most points.

    It ends early after ``seconds`` or about ``positions``, or when its table has ``MAX_TABLE``
    entries. A search for ``only_wins`` is faster; if there is none, its points mean nothing.
    """
    deadline = None if seconds is None else monotonic() + seconds
    table = np.zeros(INITIAL_TABLE, np.int64)
    stack = np.empty((1024 + len(others), WIDTH), np.int64)
    path, best = np.empty(1024, np.int64), np.empty(1024, np.int64)
    counts = np.zeros(COUNTS, np.int64)
    for row, position in enumerate((start, *others)):
        stack[row] = (*position, NOWHERE, 0, 0, 0)
    counts[TOP] = 1 + len(others)
    counts[BEST] = (win_points(rules, start) if only_wins else start.points) - 1
    while True:
        pause = int(counts[SEEN]) + SLICE
        status = search(rules, layout, stack, table, path, best, counts, pause)
        if status in (WON, EXHAUSTED):
            break
        is_late = deadline is not None and monotonic() >= deadline
        if is_late or (positions is not None and counts[SEEN] >= positions):
            status = PAUSED
            break
        if status == FULL:
            if counts[TOP] > len(stack) - MAX_MOVES:
                stack = np.concatenate([stack, np.empty_like(stack)])
            elif stack[counts[TOP] - 1, DEPTH] >= len(path):
                path, best = (np.concatenate([a, np.empty_like(a)]) for a in (path, best))
            elif len(table) < MAX_TABLE:
                table = enlarge(table)
            else:
                break
    return SearchResult(status, best[1 : counts[LINE]].copy(), int(counts[BEST]), int(counts[SEEN]))
