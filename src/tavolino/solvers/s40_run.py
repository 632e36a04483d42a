"""Run the search under a budget of time and memory."""
from __future__ import annotations

from time import monotonic
from typing import NamedTuple

import numpy as np

from tavolino.solvers.s40_position import NOWHERE, Ints, Position, Rules
from tavolino.solvers.s40_search import (
    BEST,
    CRAMPED,
    DEPTH,
    COUNTS,
    EXHAUSTED,
    LINE,
    MOVE,
    SEEN,
    TOP,
    WIDTH,
    WON,
    enlarged,
    search,
)

SLICE = 100_000
"""Positions between two looks at the clock."""
FIRST_TABLE = 1 << 14
LAST_TABLE = 1 << 26


class Result(NamedTuple):
    status: int
    line: Ints
    points: int
    positions: int


def searched(rules: Rules, layout: Ints, start: Position, seconds: float | None) -> Result:
    ends = None if seconds is None else monotonic() + seconds
    table = np.zeros(FIRST_TABLE, np.int64)
    stack = np.empty((1024, WIDTH), np.int64)
    path, best = np.empty(FIRST_TABLE, np.int64), np.empty(FIRST_TABLE, np.int64)
    counts = np.zeros(COUNTS, np.int64)
    stack[0] = (*start, NOWHERE, 0)
    counts[TOP], counts[BEST] = 1, start.points - 1
    status = CRAMPED
    while True:
        status = search(rules, layout, stack, table, path, best, counts, int(counts[SEEN]) + SLICE)
        if status in (WON, EXHAUSTED):
            break
        if status == CRAMPED:
            if counts[TOP] > len(stack) - 64:
                stack = np.concatenate([stack, np.empty((len(stack), WIDTH), np.int64)])
            else:
                if len(table)*4 > LAST_TABLE: break
                table = enlarged(table)
                path = np.concatenate([path, np.empty(3 * len(path), np.int64)])
                best = np.concatenate([best, np.empty(3 * len(best), np.int64)])
        if ends is not None and monotonic() >= ends:
            break
    return Result(status, best[1 : counts[LINE]].copy(), int(counts[BEST]), int(counts[SEEN]))
