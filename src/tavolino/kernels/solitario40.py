"""The Solitario with 40 cards in one array of numbers; mirrors ``games.solitario40``.

The solver searches positions of its own (``solvers/solitario40``). This kernel has the last word:
it plays the solutions that come out.

A row of the array is a pile, or a list of counts::

    0–6   the columns, each from the buried end to the free end
    7     the stock: the mazzetto, then the mazzo, next card first
    8     LENGTH: of the seven columns, and of the stock
    9     DOWN: how many cards of each column are hidden; then turned, unseen
    10    BASES: the rank each base has reached; then ranks, draw, any, stopped

A move is ``8 * card + to`` for a carry, or TURN or REDEAL. Turning and redealing only change how
many cards are turned.
"""

from __future__ import annotations

import numpy as np

from tavolino.cards import Pile
from tavolino.game import Stop
from tavolino.games.patience import BASE, Carry, Deal
from tavolino.games.solitario40 import COLUMNS, HIDDEN, Move, Solitario40, State, Stock
from tavolino.kernels.cards import card_code, fits, pack_card, rank_of, suit_of, unpack_card
from tavolino.kernels.jit import Ints, inlined, jit

STOCK, LENGTH, DOWN, BASES = COLUMNS, COLUMNS + 1, COLUMNS + 2, COLUMNS + 3
TURNED, SEEN_NEVER = 7, 8
RANKS, DRAW, ANY, STOPPED = 4, 5, 6, 7
ROWS, WIDTH = 11, 52
"""A position parsed from text may have all its cards in one pile."""
STOPS = (None, Stop.TIME_UP, Stop.STALL, Stop.GIVEN_UP)

TURN, REDEAL = 0, 1
MAX_MOVES = 8 * 52
"""No card has more than a base and seven columns to go to."""

FROM_BASE = COLUMNS + 1


# In and out


def pack_move(move: Move) -> int:
    assert not isinstance(move, Deal), "a kernel begins after the deal"
    if isinstance(move, Carry):
        return 8 * pack_card(move.card) + move.to
    return TURN if move is Stock.TURN else REDEAL


def unpack_move(game: Solitario40, code: int) -> Move:
    """Inverse of ``pack_move``."""
    if code >> 3:
        return Carry(unpack_card(code >> 3, game.cards), code & 7)
    return Stock.TURN if code == TURN else Stock.REDEAL


def pack(game: Solitario40, state: State) -> Ints:
    """A position after the deal, or a player's view of one."""
    table = np.zeros((ROWS, WIDTH), np.int64)
    for row, pile in enumerate((*state.columns, state.mazzetto + state.mazzo)):
        table[row, : len(pile)] = [pack_card(card) for card in pile]
        table[LENGTH, row] = len(pile)
    table[DOWN, :9] = (*state.hidden, len(state.mazzetto), state.unseen)
    options = (game.king, game.draw, game.empty_column == "any")
    table[BASES, :8] = (*state.bases, *options, STOPS.index(state.stopped))
    return table


