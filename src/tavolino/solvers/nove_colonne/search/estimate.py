"""The heuristics of the search of nove_colonne: how far a position is from the end.

What makes a column bad is a sum over its cards, each with those under it. So after a move that
changes no base only the cards that moved have to be looked at.
"""

from __future__ import annotations

from tavolino.games.nove_colonne import KING
from tavolino.kernels.cards import fits, rank_of, suit_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import COLUMNS
from tavolino.solvers.nove_colonne.search.linked import ENDS, IN_RESERVE, Bytes
from tavolino.solvers.nove_colonne.search.settling import PRUNING

# Weights of a heuristic, after the pruning in its settings
CARD, MISFIT, SAME_SUIT, BURIED, EMPTY, PLACE, LOWER = range(len(PRUNING), len(PRUNING) + 7)
WEIGHTS = ((3, 0, 3, 9, 2, 8, 0), (8, 0, 1, 0, 7, 6, -1), (3, 5, 5, 0, 6, 16, 0))
"""Tuned on nine hard deals, tested on 1,000 others. The weights of a card on its base; of one that
does not fit on the card under it; of one above a lower card of its suit; of a card above the next
one of a base; of an empty column; of a card in the reserve; of one above any lower card."""

FIELD = 12
"""Bits for each number of a column: cards that do not fit, above their suit, above a lower card,
next of their base, above such a card."""
NEXT = 3 * FIELD
ONE_NEXT, MASK = 1 << NEXT, (1 << FIELD) - 1
ALL_KINGS = KING | KING << 4 | KING << 8 | KING << 12 | KING << 16
"""The lowest rank of each suit, and of all, in a column without cards."""


@inlined
def add_card(p: Bytes, numbers: int, lowest: int, card: int, below: int) -> tuple[int, int]:
    """The numbers of a column, and its lowest ranks, with one more card."""
    rank, bits = rank_of(card), suit_of(card) * 4
    numbers += (numbers >> NEXT & MASK) << 4 * FIELD
    if below and not fits(card, below):
        numbers += 1
    same = lowest >> bits & 15
    if rank > same:
        numbers += 1 << FIELD
    else:
        lowest ^= (same ^ rank) << bits
    least = lowest >> 16
    if rank > least:
        numbers += 1 << 2 * FIELD
    else:
        lowest ^= (least ^ rank) << 16
    if rank - p[suit_of(card)] <= 1:
        numbers += ONE_NEXT
    return numbers, lowest


@jit
def add_columns(p: Bytes, numbers: Ints, lowest: Ints) -> int:
    """The numbers of all columns, added up; writes those of each card with what is under it."""
    total = 0
    for column in range(COLUMNS):
        card, above = int(p[ENDS + column]), 0
        while card > 3:  # turn the links round
            below = int(p[card])
            p[card] = above
            card, above = below, card
        sum_, ranks, below = 0, ALL_KINGS, card
        card = above
        while card:
            above = int(p[card])
            p[card] = below
            sum_, ranks = add_card(p, sum_, ranks, card, below if below > 3 else 0)
            numbers[card], lowest[card] = sum_, ranks
            card, below = above, card
        total += sum_
    return total


@inlined
def distance(p: Bytes, numbers: int, settings: Ints) -> int:
    """The heuristic, given the numbers of all columns."""
    empty = 0
    for column in range(COLUMNS):
        empty += p[ENDS + column] == 0
    return int(
        settings[MISFIT] * (numbers & MASK)
        + settings[SAME_SUIT] * (numbers >> FIELD & MASK)
        + settings[LOWER] * (numbers >> 2 * FIELD & MASK)
        + settings[BURIED] * (numbers >> 4 * FIELD & MASK)
        - settings[CARD] * (p[0] + p[1] + p[2] + p[3])
        - settings[PLACE] * p[IN_RESERVE]
        - settings[EMPTY] * empty
    )
