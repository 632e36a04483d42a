"""The moves that the search of nove_colonne considers; ``docs/solvers.md`` proves they are enough.

A *lift* takes a card to its base. A *shift* takes the free card of a column to another column; if
necessary, cards from the reserve and the bases are first put there for it, one on the other. A
*descent* brings the top of a base down in the same way, only to reach the card below it.
"""

from __future__ import annotations

from tavolino.games.nove_colonne import KING
from tavolino.games.patience import BASE
from tavolino.kernels.cards import card_code, rank_of, suit_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import COLUMNS, FROM_BASE, FROM_COLUMN, move_code
from tavolino.solvers.nove_colonne.search.linked import ENDS, Bytes, is_unneeded
from tavolino.solvers.nove_colonne.search.settling import BARE, DEEP

MAX_LAID = 32
MAX_CHOICES = 5200
"""At most ten cards are in reserve and on bases, so a card has at most 62 chains to go on."""
MAX_WRITTEN = 8 * MAX_CHOICES


@inlined
def _source_aside(p: Bytes, card: int, pruning: Ints) -> int:
    """The place or base from which this card can be put down; -1 if there is none."""
    suit = suit_of(card)
    if p[suit] == rank_of(card) and not is_unneeded(p, card, pruning):
        return FROM_BASE + suit
    return -1 - p[card] if p[card] < 0 else -1


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
def _find_columns(
    p: Bytes, pruning: Ints, columns: Bytes, laid: Ints, count: int, last: int, out: Ints
) -> None:
    """Add a choice for each column that takes the lowest card put down, or else the moving card."""
    lowest = laid[count - 1] if count else last
    card, source = lowest >> 9, lowest >> 4 & 31
    if FROM_COLUMN <= source < FROM_BASE:
        may_found = p[card] != 0
    else:
        may_found = count == 0 and pruning[BARE] != 0
    if may_found and columns[0] >= 0:
        _add(out, laid, count, last, columns[0] + 1)
    if rank_of(card) < KING:
        host = card_code(rank_of(card) + 1, suit_of(card) & 2 ^ 2)
        for which in range(2):
            if columns[host + which] >= 0:
                _add(out, laid, count, last, columns[host + which] + 1)


@jit
def _lay(p: Bytes, pruning: Ints, columns: Bytes, laid: Ints, last: int, out: Ints) -> None:
    """Add all ways to make the move ``last``, which lacks its column, with cards put down for it.

    The first half of ``laid`` has the moves of these cards, in reverse order; the second half has
    how many of the two cards that each of them fits on are still to be tried.
    """
    untried = len(laid) >> 1
    count = 0
    laid[untried] = 2
    _find_columns(p, pruning, columns, laid, count, last, out)
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
            _find_columns(p, pruning, columns, laid, count, last, out)


@inlined
def _note_ends(p: Bytes, columns: Bytes) -> None:
    """For each card the column of which it is the end, or -1; for 0 an empty column."""
    columns[:] = -1
    for column in range(COLUMNS):
        columns[p[ENDS + column]] = column


@jit
def choices(p: Bytes, pruning: Ints, columns: Bytes, laid: Ints, out: Ints, may_lift: bool) -> None:
    """Write the lifts and shifts to ``out``."""
    out[0] = 1
    _note_ends(p, columns)
    if may_lift:
        for suit in range(4):
            card = card_code(p[suit] + 1, suit)
            if p[suit] == KING:
                continue
            if p[card] < 0:
                _add(out, laid, 0, move_code(card, -1 - p[card], BASE), 0)
            elif columns[card] >= 0:
                _add(out, laid, 0, move_code(card, FROM_COLUMN + columns[card], BASE), 0)
    for column in range(COLUMNS):
        card = p[ENDS + column]
        if card:
            _lay(p, pruning, columns, laid, move_code(card, FROM_COLUMN + column, 0), out)


@jit
def descents(p: Bytes, pruning: Ints, columns: Bytes, laid: Ints, out: Ints) -> None:
    """Write the descents to ``out``."""
    out[0] = 1
    _note_ends(p, columns)
    for suit in range(4):
        card = card_code(p[suit], suit)
        if rank_of(card) > 2 and pruning[DEEP] and not is_unneeded(p, card, pruning):
            _lay(p, pruning, columns, laid, move_code(card, FROM_BASE + suit, 0), out)
