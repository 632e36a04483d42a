"""The Solitario with 40 cards in one array of numbers; mirrors ``games.solitario40``.

A row of the array is a pile, or a list of counts::

    0–6   the columns, each from the buried end to the free end
    7     the stock: the mazzetto, then the mazzo, next card first
    8     LENGTH: of the seven columns, and of the stock
    9     DOWN: how many cards of each column are hidden; then turned, unseen
    10    BASES: the rank each base has reached; then ranks, draw, any, stopped

A card is ``4 * rank + suit``, and 0 is a card that nobody has seen. A move is ``8 * card + to``
for a carry, and TURN or REDEAL. Turning and redealing only change how many cards are turned.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.cards import UNSEEN, Card, Pile
from tavolino.game import Stop
from tavolino.games.patience import BASE, Carry, Deal
from tavolino.games.solitario40 import COLUMNS, Move, Solitario40, State, Stock
from tavolino.kernels.jit import inlined, jit

Table: TypeAlias = NDArray[np.int64]
Moves: TypeAlias = NDArray[np.int16]

STOCK, LENGTH, DOWN, BASES = COLUMNS, COLUMNS + 1, COLUMNS + 2, COLUMNS + 3
TURNED, SEEN_NEVER = 7, 8
RANKS, DRAW, ANY, STOPPED = 4, 5, 6, 7
ROWS, WIDTH = 11, 52
"""A position that somebody writes down may have all its cards in one pile."""
STOPS = (None, Stop.TIME_UP, Stop.STALL)

TURN, REDEAL = 0, 1
MOST_MOVES = 8 * 52
"""No card has more than a base and seven columns to go to."""

FROM_BASE = COLUMNS + 1
EDGE = 63
"""Beyond either end of the stock, where its hash is concerned."""


# In and out


def card_code(card: Card) -> int:
    return 4 * card.rank + card.suit


def card_of(game: Solitario40, code: int) -> Card:
    """Inverse of ``card_code``."""
    return game.cards[(code & 3) * game.king + (code >> 2) - 1] if code else UNSEEN


def move_code(move: Move) -> int:
    assert not isinstance(move, Deal), "a kernel begins after the deal"
    if isinstance(move, Carry):
        return 8 * card_code(move.card) + move.to
    return TURN if move is Stock.TURN else REDEAL


def move_of(game: Solitario40, code: int) -> Move:
    """Inverse of ``move_code``."""
    if code >> 3:
        return Carry(card_of(game, code >> 3), code & 7)
    return Stock.TURN if code == TURN else Stock.REDEAL


def pack(game: Solitario40, state: State) -> Table:
    """A position after the deal, or a player's view of one."""
    table = np.zeros((ROWS, WIDTH), np.int64)
    for row, pile in enumerate((*state.columns, state.mazzetto + state.mazzo)):
        table[row, : len(pile)] = [card_code(card) for card in pile]
        table[LENGTH, row] = len(pile)
    table[DOWN, :9] = (*state.hidden, len(state.mazzetto), state.unseen)
    options = (game.king, game.draw, game.empty_column == "any")
    table[BASES, :8] = (*state.bases, *options, STOPS.index(state.stopped))
    return table


def unpack(game: Solitario40, table: Table) -> State:
    """Inverse of ``pack``."""
    piles: list[Pile] = [
        tuple(card_of(game, int(code)) for code in table[row, : table[LENGTH, row]])
        for row in range(STOCK + 1)
    ]
    turned = table[DOWN, TURNED]
    return State(
        columns=tuple(piles[:COLUMNS]),
        hidden=tuple(map(int, table[DOWN, :COLUMNS])),
        bases=tuple(map(int, table[BASES, :4])),
        mazzetto=piles[STOCK][:turned],
        mazzo=piles[STOCK][turned:],
        unseen=int(table[DOWN, SEEN_NEVER]),
        stopped=STOPS[table[BASES, STOPPED]],
    )


# What is legal


@inlined
def is_solved(table: Table) -> bool:
    on_bases = 0
    for suit in range(4):
        on_bases += table[BASES, suit]
    return bool(on_bases == 4 * table[BASES, RANKS])


@inlined
def fits(card: int, onto: int) -> bool:
    return (card >> 2) + 1 == onto >> 2 and (card ^ onto) & 2 != 0


