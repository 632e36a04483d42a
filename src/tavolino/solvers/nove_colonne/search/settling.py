"""What a search of nove_colonne takes for granted; ``docs/solvers.md`` proves that it may.

Lifts that can do no harm are forced; after them a position is *settled*. Here of packed positions;
the search has its own (``linked.py``).
"""

from __future__ import annotations

from tavolino.games.nove_colonne import KING
from tavolino.games.patience import BASE
from tavolino.kernels.cards import fits, rank_of, suit_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import (
    BASES,
    CARDS,
    DEPTH,
    FROM_BASE,
    FROM_COLUMN,
    LENGTHS,
    apply,
    card_at,
    move_code,
)

MAX_LIFTS = 4 * KING
OPPOSITE, TWIN, RETURN, BARE, DEEP = range(5)
PRUNING = (2, 3, 1, 1, 1)
"""A card of rank r is not needed in the columns if the bases of the other colour are at
r - OPPOSITE or more and that of its own colour at r - TWIN or more. RETURN: a card is forced up if
it could come back to where it is (2, unsafe: always). BARE: a base card may come down to an empty
column (0, unsafe: never). DEEP: there are descents (0, unsafe: none)."""


@inlined
def _is_next(p: Ints, card: int) -> bool:
    """Whether this card is the next of its base."""
    return bool(card != 0 and p[BASES + suit_of(card)] + 1 == rank_of(card))


@inlined
def _is_unneeded(p: Ints, card: int, pruning: Ints) -> bool:
    """Whether all cards that could be put on this one, directly or not, can go up."""
    suit, rank = suit_of(card), rank_of(card)
    other = suit & 2 ^ 2
    return bool(
        min(p[BASES + other], p[BASES + other + 1]) >= rank - pruning[OPPOSITE]
        and p[BASES + (suit ^ 1)] >= rank - pruning[TWIN]
    )


@inlined
def _can_return(p: Ints, column: int) -> bool:
    """Whether the free card of a column could come back there from its base."""
    length = p[LENGTHS + column]
    at = CARDS + column * DEPTH + length - 1
    return bool(length == 1 or fits(p[at], p[at - 1]))


@jit
def settle(p: Ints, pruning: Ints, trail: Ints, count: int) -> int:
    """Make every harmless lift and append it to the trail; returns the length of the trail."""
    before = -1
    while before != count:
        before = count
        for source in range(FROM_BASE):
            card = card_at(p, source)
            column = source - FROM_COLUMN
            if _is_next(p, card) and (
                _is_unneeded(p, card, pruning)
                or (column >= 0 and pruning[RETURN] + _can_return(p, column) > 1)
            ):
                trail[count] = move_code(card, source, BASE)
                apply(p, trail[count])
                count += 1
    return count
