"""The line that the search found: with the moves that were forced, without those that were not
needed."""

from __future__ import annotations

import numpy as np

from tavolino.kernels.jit import inlined, jit
from tavolino.solvers.s40_position import (
    NOWHERE,
    UP,
    Ints,
    Position,
    Rules,
    after,
    places,
    sent_up,
)

UNPLAYABLE = -1_000_000


@inlined
def is_legal(rules: Rules, here: Position, move: int) -> bool:
    bit = 1 << (move & 63)
    free, ends = places(rules, here)
    if move >= UP:
        return here.next & (here.tops | here.visible & ends) & bit != 0
    return free & (here.tops | here.locked | here.next >> 4) & bit != 0


@jit
def whole(rules: Rules, layout: Ints, here: Position, line: Ints) -> Ints:
    """Every move of the line, also those that are made at once because they are safe."""
    moves = np.empty(4 * len(line) + 64, np.int64)
    count = 0
    for i in range(len(line) + 1):
        if i:
            moves[count] = line[i - 1]
            here = after(rules, layout, here, moves[count])
            count += 1
        forced = sent_up(rules, here)
        while forced != NOWHERE:
            if count + 2 > len(moves):
                moves = np.append(moves, np.empty(len(moves), np.int64))
            moves[count] = forced
            here = after(rules, layout, here, forced)
            count += 1
            forced = sent_up(rules, here)
    return moves[:count].copy()


@jit
def points_without(
    rules: Rules, layout: Ints, here: Position, moves: Ints, skip: int, also: int
) -> int:
    """The points at the end if two moves are left out, UNPLAYABLE if the rest is not legal."""
    for i in range(len(moves)):
        if i != skip and i != also:
            if not is_legal(rules, here, moves[i]):
                return UNPLAYABLE
            here = after(rules, layout, here, moves[i])
    return here.points


@jit
def shortened(rules: Rules, layout: Ints, start: Position, moves: Ints) -> Ints:
    """Leave out what is not needed: a card laid on a column that could have gone up directly, a
    card that goes up and down again or down and up."""
    points = points_without(rules, layout, start, moves, NOWHERE, NOWHERE)
    here, i = start, 0
    while i < len(moves):
        card, is_up = moves[i] & 63, moves[i] >= UP
        back = NOWHERE
        if is_up or here.next >> 4 & 1 << card:
            for j in range(len(moves) - 1, i, -1):
                if moves[j] == moves[i] ^ UP:
                    back = j
        is_waste = back != NOWHERE or not (is_up or here.next >> 4 & 1 << card)
        rest = moves[i:]
        also = back - i if back != NOWHERE else NOWHERE
        if is_waste and points_without(rules, layout, here, rest, 0, also) == points:
            keep = np.ones(len(moves), np.bool_)
            keep[i] = False
            if back != NOWHERE:
                keep[back] = False
            moves = moves[keep]
        else:
            here = after(rules, layout, here, moves[i])
            i += 1
    return moves
