"""Completes and shortens the line that the search found."""

from __future__ import annotations

import numpy as np

from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.solitario40.game_moves import to_game_moves
from tavolino.solvers.solitario40.layout import IN_MAZZETTO, unpack_columns, unpack_stock
from tavolino.solvers.solitario40.position import (
    NOWHERE,
    UP,
    Position,
    Rules,
    after,
    forced_move,
    places,
)

UNPLAYABLE = -1_000_000


@inlined
def is_legal(rules: Rules, here: Position, move: int) -> bool:
    """Whether a move of the search can be made here."""
    bit = 1 << (move & 63)
    free, ends = places(rules, here)
    if move >= UP:
        return here.next & (here.tops | here.visible & ends) & bit != 0
    return free & (here.tops | here.locked | here.next >> 4) & bit != 0


@jit
def with_forced_moves(rules: Rules, layout: Ints, here: Position, line: Ints) -> Ints:
    """The line with the forced moves, which the search leaves out.

    A card that goes up has come down before in the line, or is one of at most 52 cards.
    """
    moves = np.empty(2 * len(line) + 52, np.int64)
    count = 0
    for i in range(len(line) + 1):
        if i:
            moves[count] = line[i - 1]
            here = after(rules, layout, here, moves[count])
            count += 1
        forced = forced_move(rules, here)
        while forced != NOWHERE:
            moves[count] = forced
            here = after(rules, layout, here, forced)
            count += 1
            forced = forced_move(rules, here)
    return moves[:count].copy()


@jit
def points_after(rules: Rules, layout: Ints, here: Position, moves: Ints) -> int:
    """The points after these moves; UNPLAYABLE if one of them is illegal."""
    for move in moves:
        if not is_legal(rules, here, move):
            return UNPLAYABLE
        here = after(rules, layout, here, move)
    return here.points


@jit
def shorten(rules: Rules, layout: Ints, start: Position, moves: Ints) -> Ints:
    """Leave out unneeded moves that do not change the points.

    These are: to a column, if the card could go up from where it was; up and down again; down and
    up again.
    """
    points = points_after(rules, layout, start, moves)
    here, i = start, 0
    while i < len(moves):
        back = NOWHERE
        for j in range(len(moves) - 1, i, -1):
            if moves[j] == moves[i] ^ UP:
                back = j
        is_new_card = moves[i] < UP and not here.next >> 4 & 1 << moves[i]
        also = NOWHERE if is_new_card else back
        keep = np.ones(len(moves), np.bool_)
        keep[i] = False
        if also != NOWHERE:
            keep[also] = False
        rest = moves[keep]
        is_waste = is_new_card or back != NOWHERE
        if is_waste and points_after(rules, layout, here, rest[i:]) == points:
            moves = rest
        else:
            here = after(rules, layout, here, moves[i])
            i += 1
    return moves


@jit
def game_moves_of(rules: Rules, layout: Ints, start: Position, line: Ints, numbers: Ints) -> Ints:
    """The line that the search found as codes of game moves, from a flattened state."""
    moves = shorten(rules, layout, start, with_forced_moves(rules, layout, start, line))
    columns, stock = unpack_columns(numbers), unpack_stock(numbers)
    return to_game_moves(columns, stock, numbers[IN_MAZZETTO], rules.draw, moves)
