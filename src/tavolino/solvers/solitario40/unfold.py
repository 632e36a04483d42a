"""From the moves of the search to those of the game: which column, how often to turn the mazzo.

What the search leaves open, where the face-up cards lie, is decided here. Cards are bits, as in
``position``.
"""

from __future__ import annotations

import numpy as np

from tavolino.kernels.cards import fits
from tavolino.kernels.jit import Ints, jit
from tavolino.solvers.solitario40.position import NOWHERE, UP

LENGTH, HIDDEN, CARDS = 0, 1, 2
"""A row of the table: how long the column is, how many are hidden, its cards."""
TURN, REDEAL = -1, -2
COUNT, CODES = 0, 1
"""The script: how many moves, then the moves: 8 times the card, plus the column or 0."""


@jit
def write(script: Ints, code: int) -> None:
    script[CODES + script[COUNT]] = code
    script[COUNT] += 1


@jit
def place_of(table: Ints, card: int) -> tuple[int, int]:
    """Column and index of a card that lies face up in a column."""
    for column in range(len(table)):
        for at in range(table[column, HIDDEN], table[column, LENGTH]):
            if table[column, CARDS + at] == card:
                return column, at
    return NOWHERE, NOWHERE


@jit
def parent_of(table: Ints, stays: Ints, card: int) -> int:
    """The column whose end takes this card; of two, the one whose end is needed later."""
    found, stay = NOWHERE, NOWHERE
    for column in range(len(table)):
        if table[column, LENGTH]:
            end = table[column, CARDS + table[column, LENGTH] - 1]
            if fits(card, end) and stays[end] > stay:
                found, stay = column, stays[end]
    return found


@jit
def carry(table: Ints, script: Ints, card: int, to: int) -> None:
    """A card, with the run that lies on it, to another column; or from elsewhere, alone."""
    column, at = place_of(table, card)
    write(script, 8 * card + to + 1)
    if column == NOWHERE:
        table[to, CARDS + table[to, LENGTH]] = card
        table[to, LENGTH] += 1
        return
    for i in range(at, table[column, LENGTH]):
        table[to, CARDS + table[to, LENGTH]] = table[column, CARDS + i]
        table[to, LENGTH] += 1
    cut(table, column, at)


@jit
def cut(table: Ints, column: int, at: int) -> None:
    table[column, LENGTH] = at
    if at and at == table[column, HIDDEN]:
        table[column, HIDDEN] -= 1


@jit
def landing(table: Ints, script: Ints, stays: Ints, card: int) -> int:
    """A column for this card; if need be, one that is emptied first."""
    to = parent_of(table, stays, card)
    if to != NOWHERE:
        return to
    for column in range(len(table)):
        if not table[column, LENGTH]:
            return column
    for column in range(len(table)):
        if not table[column, HIDDEN]:
            bottom = table[column, CARDS]
            to = parent_of(table, stays, bottom)
            if to != NOWHERE:
                carry(table, script, bottom, to)
                return column
    return NOWHERE


@jit
def turn_to(stock: Ints, script: Ints, card: int, size: int, turned: int, draw: int) -> int:
    """Turn and redeal until the card is on top; its index."""
    at = 0
    while stock[at] != card:
        at += 1
    n = at + 1
    if turned > n or ((n - turned) % draw and n != size):
        while turned < size:
            write(script, TURN)
            turned += draw
        write(script, REDEAL)
        turned = 0
    while turned < n:
        write(script, TURN)
        turned += draw
    return at


@jit
def unfolded(table: Ints, stock: Ints, turned: int, draw: int, line: Ints) -> Ints:
    """The game's own moves. ``table`` and ``stock`` are used up."""
    size = len(stock)
    stays = np.full(64, len(line), np.int64)
    for i in range(len(line)):
        if line[i] >= UP:
            stays[line[i] & 63] = i
    script = np.zeros(16 + len(line) * (size + 6), np.int64)
    for move in line:
        card = move & 63
        column, at = place_of(table, card)
        if column != NOWHERE and move >= UP and at + 1 < table[column, LENGTH]:
            child = table[column, CARDS + at + 1]
            carry(table, script, child, landing(table, script, stays, child))
            column, at = place_of(table, card)
        to = NOWHERE
        if move < UP:
            to = landing(table, script, stays, card)
        for slot in range(size):
            if stock[slot] == card:
                turned = turn_to(stock, script, card, size, turned, draw)
                size -= 1
                for i in range(turned, size):
                    stock[i] = stock[i + 1]
                break
        if move < UP:
            carry(table, script, card, to)
        else:
            write(script, 8 * card)
            if column != NOWHERE:
                cut(table, column, at)
    return script[CODES : CODES + script[COUNT]].copy()
