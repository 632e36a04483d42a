"""The next steps of a position of nove_colonne: the ways to uncover a card.

A player decides between *steps*: some lifts and shifts of the solver (``choices.py``), of which the
last uncovers a card. What leads to the same open cards is the same step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tavolino.bots.nove_colonne.position import ROW, column_to_turn
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.nove_colonne.search.best_first import (
    MAX_TRAIL,
    is_known_shift,
    is_plain,
    make_choice,
)
from tavolino.solvers.nove_colonne.search.choices import MAX_LAID, MAX_WRITTEN, choices
from tavolino.solvers.nove_colonne.search.linked import HASH, Bytes, undo
from tavolino.solvers.nove_colonne.search.settling import PRUNING
from tavolino.solvers.nove_colonne.search.visited import is_new

FROM, CHOICE, STEP = ROW, ROW + 1, ROW + 2
"""A position in a row, then the row before it and where its choice was written."""
MOST_BEFORE = 1 << 11
"""Positions without a step that can be listed."""


class Memory(NamedTuple):
    """What a list of steps is made with."""

    before: Ints
    """The positions without a step, breadth first."""
    seen: Ints
    out: Ints
    laid: Ints
    columns: Bytes
    trail: Ints
    here: Ints
    pruning: Ints


def new_memory() -> Memory:
    """Memory for lists from up to ``MOST_BEFORE`` positions."""
    return Memory(
        np.zeros((MOST_BEFORE, STEP), np.int64),
        np.zeros(4 * MOST_BEFORE, np.int64),
        np.empty(MAX_WRITTEN, np.int64),
        np.zeros(2 * MAX_LAID, np.int64),
        np.empty(64, np.int8),
        np.zeros(MAX_TRAIL, np.int64),
        np.zeros(ROW, np.int64),
        np.array(PRUNING, np.int64),
    )


@inlined
def _store(row: Ints, target: Ints, before: int, choice: int) -> None:
    target[:ROW] = row
    target[FROM], target[CHOICE] = before, choice


@jit
def list_steps(start: Ints, memory: Memory, most: int, steps: Ints) -> tuple[int, int]:
    """Write the nearest way to each step, as long as there is room for it.

    The ways begin in at most ``most`` positions of ``memory.before``.

    Returns the number of steps and of these positions. A step is the position after it, with the
    uncovered card still face down: no deal is looked at.
    """
    before, seen, out, trail = memory.before, memory.seen, memory.out, memory.trail
    row = memory.here
    p = row.view(np.int8)
    seen[: 4 * most] = 0
    table = seen[: 4 * most]
    _store(start, before[0], -1, 0)
    is_new(table, start[HASH])
    node, nodes, count = 0, 1, 0
    while node < nodes and count < len(steps):
        row[:] = before[node, :ROW]
        choices(p, memory.pruning, memory.columns, memory.laid, out, True)
        at = 1
        while at < out[0]:
            first, at = at, at + 1 + out[at]
            if out[first] == 1 and is_plain(out[first + 1]):
                if is_known_shift(p, row, table, out[first + 1]):
                    continue
            made = make_choice(p, row, memory.pruning, out, first, False, True, trail)
            if column_to_turn(p) >= 0:
                if count < len(steps) and is_new(table, row[HASH]):
                    _store(row, steps[count], node, first)
                    count += 1
            elif nodes < most and is_new(table, row[HASH]):
                _store(row, before[nodes], node, first)
                nodes += 1
            for i in range(made - 1, -1, -1):
                undo(p, row, trail[i])
        node += 1
    return count, nodes


@jit
def _write_moves(memory: Memory, step: Ints) -> int:
    """Write the moves of the last choice before a listed position to ``memory.trail``."""
    row = memory.here
    row[:] = memory.before[step[FROM], :ROW]
    p = row.view(np.int8)
    choices(p, memory.pruning, memory.columns, memory.laid, memory.out, True)
    choice = int(step[CHOICE])
    return make_choice(p, row, memory.pruning, memory.out, choice, False, True, memory.trail)


def way_to(memory: Memory, step: Ints) -> list[int]:
    """The moves to a step that was just listed."""
    parts: list[list[int]] = []
    while step[FROM] >= 0:
        count = _write_moves(memory, step)
        parts.append(memory.trail[:count].tolist())
        step = memory.before[step[FROM]]
    return [move for part in reversed(parts) for move in part]
