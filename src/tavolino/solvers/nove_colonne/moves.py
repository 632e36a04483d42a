"""The moves that the search of nove_colonne considers; ``docs/solvers.md`` proves they are enough.

A *lift* takes a card to its base. A *shift* takes the free card of a column to another column; if
necessary, cards from the reserve and the bases are first put there for it, one on the other. A
*descent* brings the top of a base down in the same way, only to reach the card below it. Lifts
that can do no harm are forced; after them a position is *settled*.
"""

from __future__ import annotations

from tavolino.games.nove_colonne import KING, RESERVE
from tavolino.games.patience import BASE
from tavolino.kernels.cards import card_code, fits, rank_of, suit_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import (
    BASES,
    CARDS,
    COLUMNS,
    DEPTH,
    FROM_BASE,
    FROM_COLUMN,
    LENGTHS,
    PLACES,
    apply,
    card_at,
    move_code,
    top,
)

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


@inlined
def _source_aside(p: Ints, card: int, pruning: Ints) -> int:
    """The place or base from which this card can be put down; -1 if there is none."""
    suit = suit_of(card)
    if p[BASES + suit] == rank_of(card) and not _is_unneeded(p, card, pruning):
        return FROM_BASE + suit
    for place in range(RESERVE):
        if p[PLACES + place] == card:
            return place
    return -1


@inlined
def _add(out: Ints, laid: Ints, count: int, last: int, to: int) -> None:
    """Append a choice to ``out``: its length and its moves. ``out[0]`` is the end of the list."""
    at = out[0]
    out[0] = at + count + 2
    out[at] = count + 1
    for i in range(count):
        out[at + count - i] = laid[i] + to
    out[at + count + 1] = last + to


@inlined
def _find_columns(p: Ints, pruning: Ints, laid: Ints, count: int, last: int, out: Ints) -> None:
    """Add a choice for each column that takes the lowest card put down, or else the moving card."""
    lowest = laid[count - 1] if count else last
    card, source = lowest >> 9, lowest >> 4 & 31
    if FROM_COLUMN <= source < FROM_BASE:
        is_empty_tried = p[LENGTHS + source - FROM_COLUMN] == 1
    else:
        is_empty_tried = count > 0 or pruning[BARE] == 0
    for column in range(COLUMNS):
        host = top(p, column)
        if (host == 0 and not is_empty_tried) or fits(card, host):
            _add(out, laid, count, last, column + 1)
            is_empty_tried = is_empty_tried or host == 0


@jit
def _lay(p: Ints, pruning: Ints, laid: Ints, last: int, out: Ints) -> None:
    """Add all ways to make the move ``last``, which lacks its column, with cards put down for it.

    The first half of ``laid`` has the moves of these cards, in reverse order; the second half has
    how many of the two cards that each of them fits on are still to be tried.
    """
    untried = len(laid) >> 1
    count = 0
    laid[untried] = 2
    _find_columns(p, pruning, laid, count, last, out)
    while count >= 0:
        lowest = (laid[count - 1] if count else last) >> 9
        laid[untried + count] -= 1
        which = laid[untried + count]
        if which < 0 or rank_of(lowest) == KING:
            count -= 1
            continue
        host = card_code(rank_of(lowest) + 1, (suit_of(lowest) & 2 ^ 2) + which)
        source = _source_aside(p, host, pruning)
        if source >= 0:
            laid[count] = move_code(host, source, 0)
            count += 1
            laid[untried + count] = 2
            _find_columns(p, pruning, laid, count, last, out)


MAX_LAID = 32
MAX_CHOICES = 5200
"""At most ten cards are in reserve and on bases, so a card has at most 62 chains to go on."""
MAX_WRITTEN = 8 * MAX_CHOICES


@jit
def choices(p: Ints, pruning: Ints, laid: Ints, out: Ints, may_lift: bool) -> None:
    """Write the lifts and shifts to ``out``."""
    out[0] = 1
    for source in range(FROM_BASE):
        card = card_at(p, source)
        if may_lift and _is_next(p, card):
            _add(out, laid, 0, move_code(card, source, BASE), 0)
    for column in range(COLUMNS):
        card = top(p, column)
        if card:
            _lay(p, pruning, laid, move_code(card, FROM_COLUMN + column, 0), out)


@jit
def descents(p: Ints, pruning: Ints, laid: Ints, out: Ints) -> None:
    """Write the descents to ``out``."""
    out[0] = 1
    for suit in range(4):
        card = card_code(p[BASES + suit], suit)
        if rank_of(card) > 2 and pruning[DEEP] and not _is_unneeded(p, card, pruning):
            _lay(p, pruning, laid, move_code(card, FROM_BASE + suit, 0), out)
