"""Nove colonne over one flat array of integers; mirrors ``games.nove_colonne``.

A move is ``card * 512 + source * 16 + to``: sources 0 … 5 are the reserve, 6 … 14 the columns,
15 … 18 the bases; ``to`` is 0 for the base, 1 … 9 for a column, as in ``Carry``.

The position is hashed as a sum over its columns, so that their order means nothing; what is left
in the reserve follows from the rest. Each column keeps the hash of each of its prefixes (CHAINS).
"""

from __future__ import annotations

import numpy as np

from tavolino.cards import DECK_52
from tavolino.games.nove_colonne import ACE, KING, RESERVE, SIZES, State
from tavolino.games.patience import BASE, Carry
from tavolino.kernels.cards import (
    CODES,
    card_code,
    fits,
    pack_card,
    rank_of,
    suit_of,
    unpack_card,
)
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import hash_keys

COLUMNS = len(SIZES)
DEPTH = 48
"""No column can be longer."""

# Where things are in a packed position
BASES = 0
PLACES = 4
"""The reserve."""
LENGTHS = 10
HIDDEN = 19
HASH = 28
CARDS = 29
CHAINS = CARDS + COLUMNS * DEPTH
SIZE = CHAINS + COLUMNS * DEPTH

FROM_COLUMN = RESERVE
FROM_BASE = RESERVE + COLUMNS
MAX_MOVES = 256
"""19 cards, ten places each: there are never more moves."""


OF_CARD = hash_keys(1, CODES)
OF_BASE = hash_keys(2, CODES)
ODD = -0x61C8864680B583EB
FACE_DOWN = 0x2545F4914F6CDD1D


# Between the rules and the arrays


def pack(state: State) -> Ints:
    """A dealt position, or a view of one, as an array."""
    p = np.zeros(SIZE, np.int64)
    p[BASES:PLACES] = state.bases
    p[PLACES:LENGTHS] = [pack_card(card) for card in state.reserve]
    for i, (column, hidden) in enumerate(zip(state.columns, state.hidden)):
        p[LENGTHS + i], p[HIDDEN + i] = len(column), hidden
        start = CARDS + i * DEPTH
        p[start : start + len(column)] = [pack_card(card) for card in column]
    compute_hash(p)
    return p


def unpack(p: Ints) -> State:
    """Inverse of ``pack``."""
    numbers = [int(number) for number in p[:CHAINS]]
    starts = [CARDS + i * DEPTH for i in range(COLUMNS)]
    return State(
        tuple(
            tuple(unpack_card(card, DECK_52) for card in numbers[start : start + length])
            for start, length in zip(starts, numbers[LENGTHS:HIDDEN])
        ),
        tuple(numbers[HIDDEN:HASH]),
        tuple(unpack_card(card, DECK_52) if card else None for card in numbers[PLACES:LENGTHS]),
        tuple(numbers[BASES:PLACES]),
    )


def unpack_move(move: int) -> Carry:
    """A move as the rules write it. They do not write where the card comes from."""
    return Carry(unpack_card(move >> 9, DECK_52), move & 15)


# Compiled


@inlined
def move_code(card: int, source: int, to: int) -> int:
    return card * 512 + source * 16 + to


@inlined
def top(p: Ints, column: int) -> int:
    """The free card of a column, 0 … 8; 0 if the column is empty."""
    length = p[LENGTHS + column]
    return p[CARDS + column * DEPTH + length - 1] if length else 0


@jit
def card_at(p: Ints, source: int) -> int:
    """The card that can be taken from a source."""
    card: int
    if source < FROM_COLUMN:
        card = p[PLACES + source]
    elif source < FROM_BASE:
        card = top(p, source - FROM_COLUMN)
    else:
        suit = source - FROM_BASE
        card = card_code(p[BASES + suit], suit)
    return card


@inlined
def _share(p: Ints, column: int) -> int:
    """What a column adds to the hash: its cards, and which of them are face down."""
    length, hidden = p[LENGTHS + column], p[HIDDEN + column]
    chain = CHAINS + column * DEPTH - 1
    share = p[chain + length] if length else 0
    return share + p[chain + hidden] * FACE_DOWN if hidden else share


@inlined
def _push(p: Ints, column: int, card: int) -> None:
    length = p[LENGTHS + column]
    at = column * DEPTH + length
    below = p[CHAINS + at - 1] if length else 0
    mixed = (below ^ OF_CARD[card]) * ODD
    p[CARDS + at] = card
    p[CHAINS + at] = mixed ^ (mixed >> 29)
    p[LENGTHS + column] = length + 1