@jit
def _to_columns(table: Table, card: int, source: int, out: Moves, count: int) -> int:
    for column in range(COLUMNS):
        length = table[LENGTH, column]
        if column == source:
            continue
        if length == 0:
            is_taken = table[BASES, ANY] != 0 or card >> 2 == table[BASES, RANKS]
        else:
            is_taken = fits(card, table[column, length - 1])
        if is_taken:
            out[count] = 8 * card + column + 1
            count += 1
    return count


@inlined
def _to_base(table: Table, card: int, out: Moves, count: int) -> int:
    if table[BASES, card & 3] + 1 == card >> 2:
        out[count] = 8 * card + BASE
        count += 1
    return count


@jit
def moves(table: Table, out: Moves) -> int:
    """Write the legal moves, in the order of the rules; return how many they are."""
    if table[BASES, STOPPED] != 0 or is_solved(table):
        return 0
    count = 0
    turned = table[DOWN, TURNED]
    if turned > 0:
        top = table[STOCK, turned - 1]
        count = _to_base(table, top, out, count)
        count = _to_columns(table, top, STOCK, out, count)
    for column in range(COLUMNS):
        length, hidden = table[LENGTH, column], table[DOWN, column]
        if length > 0:
            count = _to_base(table, table[column, length - 1], out, count)
        for at in range(length - 1, hidden - 1, -1):
            count = _to_columns(table, table[column, at], column, out, count)
    for suit in range(4):
        height = table[BASES, suit]
        if height > 0:
            count = _to_columns(table, 4 * height + suit, STOCK, out, count)
    if turned < table[LENGTH, STOCK]:
        out[count] = TURN
        count += 1
    elif turned > 0:
        out[count] = REDEAL
        count += 1
    return count


# Hashing: Zobrist's, with keys that are computed instead of tabulated


