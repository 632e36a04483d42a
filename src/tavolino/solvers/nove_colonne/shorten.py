"""Shortens a line of nove_colonne by leaving out moves that it does not need.

The line wins or, if cards are face down, its last move uncovers one of them.
"""

from __future__ import annotations

import numpy as np

from tavolino.games.nove_colonne import KING, RESERVE
from tavolino.games.patience import BASE
from tavolino.kernels.cards import fits, rank_of, suit_of
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.nove_colonne import (
    BASES,
    COLUMNS,
    FROM_BASE,
    FROM_COLUMN,
    PLACES,
    apply,
    move_code,
    top,
)

NOWHERE = -1


@inlined
def _source_of(p: Ints, card: int) -> int:
    """The source of this card; NOWHERE if it is not free."""
    suit = suit_of(card)
    if p[BASES + suit] == rank_of(card):
        return FROM_BASE + suit
    for place in range(RESERVE):
        if p[PLACES + place] == card:
            return place
    for column in range(COLUMNS):
        if top(p, column) == card:
            return FROM_COLUMN + column
    return NOWHERE


@inlined
def _can_go(p: Ints, card: int, to: int) -> bool:
    if to == BASE:
        return bool(p[BASES + suit_of(card)] + 1 == rank_of(card))
    host = top(p, to - 1)
    return host == 0 or fits(card, host)


@jit
def _reaches_goal(p: Ints, moves: Ints, left_out: Ints) -> bool:
    """Whether the line still reaches its end without the moves left out.

    Updates the sources of the moves, since a card may then be elsewhere.
    """
    uncovered = False
    for i in range(len(moves)):
        if left_out[i]:
            continue
        card, to = moves[i] >> 9, moves[i] & 15
        source = _source_of(p, card)
        if uncovered or source == NOWHERE or not _can_go(p, card, to):
            return False
        moves[i] = move_code(card, source, to)
        uncovered = bool(apply(p, moves[i]))
    up = p[BASES] + p[BASES + 1] + p[BASES + 2] + p[BASES + 3]
    return uncovered or bool(up == 4 * KING)


@jit
def shorten(p: Ints, moves: Ints) -> Ints:
    """The line without needless moves: no card is moved twice where once is enough."""
    left_out = np.zeros(len(moves), np.int64)
    before = -1
    while before != left_out.sum():
        before = left_out.sum()
        for i in range(len(moves)):
            again = i + 1
            while again < len(moves) and (left_out[again] or moves[again] >> 9 != moves[i] >> 9):
                again += 1
            if left_out[i] or again >= len(moves):
                continue
            for both in range(1, -1, -1):  # there and back, or a stop on the way
                left_out[i], left_out[again] = 1, both
                if _reaches_goal(p.copy(), moves.copy(), left_out):
                    break
                left_out[i] = left_out[again] = 0
    _reaches_goal(p.copy(), moves, left_out)
    kept: Ints = moves[left_out == 0]
    return kept
