"""A position of nove_colonne for the search: which card lies on which, in 80 bytes.

Indices below 4 hold the bases. At the index of a card (``kernels/cards.py``) is the card that it
lies on, 0 if it is the first of its column, FACE_DOWN if it lies on a face-down card; for a card of
the reserve, -1 - its place. Then the ends of the columns, 0 for an empty one, and two more numbers.
The last eight bytes are the hash: a sum over the bases, and over the cards of the columns with what
they lie on, so that the order of the columns means nothing.

Moves are those of ``kernels/nove_colonne.py``.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.games.nove_colonne import KING, RESERVE
from tavolino.games.patience import BASE
from tavolino.kernels import nove_colonne as kernel
from tavolino.kernels.cards import CODES, card_code, fits, rank_of, suit_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import COLUMNS, FROM_BASE, FROM_COLUMN, OF_BASE, move_code
from tavolino.kernels.rng import hash_keys
from tavolino.solvers.nove_colonne.search.settling import OPPOSITE, RETURN, TWIN

Bytes: TypeAlias = NDArray[np.int8]

ENDS = 56
IN_RESERVE = ENDS + COLUMNS
"""How many cards are in the reserve."""
IS_DESCENDING = IN_RESERVE + 1
"""1 during a descent, 0 if settled."""
WORDS = 10
"""Of eight bytes each."""
HASH = WORDS - 1
"""The word with the hash."""
FACE_DOWN = 1
OF_LINK = hash_keys(3, CODES, CODES)
"""For each card and what it lies on."""


@jit
def link(packed: Ints, words: Ints) -> None:
    """Write a packed position; nothing is known of face-down cards but that they are there."""
    words[:] = 0
    p = words.view(np.int8)
    for suit in range(4):
        height = packed[kernel.BASES + suit]
        p[suit] = height
        words[HASH] += OF_BASE[card_code(height, suit)]
    for place in range(RESERVE):
        card = packed[kernel.PLACES + place]
        if card:
            p[card] = -1 - place
            p[IN_RESERVE] += 1
    for column in range(COLUMNS):
        hidden = packed[kernel.HIDDEN + column]
        p[ENDS + column] = FACE_DOWN if hidden else 0
        for i in range(hidden, packed[kernel.LENGTHS + column]):
            lay(p, words, column, packed[kernel.CARDS + column * kernel.DEPTH + i])


@inlined
def lay(p: Bytes, words: Ints, column: int, card: int) -> None:
    """Put a card on the end of a column."""
    end = p[ENDS + column]
    p[card] = end
    p[ENDS + column] = card
    words[HASH] += OF_LINK[card, end]


@inlined
def take(p: Bytes, words: Ints, column: int) -> None:
    """Take the last card of a column."""
    card = p[ENDS + column]
    words[HASH] -= OF_LINK[card, p[card]]
    p[ENDS + column] = p[card]


@inlined
def _raise_base(p: Bytes, words: Ints, suit: int, by: int) -> None:
    before = p[suit]
    words[HASH] += OF_BASE[card_code(before + by, suit)] - OF_BASE[card_code(before, suit)]
    p[suit] = before + by


@jit
def apply(p: Bytes, words: Ints, move: int) -> None:
    """Make a legal move."""
    card, source, to = move >> 9, move >> 4 & 31, move & 15
    if source < FROM_COLUMN:
        p[card] = 0
        p[IN_RESERVE] -= 1
    elif source < FROM_BASE:
        take(p, words, source - FROM_COLUMN)
    else:
        _raise_base(p, words, suit_of(card), -1)
    if to == BASE:
        _raise_base(p, words, suit_of(card), 1)
    else:
        lay(p, words, to - 1, card)


@jit
def undo(p: Bytes, words: Ints, move: int) -> None:
    """Take the last move back."""
    card, source, to = move >> 9, move >> 4 & 31, move & 15
    if to == BASE:
        _raise_base(p, words, suit_of(card), -1)
    else:
        take(p, words, to - 1)
    if source < FROM_COLUMN:
        p[card] = -1 - source
        p[IN_RESERVE] += 1
    elif source < FROM_BASE:
        lay(p, words, source - FROM_COLUMN, card)
    else:
        _raise_base(p, words, suit_of(card), 1)


@inlined
def is_next(p: Bytes, card: int) -> bool:
    """Whether this card is the next of its base."""
    return bool(card >= 4 and p[suit_of(card)] + 1 == rank_of(card))


@inlined
def is_unneeded(p: Bytes, card: int, pruning: Ints) -> bool:
    """Whether all cards that could be put on this one, directly or not, can go up."""
    suit, rank = suit_of(card), rank_of(card)
    other = suit & 2 ^ 2
    return bool(
        min(p[other], p[other + 1]) >= rank - pruning[OPPOSITE]
        and p[suit ^ 1] >= rank - pruning[TWIN]
    )


@inlined
def can_return(p: Bytes, card: int) -> bool:
    """Whether the end of a column could come back there from its base."""
    return p[card] == 0 or fits(card, p[card])


@jit
def settle(p: Bytes, words: Ints, pruning: Ints, trail: Ints, count: int) -> int:
    """Make every harmless lift and append it to the trail; returns the length of the trail."""
    before = -1
    while before != count:
        before = count
        for suit in range(4):
            card = card_code(p[suit] + 1, suit)
            if p[suit] == KING:
                continue
            source = -1
            if p[card] < 0:
                source = -1 - p[card]
            else:
                for column in range(COLUMNS):
                    if p[ENDS + column] == card:
                        source = FROM_COLUMN + column
            if source >= 0 and (
                is_unneeded(p, card, pruning)
                or (source >= FROM_COLUMN and pruning[RETURN] + can_return(p, card) > 1)
            ):
                trail[count] = move_code(card, source, BASE)
                apply(p, words, trail[count])
                count += 1
    return count


@inlined
def is_end(p: Bytes) -> bool:
    """Whether the game is won, or a card that was face down is free."""
    for column in range(COLUMNS):
        if p[ENDS + column] == FACE_DOWN:
            return True
    return bool(p[0] + p[1] + p[2] + p[3] == 4 * KING)
