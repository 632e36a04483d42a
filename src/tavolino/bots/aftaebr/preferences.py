"""How people choose among placements that a short search cannot tell apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tavolino.bots.aftaebr.lookahead import CAPTURES, LOOK, look_around, part_of
from tavolino.bots.aftaebr.tree import COUNT, FIRST, MOVE, PROVEN, VISITS
from tavolino.chance import Rng
from tavolino.games.aftaebr import NEIGHBOURS, SIDE, Place, State
from tavolino.kernels.aftaebr import Position, Words, unpack_move

OPENING = 20
"""Pieces on the board up to which the visits of a short search are chance: all placements win
about as often, and those that the search tries first are visited most."""
BESIDE = 3
MIDDLE = 0.5
LOT = 4
"""What a placement beside another piece, a step towards the middle and chance weigh, where one
more piece of the number in hand weighs 1."""


def any_low(view: State, moves: Sequence[Place], rng: Rng) -> Place:
    """A placement on one of the lowest stacks, made without thinking."""
    lowest = min(len(view.board[move.cell]) for move in moves)
    low = [move for move in moves if len(view.board[move.cell]) == lowest]
    return low[rng.below(len(low))]


def preferred(
    view: State, position: Position, nodes: Words, best: Place, tallest: int, rng: Rng
) -> Place:
    """Of the placements that look like the best one, the one that a person would make.

    Low stacks count first. In the opening the rest is how natural a placement is; later it is how
    often the search visited it, where one visit says as little as none.
    """
    look = np.zeros(LOOK, np.int64)
    look_around(position.core, look)
    part = part_of(look, best.cell, best.number)
    if part == CAPTURES:
        return best
    is_opening = sum(map(len, view.board)) < OPENING
    ranks: dict[Place, tuple[float, ...]] = {}
    for child in nodes[nodes[0, FIRST] : nodes[0, FIRST] + nodes[0, COUNT]]:
        move = unpack_move(int(child[MOVE]))
        assert isinstance(move, Place), "a colour is chosen before the search"
        if part_of(look, move.cell, move.number) == part and not child[PROVEN]:
            height = len(view.board[move.cell])
            too_tall, visits = max(0, height - tallest + 1), max(int(child[VISITS]), 1)
            nature = _naturalness(view, move, rng)
            ranks[move] = (-too_tall, 0 if is_opening else visits, -height, nature)
    return max(ranks, key=ranks.__getitem__) if ranks else best


def _naturalness(view: State, move: Place, rng: Rng) -> float:
    """People play beside other pieces, near the middle, and all their numbers in turn."""
    assert view.turn is not None
    row, column = divmod(move.cell, SIDE)
    from_middle = abs(2 * row - SIDE + 1) + abs(2 * column - SIDE + 1)
    is_beside = any(view.board[cell] for cell in NEIGHBOURS[move.cell])
    held = view.hands[view.turn][move.number - 1]
    return held + BESIDE * is_beside - MIDDLE * from_middle + rng.below(LOT + 1)