@jit
def compute_hash(p: Ints) -> None:
    """Chains and hash from the cards alone."""
    p[HASH] = 0
    for suit in range(4):
        p[HASH] += OF_BASE[card_code(p[BASES + suit], suit)]
    for column in range(COLUMNS):
        length, p[LENGTHS + column] = p[LENGTHS + column], 0
        for i in range(length):
            _push(p, column, p[CARDS + column * DEPTH + i])
        p[HASH] += _share(p, column)


@inlined
def _to_columns(p: Ints, source: int, card: int, out: Ints, count: int) -> int:
    for column in range(COLUMNS):
        onto = top(p, column)
        if (onto == 0 or fits(card, onto)) and column != source - FROM_COLUMN:
            out[count] = move_code(card, source, column + 1)
            count += 1
    return count


@jit
def moves(p: Ints, out: Ints) -> int:
    """Write the legal moves, in the order of the rules; how many there are."""
    count, up = 0, 0
    for suit in range(4):
        up += p[BASES + suit]
    if up == 4 * KING:
        return 0
    for source in range(FROM_BASE):
        card = card_at(p, source)
        if card:
            if p[BASES + suit_of(card)] + 1 == rank_of(card):
                out[count] = move_code(card, source, BASE)
                count += 1
            count = _to_columns(p, source, card, out, count)
    for suit in range(4):
        if p[BASES + suit] > ACE:
            card = card_at(p, FROM_BASE + suit)
            count = _to_columns(p, FROM_BASE + suit, card, out, count)
    return count


@inlined
def _raise_base(p: Ints, suit: int, by: int) -> None:
    before = p[BASES + suit]
    p[HASH] += OF_BASE[card_code(before + by, suit)] - OF_BASE[card_code(before, suit)]
    p[BASES + suit] = before + by


@inlined
def _lay(p: Ints, column: int, card: int) -> None:
    p[HASH] -= _share(p, column)
    _push(p, column, card)
    p[HASH] += _share(p, column)


@inlined
def _take(p: Ints, column: int) -> int:
    """The free card leaves; 1 if that uncovers another (R-N9-13)."""
    p[HASH] -= _share(p, column)
    p[LENGTHS + column] -= 1
    length, uncovered = p[LENGTHS + column], 0
    p[CARDS + column * DEPTH + length] = p[CHAINS + column * DEPTH + length] = 0
    if length == p[HIDDEN + column] > 0:
        p[HIDDEN + column] -= 1
        uncovered = 1
    p[HASH] += _share(p, column)
    return uncovered


@jit
def apply(p: Ints, move: int) -> int:
    """Make a legal move; 1 if that uncovers a card, else 0."""
    card, source, to = move >> 9, move >> 4 & 31, move & 15
    uncovered = 0
    if source < FROM_COLUMN:
        p[PLACES + source] = 0
    elif source < FROM_BASE:
        uncovered = _take(p, source - FROM_COLUMN)
    else:
        _raise_base(p, suit_of(card), -1)
    if to == BASE:
        _raise_base(p, suit_of(card), 1)
    else:
        _lay(p, to - 1, card)
    return uncovered


@jit
def undo(p: Ints, move: int, uncovered: int) -> None:
    """Take the last move back, given what ``apply`` returned for it."""
    card, source, to = move >> 9, move >> 4 & 31, move & 15
    if to == BASE:
        _raise_base(p, suit_of(card), -1)
    else:
        _take(p, to - 1)
    if source < FROM_COLUMN:
        p[PLACES + source] = card
    elif source < FROM_BASE:
        column = source - FROM_COLUMN
        p[HASH] -= _share(p, column)
        p[HIDDEN + column] += uncovered
        _push(p, column, card)
        p[HASH] += _share(p, column)
    else:
        _raise_base(p, suit_of(card), 1)


@jit
def play_line(p: Ints, line: Ints) -> int:
    """Play a line, each move if it is among the legal ones; how many could be played."""
    out = np.empty(MAX_MOVES, np.int64)
    for i in range(len(line)):
        count = moves(p, out)
        is_legal = False
        for j in range(count):
            is_legal |= out[j] == line[i]
        if not is_legal:
            return i
        apply(p, line[i])
    return len(line)