@inlined
def _key(row: int, at: int, value: int) -> int:
    """A random number for each fact about a position (the finaliser of splitmix64)."""
    bits = (1 + (row << 12 | at << 6 | value)) * -7046029254386353131
    bits = (bits ^ ((bits >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    bits = (bits ^ ((bits >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return bits ^ ((bits >> 31) & 0x1FFFFFFFF)


@inlined
def _stock_card(table: Table, at: int) -> int:
    is_there = 0 <= at < table[LENGTH, STOCK]
    return table[STOCK, at] if is_there else EDGE


@jit
def hash_of(table: Table) -> int:
    """Equal positions of one game have equal hashes. The stock counts by its neighbours, so that
    a card taken from its middle changes three keys, wherever the others lie."""
    bits = 0
    for column in range(COLUMNS):
        bits ^= _key(DOWN, column, table[DOWN, column])
        for at in range(table[LENGTH, column]):
            bits ^= _key(column, at, table[column, at])
    for at in range(table[LENGTH, STOCK] + 1):
        bits ^= _key(STOCK, _stock_card(table, at - 1), _stock_card(table, at))
    bits ^= _key(DOWN, TURNED, table[DOWN, TURNED])
    bits ^= _key(DOWN, SEEN_NEVER, table[DOWN, SEEN_NEVER])
    for suit in range(4):
        bits ^= _key(BASES, suit, table[BASES, suit])
    return bits ^ _key(BASES, STOPPED, table[BASES, STOPPED])


@jit
def _set(table: Table, row: int, at: int, value: int) -> int:
    """Change one count; returns how the hash changes."""
    change = _key(row, at, table[row, at]) ^ _key(row, at, value)
    table[row, at] = value
    return change


# The moves


@inlined
def _turn(table: Table, move: int) -> tuple[int, int]:
    turned, unseen = table[DOWN, TURNED], table[DOWN, SEEN_NEVER]
    length = table[LENGTH, STOCK]
    now = min(turned + table[BASES, DRAW], length) if move == TURN else 0
    change = _set(table, DOWN, TURNED, now)
    if move == TURN:
        change ^= _set(table, DOWN, SEEN_NEVER, min(unseen, length - now))
    return turned << 8 | unseen, change


@jit
def _take_from_stock(table: Table) -> int:
    """The top of the mazzetto; returns how the hash changes."""
    at = table[DOWN, TURNED] - 1
    before, after = _stock_card(table, at - 1), _stock_card(table, at + 1)
    card = _stock_card(table, at)
    change = _key(STOCK, before, card) ^ _key(STOCK, card, after) ^ _key(STOCK, before, after)
    table[LENGTH, STOCK] -= 1
    for i in range(at, table[LENGTH, STOCK]):
        table[STOCK, i] = table[STOCK, i + 1]
    table[STOCK, table[LENGTH, STOCK]] = 0
    return change ^ _set(table, DOWN, TURNED, at)


@jit
def _shift_run(table: Table, source: int, to: int, length: int) -> int:
    """Take a run from one column to another; returns how the hash changes."""
    change = 0
    start, end = table[LENGTH, source] - length, table[LENGTH, to]
    for i in range(length):
        card = table[source, start + i]
        table[to, end + i] = card
        table[source, start + i] = 0
        change ^= _key(source, start + i, card) ^ _key(to, end + i, card)
    table[LENGTH, source] -= length
    table[LENGTH, to] += length
    return change


@inlined
def _push(table: Table, column: int, card: int) -> int:
    at = table[LENGTH, column]
    table[column, at] = card
    table[LENGTH, column] += 1
    return _key(column, at, card)


@inlined
def _pop(table: Table, column: int) -> int:
    table[LENGTH, column] -= 1
    at = table[LENGTH, column]
    card = table[column, at]
    table[column, at] = 0
    return _key(column, at, card)


@inlined
def _source(table: Table, card: int) -> tuple[int, int]:
    """The pile in which a card lies that may be carried, and how many cards lie from it on."""
    if table[BASES, card & 3] == card >> 2:
        return FROM_BASE, 1
    turned = table[DOWN, TURNED]
    if turned > 0 and table[STOCK, turned - 1] == card:
        return STOCK, 1
    for column in range(COLUMNS):
        length = table[LENGTH, column]
        for at in range(table[DOWN, column], length):
            if table[column, at] == card:
                return column, length - at
    return -1, 0


@jit
def apply(table: Table, move: int) -> tuple[int, int]:
    """Make a legal move; returns what ``undo`` needs, and how the hash changes (exclusive or)."""
    card, to = move >> 3, (move & 7) - 1
    if card == 0:
        return _turn(table, move)
    suit, rank = card & 3, card >> 2
    source, length = _source(table, card)
    uncovers = 0
    change = 0
    if source < STOCK and to >= 0:
        change ^= _shift_run(table, source, to, length)
    else:
        if source == FROM_BASE:
            change ^= _set(table, BASES, suit, rank - 1)
        elif source == STOCK:
            change ^= _take_from_stock(table)
        else:
            change ^= _pop(table, source)
        change ^= _push(table, to, card) if to >= 0 else _set(table, BASES, suit, rank)
    if source < STOCK:
        left, hidden = table[LENGTH, source], table[DOWN, source]
        if left > 0 and left == hidden:
            uncovers = 1
            change ^= _set(table, DOWN, source, hidden - 1)
    return length << 8 | source << 1 | uncovers, change


@jit
def undo(table: Table, move: int, token: int) -> None:
    """Take back the last move, given what ``apply`` returned for it."""
    card, to = move >> 3, (move & 7) - 1
    if card == 0:
        table[DOWN, TURNED], table[DOWN, SEEN_NEVER] = token >> 8, token & 255
        return
    source, length = (token >> 1) & 127, token >> 8
    if source < STOCK:
        table[DOWN, source] += token & 1
        if to >= 0:
            _shift_run(table, to, source, length)
            return
    if to >= 0:
        _pop(table, to)
    else:
        table[BASES, card & 3] -= 1
    if source == FROM_BASE:
        table[BASES, card & 3] += 1
    elif source == STOCK:
        at = table[DOWN, TURNED]
        for i in range(table[LENGTH, STOCK], at, -1):
            table[STOCK, i] = table[STOCK, i - 1]
        table[STOCK, at] = card
        table[DOWN, TURNED] += 1
        table[LENGTH, STOCK] += 1
    else:
        _push(table, source, card)


@jit
def played(table: Table, line: Moves) -> int:
    """Play a line, each move if it is among the legal ones; how many could be played."""
    out = np.empty(MOST_MOVES, np.int16)
    for i in range(len(line)):
        count = moves(table, out)
        is_legal = False
        for j in range(count):
            is_legal |= out[j] == line[i]
        if not is_legal:
            return i
        apply(table, int(line[i]))
    return len(line)
