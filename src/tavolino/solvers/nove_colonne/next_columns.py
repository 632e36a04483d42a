"""Which column of nove_colonne to uncover next, over all ways to uncover it.

Every position that can be reached without uncovering a card is listed: cards of the reserve and of
the bases come and go, in every order. Each move there that uncovers a card leads to an *outcome*.
Of outcomes that settle to the same position one is kept, because a settled position is as good
(``docs/solvers.md``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tavolino.games.nove_colonne import KING, NoveColonne, State
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import (
    BASES,
    COLUMNS,
    FROM_COLUMN,
    HASH,
    HIDDEN,
    MAX_MOVES,
    PLACES,
    SIZE,
    apply,
    compute_hash,
    moves,
    pack,
    undo,
)
from tavolino.solvers.nove_colonne.rows import ROW, load, store
from tavolino.solvers.nove_colonne.search import Search
from tavolino.solvers.nove_colonne.search.best_first import Status
from tavolino.solvers.nove_colonne.search.settling import MAX_LIFTS, PRUNING, settle
from tavolino.solvers.nove_colonne.search.visited import is_new

MOST = 1 << 11
"""Positions without an uncovered card: more are not listed."""
MOST_OUTCOMES = 1 << 11


class NextColumn(NamedTuple):
    """A column whose next card is uncovered, and what can be won afterwards."""

    column: int
    """From 1, as in the rules."""
    outcomes: Ints
    """A packed position for each outcome."""
    wins: bool | None
    """Can some of them be won? None if the budget was not enough."""
    positions: int
    """The positions searched for this answer."""

    def always_wins(self, positions: int) -> bool | None:
        """Whether each of them can be won; each search may visit ``positions`` positions."""
        for outcome in self.outcomes if self.wins else ():
            if (won := _verdict(Search(outcome), positions)) is not True:
                return won
        return self.wins


def next_columns(game: NoveColonne, state: State, positions: int) -> Iterator[NextColumn] | None:
    """Every column that some way of play uncovers next, from column 1 on.

    Each search may visit ``positions`` positions, and is made when its column is asked for. None
    if there are too many positions to list.
    """
    outcomes, columns = np.empty((MOST_OUTCOMES, SIZE), np.int64), np.empty(MOST_OUTCOMES, np.int64)
    count = write_outcomes(pack(state), np.array(PRUNING, np.int64), outcomes, columns)
    if count < 0:
        return None
    return (
        _judged(column + 1, outcomes[:count][columns[:count] == column], positions)
        for column in range(COLUMNS)
        if column in columns[:count]
    )


def _judged(column: int, outcomes: Ints, positions: int) -> NextColumn:
    search = Search(outcomes[0])
    if (outcomes[:, BASES:PLACES].sum(axis=1) == 4 * KING).any():
        return NextColumn(column, outcomes, True, 1)
    search.begin(outcomes)
    return NextColumn(column, outcomes, _verdict(search, positions), search.positions)


def _verdict(search: Search, positions: int) -> bool | None:
    status = Status.PAUSED
    while status == Status.PAUSED and search.positions < positions:
        status = search.advance()
    return {Status.WON: True, Status.EXHAUSTED: False}.get(status)


@jit
def write_outcomes(start: Ints, pruning: Ints, outcomes: Ints, columns: Ints) -> int:
    """Write every settled position after a card is uncovered, all cards face up, and its column.

    Returns their number; -1 if there are too many.
    """
    rows = np.empty((MOST, ROW), np.int8)
    seen, settled = np.zeros(4 * MOST, np.int64), np.zeros(4 * MOST_OUTCOMES, np.int64)
    out, trail = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_LIFTS, np.int64)
    p, after = start.copy(), start.copy()
    store(p, rows[0])
    is_new(seen, p[HASH])
    node, nodes, count = 0, 1, 0
    while node < nodes:
        if nodes + MAX_MOVES > MOST or count + MAX_MOVES > MOST_OUTCOMES:
            return -1
        load(p, rows[node])
        for i in range(moves(p, out)):
            uncovered = apply(p, out[i])
            if uncovered:
                column = (out[i] >> 4 & 31) - FROM_COLUMN
                after[:] = p
                after[HIDDEN:HASH] = 0
                compute_hash(after)
                settle(after, pruning, trail, 0)
                if is_new(settled, after[HASH] + 2 * column):
                    outcomes[count] = after
                    columns[count] = column
                    count += 1
            elif is_new(seen, p[HASH]):
                store(p, rows[nodes])
                nodes += 1
            undo(p, out[i], uncovered)
        node += 1
    return count
