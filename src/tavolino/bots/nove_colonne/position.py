"""A position of nove_colonne as the player knows it, in one row of numbers.

First the open cards as the solver links them (``solvers/nove_colonne/search/linked.py``), then how
many cards are face down in each column, then which cards these are, as a set. Where each of them
lies is in a *deal*, one row for each column, the most hidden card first: only ``turn`` looks at it.
"""

from __future__ import annotations

import numpy as np

from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import CARDS, COLUMNS, DEPTH, HIDDEN
from tavolino.kernels.rng import random_below
from tavolino.solvers.nove_colonne.search.linked import (
    ENDS,
    FACE_DOWN,
    WORDS,
    Bytes,
    lay,
    link,
    settle,
)
from tavolino.solvers.nove_colonne.search.settling import MAX_LIFTS

DOWN, UNSEEN = WORDS, WORDS + 1
ROW = WORDS + 2
MOST_DOWN = 8
"""The most cards face down in a column, and more."""


def from_packed(packed: Ints) -> tuple[Ints, Ints]:
    """The position and its deal."""
    row, deal = np.zeros(ROW, np.int64), np.zeros((COLUMNS, MOST_DOWN), np.int64)
    link(packed, row)
    for column in range(COLUMNS):
        down = int(packed[HIDDEN + column])
        row[DOWN] |= down << 4 * column
        for i in range(down):
            deal[column, i] = packed[CARDS + column * DEPTH + i]
            row[UNSEEN] |= 1 << int(deal[column, i])
    return row, deal


@inlined
def down_in(row: Ints, column: int) -> int:
    """How many cards of a column are face down."""
    return int(row[DOWN] >> 4 * column & 15)


@jit
def count_down(row: Ints) -> int:
    """How many cards are face down."""
    count = 0
    for column in range(COLUMNS):
        count += down_in(row, column)
    return count


@inlined
def column_to_turn(p: Bytes) -> int:
    """A column whose last card has to be turned; -1 if there is none."""
    for column in range(COLUMNS):
        if p[ENDS + column] == FACE_DOWN:
            return column
    return -1


@jit
def _turn(row: Ints, deal: Ints, column: int) -> None:
    p, down = row.view(np.int8), down_in(row, column) - 1
    card = deal[column, down]
    row[DOWN] -= 1 << 4 * column
    row[UNSEEN] &= ~(1 << card)
    p[ENDS + column] = FACE_DOWN if down else 0
    lay(p, row, column, card)


@jit
def turn(row: Ints, deal: Ints, pruning: Ints) -> None:
    """Turn the cards that are free, and lift what does no harm, until nothing changes."""
    p, trail, column = row.view(np.int8), np.empty(MAX_LIFTS, np.int64), 0
    while column >= 0:
        settle(p, row, pruning, trail, 0)
        column = column_to_turn(p)
        while column >= 0 and column_to_turn(p) >= 0:
            _turn(row, deal, column_to_turn(p))


@jit
def deal_again(row: Ints, stream: Ints, deal: Ints) -> None:
    """Write a random deal that looks the same to the player.

    The face-down cards are taken as a set, so that nothing depends on where they are.
    """
    cards, count = np.empty(64, np.int64), 0
    for card in range(64):
        if row[UNSEEN] >> card & 1:
            cards[count] = card
            count += 1
    for column in range(COLUMNS):
        for i in range(down_in(row, column)):
            at = random_below(stream, count)
            count -= 1
            deal[column, i] = cards[at]
            cards[at] = cards[count]
