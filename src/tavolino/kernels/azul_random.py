"""Bags and dice for Azul in solitario, and games played at random."""

from __future__ import annotations

import numpy as np

from tavolino.games.azul_solo import TRAYS
from tavolino.kernels.azul_solo import (
    AUTOMA,
    BAG,
    DRAWN,
    MOST_MOVES,
    MOVER,
    ROLL,
    SCORE,
    SIZE,
    TILES,
    Moves,
    Table,
    apply,
    automa_points,
    has_tiles,
    is_open,
    moves,
)
from tavolino.kernels.jit import inlined, jit


@inlined
def mixed(seed: int, number: int) -> int:
    """The state of a generator of its own for each number (the finaliser of splitmix64)."""
    bits = seed + (number + 1) * -7046029254386353131
    bits = (bits ^ ((bits >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    bits = (bits ^ ((bits >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    bits ^= (bits >> 31) & 0x1FFFFFFFF
    return bits if bits else 1


@inlined
def drawn_below(stream: Table, n: int) -> int:
    """A number below n, from the upper half of a xorshift generator."""
    word = stream[0]
    word ^= word << 13
    word ^= (word >> 7) & ((1 << 57) - 1)
    word ^= word << 17
    stream[0] = word
    return int((((word >> 32) & 0xFFFFFFFF) * n) >> 32)


@jit
def shuffle_bag(table: Table, stream: Table) -> None:
    """Put what is left in the bag in any order."""
    for at in range(BAG + table[DRAWN], BAG + TILES - 1):
        other = at + drawn_below(stream, BAG + TILES - at)
        table[at], table[other] = table[other], table[at]


@inlined
def rolled(stream: Table) -> int:
    return ROLL + 1 + drawn_below(stream, TRAYS)


@jit
def play_randomly(table: Table, out: Moves, stream: Table) -> int:
    """Any move, to the end; how many moves."""
    plies = 0
    while is_open(table) and has_tiles(table):
        if table[MOVER] == AUTOMA:
            move = rolled(stream)
        else:
            move = out[drawn_below(stream, moves(table, out))]
        apply(table, move)
        plies += 1
    return plies


@jit
def random_games(start: Table, points: Table, seed: int) -> int:
    """Random games from a position, each with a bag of its own; how many moves in all.

    ``points`` gets a row for each game: what the human has at its end, and the automa.
    """
    table, out = np.empty(SIZE, np.int64), np.empty(MOST_MOVES, np.int64)
    stream, plies = np.empty(1, np.int64), 0
    for game in range(len(points)):
        table[:] = start
        stream[0] = mixed(seed, game)
        shuffle_bag(table, stream)
        plies += play_randomly(table, out, stream)
        points[game, 0], points[game, 1] = table[SCORE], automa_points(table)
    return plies
