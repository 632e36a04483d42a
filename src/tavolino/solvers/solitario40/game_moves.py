"""Translates the moves of the search into moves of the game.

The search leaves open in which columns the face-up cards are; here each move gets its column, and
the turns and redeals of the mazzo that it needs. Cards are numbers of bits, as in ``position``.
"""

from __future__ import annotations

import numpy as np

from tavolino.kernels.cards import fits
from tavolino.kernels.jit import Ints, jit
from tavolino.solvers.solitario40.position import NOWHERE, UP

LENGTH, HIDDEN, CARDS = 0, 1, 2
"""A row of ``columns``: the number of cards, how many of them are hidden, then the cards."""
TURN, REDEAL = -1, -2
COUNT, CODES = 0, 1
"""``script``: the number of moves, then each move as 8 × card + column, column 0 for the base."""


@jit
def _append(script: Ints, code: int) -> None:
    script[CODES + script[COUNT]] = code
    script[COUNT] += 1


@jit
def _find(columns: Ints, card: int) -> tuple[int, int]:
    """Column and index of a face-up card; ``NOWHERE`` if it is in no column."""
    for column in range(len(columns)):
        for at in range(columns[column, HIDDEN], columns[column, LENGTH]):
            if columns[column, CARDS + at] == card:
                return column, at
    return NOWHERE, NOWHERE


@jit
def _parent_column(columns: Ints, needed: Ints, card: int) -> int:
    """The column whose last card takes this one; of two, the one whose last card goes up later.

    ``needed`` has for each card the index of the move that takes it to its base.
    """
    found, latest = NOWHERE, NOWHERE
    for column in range(len(columns)):
        if columns[column, LENGTH]:
            end = columns[column, CARDS + columns[column, LENGTH] - 1]
            if fits(card, end) and needed[end] > latest:
                found, latest = column, needed[end]
    return found


@jit
def _carry(columns: Ints, script: Ints, card: int, to: int) -> None:
    """Move a card to a column, with the cards on it if it comes from another column."""
    column, at = _find(columns, card)
    _append(script, 8 * card + to + 1)
    if column == NOWHERE:
        columns[to, CARDS + columns[to, LENGTH]] = card
        columns[to, LENGTH] += 1
        return
    for i in range(at, columns[column, LENGTH]):
        columns[to, CARDS + columns[to, LENGTH]] = columns[column, CARDS + i]
        columns[to, LENGTH] += 1
    _truncate(columns, column, at)


@jit
def _truncate(columns: Ints, column: int, at: int) -> None:
    columns[column, LENGTH] = at
    if at and at == columns[column, HIDDEN]:
        columns[column, HIDDEN] -= 1


@jit
def _free_column(columns: Ints, script: Ints, needed: Ints, card: int) -> int:
    """A column for this card, emptied first if necessary."""
    to = _parent_column(columns, needed, card)
    if to != NOWHERE:
        return to
    for column in range(len(columns)):
        if not columns[column, LENGTH]:
            return column
    for column in range(len(columns)):
        if not columns[column, HIDDEN]:
            bottom = columns[column, CARDS]
            to = _parent_column(columns, needed, bottom)
            if to != NOWHERE:
                _carry(columns, script, bottom, to)
                return column
    return NOWHERE


@jit
def _turn_to(stock: Ints, script: Ints, card: int, size: int, turned: int, draw: int) -> int:
    """Turn and redeal until the card is on top of the mazzetto; returns its index in the stock."""
    at = 0
    while stock[at] != card:
        at += 1
    n = at + 1
    if turned > n or ((n - turned) % draw and n != size):
        while turned < size:
            _append(script, TURN)
            turned += draw
        _append(script, REDEAL)
        turned = 0
    while turned < n:
        _append(script, TURN)
        turned += draw
    return at


@jit
def to_game_moves(columns: Ints, stock: Ints, turned: int, draw: int, line: Ints) -> Ints:
    """The moves of ``line`` as codes of game moves. Changes ``columns`` and ``stock``."""
    size = len(stock)
    needed = np.full(64, len(line), np.int64)
    for i in range(len(line)):
        if line[i] >= UP:
            needed[line[i] & 63] = i
    script = np.zeros(16 + len(line) * (size + 6), np.int64)
    for move in line:
        card = move & 63
        column, at = _find(columns, card)
        if column != NOWHERE and move >= UP and at + 1 < columns[column, LENGTH]:
            child = columns[column, CARDS + at + 1]
            _carry(columns, script, child, _free_column(columns, script, needed, child))
            column, at = _find(columns, card)
        to = NOWHERE
        if move < UP:
            to = _free_column(columns, script, needed, card)
        for slot in range(size):
            if stock[slot] == card:
                turned = _turn_to(stock, script, card, size, turned, draw)
                size -= 1
                for i in range(turned, size):
                    stock[i] = stock[i + 1]
                break
        if move < UP:
            _carry(columns, script, card, to)
        else:
            _append(script, 8 * card)
            if column != NOWHERE:
                _truncate(columns, column, at)
    return script[CODES : CODES + script[COUNT]].copy()
