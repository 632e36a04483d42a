"""Bags and dice for Azul in solitario, and games played at random."""

from __future__ import annotations

import numpy as np

from tavolino.games.azul_solo import TRAYS
from tavolino.kernels.azul_solo import (
    AUTOMA,
    BAG,
    DRAWN,
    MAX_MOVES,
    MOVER,
    ROLL,
    SCORE,
    SIZE,
    TILES,
    apply,
    automa_points,
    has_tiles,
    is_open,
    moves,
)
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import random_below, stream_start


@jit
def shuffle_bag(table: Ints, stream: Ints) -> None:
    """Put what is left in the bag in any order."""
    for at in range(BAG + table[DRAWN], BAG + TILES - 1):
        other = at + random_below(stream, BAG + TILES - at)
        table[at], table[other] = table[other], table[at]


@inlined
def rolled(stream: Ints) -> int:
    return ROLL + 1 + random_below(stream, TRAYS)


@jit
def play_randomly(table: Ints, out: Ints, stream: Ints) -> int:
    """Any move, to the end; how many moves."""
    plies = 0
    while is_open(table) and has_tiles(table):
        if table[MOVER] == AUTOMA:
            move = rolled(stream)
        else:
            move = out[random_below(stream, moves(table, out))]
        apply(table, move)
        plies += 1
    return plies


@jit
def random_games(start: Ints, points: Ints, seed: int) -> int:
    """Random games from a position, each with a bag of its own; how many moves in all.

    ``points`` gets a row for each game: what the human has at its end, and the automa.
    """
    table, out = np.empty(SIZE, np.int64), np.empty(MAX_MOVES, np.int64)
    stream, plies = np.empty(1, np.int64), 0
    for game in range(len(points)):
        table[:] = start
        stream[0] = stream_start(seed, game)
        shuffle_bag(table, stream)
        plies += play_randomly(table, out, stream)
        points[game, 0], points[game, 1] = table[SCORE], automa_points(table)
    return plies
