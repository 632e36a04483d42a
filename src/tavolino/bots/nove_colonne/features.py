"""What the playout policy of nove_colonne looks at after a step, before the new card is turned.

A card is *welcome* if it fits on the end of a column or is the next of its base; *with the reserve*
if it does after cards of the reserve have been put there for it. The *head* of a column is the card
that lies on its face-down cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tavolino.bots.nove_colonne.position import UNSEEN, count_down, down_in
from tavolino.games.nove_colonne import KING, SIZES
from tavolino.kernels.bits import lowest, popcount
from tavolino.kernels.cards import CODES, card_code, rank_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import COLUMNS
from tavolino.solvers.nove_colonne.search.linked import ENDS, FACE_DOWN, Bytes

Numbers = NDArray[np.float64]

EMPTY, SPARE, RESERVE, LIFTED, AHEAD = range(5)
"""Empty columns; whether there is more than one; cards in the reserve; cards on the bases; by how
much bases are more than two ahead of the lowest."""
FITS, FITS_RESERVE, NEXT = range(5, 8)
"""The share of unseen cards that are welcome, without and with the reserve; the number of unseen
cards that are the next of their bases."""
DEPTH, LAST = range(8, 10)
"""Face-down cards where one is about to be turned; whether it is the last of its column."""
COVERING, COVERING_DEEP, FREE, FREE_RESERVE, FREE_PAIR = range(10, 15)
"""Over the columns with face-down cards: cards on the head; the same times the face-down cards;
heads that can move at once, without and with the reserve; heads with one card, both welcome."""
STUCK, STUCK_DEEP, KINGS = range(15, 18)
"""Heads that fit on no card that is still to come or free; the same times the face-down cards;
heads that are kings."""
OPEN, OPEN_KINGS, OPEN_FREE = range(18, 21)
"""Columns without face-down cards; those that begin with a king; those of one welcome card."""
WELCOME, HOPELESS, HIGH = range(21, 24)
"""A quarter of the cards that are welcome with the reserve; unseen cards that fit on no card that
is still to come or free; the ranks in the reserve."""
LATE = 24
LATER = np.array([EMPTY, RESERVE, LIFTED, FITS_RESERVE, DEPTH, COVERING, FREE])
"""These again, from LATE on, times the share of the cards turned so far."""
FEATURES = LATE + len(LATER)
COVERED = sum(SIZES) - len(SIZES)
"""Cards face down at the deal."""


def _as_set(rank: int, suit: int) -> int:
    """The two cards of this rank and of the other colour; none if there is no such rank."""
    other = suit & 2 ^ 2
    return 3 << 4 * rank + other if 1 < rank <= KING else 0


_RANKS_AND_SUITS = [(code >> 2, code & 3) for code in range(CODES)]
GUESTS = np.array([_as_set(rank - 1, suit) for rank, suit in _RANKS_AND_SUITS], np.int64)
HOSTS = np.array([_as_set(rank + 1, suit) for rank, suit in _RANKS_AND_SUITS], np.int64)
"""For each card those that fit on it, and those that it fits on."""


@inlined
def _guests(cards: int) -> int:
    """The cards that fit on one of these."""
    found = 0
    while cards:
        found |= GUESTS[lowest(cards)]
        cards &= cards - 1
    return found


@inlined
def _free_ends(p: Bytes) -> tuple[int, int]:
    """The ends of the columns as a set, and the number of empty columns."""
    ends, empty = 0, 0
    for column in range(COLUMNS):
        end = p[ENDS + column]
        empty += end == 0
        if end > FACE_DOWN:
            ends |= 1 << end
    return ends, empty


@inlined
def _look_at_bases(p: Bytes, f: Numbers) -> int:
    """Returns the next cards of the bases as a set."""
    least, nexts = min(p[0], p[1], p[2], p[3]), 0
    for suit in range(4):
        f[LIFTED] += p[suit]
        f[AHEAD] += max(0, p[suit] - least - 2)
        if p[suit] < KING:
            nexts |= 1 << card_code(p[suit] + 1, suit)
    return nexts


@inlined
def _look_at_reserve(p: Bytes, reserve: Ints, ends: int, f: Numbers) -> tuple[int, int]:
    """Returns the cards left, and with the ends those that can be put down, as sets.

    The reserve is sorted, the highest card first, so that one pass is enough.
    """
    left = 0
    for card in reserve:
        if card and p[card] < 0:
            left |= 1 << card
            f[HIGH] += rank_of(card) / KING
            if HOSTS[card] & ends:
                ends |= 1 << card
    f[RESERVE] = popcount(left)
    return left, ends


@inlined
def _look_at_column(
    row: Ints, p: Bytes, column: int, direct: int, welcome: int, hosts: int, f: Numbers
) -> None:
    """``hosts`` are the cards that are still to come or free."""
    down, end = down_in(row, column), int(p[ENDS + column])
    if end == FACE_DOWN:
        f[DEPTH] += down
        f[LAST] += down == 1
    if end <= FACE_DOWN:
        return
    length, head = 1, end
    while p[head] > FACE_DOWN:
        head = int(p[head])
        length += 1
    if down == 0:
        f[OPEN] += 1
        if rank_of(head) == KING:
            f[OPEN_KINGS] += 1
        elif length == 1 and welcome >> end & 1:
            f[OPEN_FREE] += 1
        return
    f[COVERING] += length - 1
    f[COVERING_DEEP] += (length - 1) * down
    f[KINGS] += rank_of(head) == KING
    if length == 1:
        f[FREE] += direct >> end & 1
        f[FREE_RESERVE] += (welcome & ~direct) >> end & 1
    elif length == 2:
        f[FREE_PAIR] += direct >> end & direct >> head & 1
    if HOSTS[head] & hosts == 0 and not direct >> head & 1:
        f[STUCK] += 1
        f[STUCK_DEEP] += down


@jit
def look(row: Ints, reserve: Ints, f: Numbers) -> None:
    """Write the features of a position to ``f``; ``reserve`` are the cards it had at first."""
    f[:] = 0.0
    p, unseen = row.view(np.int8), row[UNSEEN]
    ends, empty = _free_ends(p)
    nexts = _look_at_bases(p, f)
    left, hosts = _look_at_reserve(p, reserve, ends, f)
    direct, accepted = _guests(ends) | nexts, _guests(hosts)
    welcome, hosts = accepted | nexts, hosts | left | unseen
    count = popcount(unseen)
    f[EMPTY], f[SPARE], f[NEXT] = empty, empty > 1, popcount(nexts & unseen)
    f[FITS] = 1.0 if empty else popcount(unseen & direct) / max(1, count)
    f[FITS_RESERVE] = 1.0 if empty else popcount(unseen & welcome) / max(1, count)
    f[WELCOME] = popcount(accepted) / 4
    f[HOPELESS] = popcount(unseen & ~(_guests(hosts) | nexts))
    for column in range(COLUMNS):
        _look_at_column(row, p, column, direct, welcome, hosts, f)
    turned = 1.0 - count_down(row) / COVERED
    for i in range(len(LATER)):
        f[LATE + i] = turned * f[LATER[i]]