def unpack(game: Solitario40, table: Ints) -> State:
    """Inverse of ``pack``."""
    piles: list[Pile] = [
        tuple(unpack_card(int(code), game.cards) for code in table[row, : table[LENGTH, row]])
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


def points(table: Ints) -> int:
    """As ``Solitario40.points``."""
    on_bases, hidden = int(table[BASES, :4].sum()), int(table[DOWN, :COLUMNS].sum())
    stock_gone = 4 * int(table[BASES, RANKS]) - HIDDEN - COLUMNS - int(table[LENGTH, STOCK])
    return 10 * on_bases + 5 * stock_gone + 5 * (HIDDEN - hidden)


# What is legal


@inlined
def is_solved(table: Ints) -> bool:
    on_bases = 0
    for suit in range(4):
        on_bases += table[BASES, suit]
    return bool(on_bases == 4 * table[BASES, RANKS])


@jit
def _to_columns(table: Ints, card: int, source: int, out: Ints, count: int) -> int:
    for column in range(COLUMNS):
        length = table[LENGTH, column]
        if column == source:
            continue
        if length == 0:
            is_taken = table[BASES, ANY] != 0 or rank_of(card) == table[BASES, RANKS]
        else:
            is_taken = fits(card, table[column, length - 1])
        if is_taken:
            out[count] = 8 * card + column + 1
            count += 1
    return count


@inlined
def _to_base(table: Ints, card: int, out: Ints, count: int) -> int:
    if table[BASES, suit_of(card)] + 1 == rank_of(card):
        out[count] = 8 * card + BASE
        count += 1
    return count


@jit
def moves(table: Ints, out: Ints) -> int:
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
            count = _to_columns(table, card_code(height, suit), STOCK, out, count)
    if turned < table[LENGTH, STOCK]:
        out[count] = TURN
        count += 1
    elif turned > 0:
        out[count] = REDEAL
        count += 1
    return count


# The moves


@inlined
def _turn(table: Ints, move: int) -> None:
    length = table[LENGTH, STOCK]
    turned = min(table[DOWN, TURNED] + table[BASES, DRAW], length) if move == TURN else 0
    table[DOWN, TURNED] = turned
    if move == TURN:
        table[DOWN, SEEN_NEVER] = min(table[DOWN, SEEN_NEVER], length - turned)


@jit
def _take_from_stock(table: Ints) -> None:
    """The top of the mazzetto leaves."""
    table[DOWN, TURNED] -= 1
    table[LENGTH, STOCK] -= 1
    for at in range(table[DOWN, TURNED], table[LENGTH, STOCK]):
        table[STOCK, at] = table[STOCK, at + 1]
    table[STOCK, table[LENGTH, STOCK]] = 0


@inlined
def _push(table: Ints, column: int, card: int) -> None:
    table[column, table[LENGTH, column]] = card
    table[LENGTH, column] += 1


@jit
def _take_from_column(table: Ints, column: int, at: int, to: int) -> None:
    """The cards from here on go to another column, or the last one leaves; one is uncovered."""
    for i in range(at, table[LENGTH, column]):
        if to >= 0:
            _push(table, to, table[column, i])
        table[column, i] = 0
    table[LENGTH, column] = at
    if at > 0 and at == table[DOWN, column]:
        table[DOWN, column] -= 1


@inlined
def _source(table: Ints, card: int) -> tuple[int, int]:
    """The pile of a card that can be moved, and its index in a column."""
    if table[BASES, suit_of(card)] == rank_of(card):
        return FROM_BASE, 0
    turned = table[DOWN, TURNED]
    if turned > 0 and table[STOCK, turned - 1] == card:
        return STOCK, 0
    for column in range(COLUMNS):
        for at in range(table[DOWN, column], table[LENGTH, column]):
            if table[column, at] == card:
                return column, at
    return -1, 0


@jit
def apply(table: Ints, move: int) -> None:
    """Make a legal move."""
    card, to = move >> 3, (move & 7) - 1
    if card == 0:
        _turn(table, move)
        return
    source, at = _source(table, card)
    if source < STOCK:
        _take_from_column(table, source, at, to)
    else:
        if source == STOCK:
            _take_from_stock(table)
        else:
            table[BASES, suit_of(card)] -= 1
        if to >= 0:
            _push(table, to, card)
    if to < 0:
        table[BASES, suit_of(card)] += 1


@jit
def play_line(table: Ints, line: Ints) -> int:
    """Play a line, each move if it is among the legal ones; how many could be played."""
    out = np.empty(MAX_MOVES, np.int64)
    for i in range(len(line)):
        count = moves(table, out)
        is_legal = False
        for j in range(count):
            is_legal |= out[j] == line[i]
        if not is_legal:
            return i
        apply(table, line[i])
    return len(line)
