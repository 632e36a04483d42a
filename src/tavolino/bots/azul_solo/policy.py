"""The playouts' policy for Azul: values moves without looking ahead."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tavolino.games.azul_solo import LINES, TRAYS
from tavolino.kernels.azul_solo import (
    AUTOMA,
    CENTRE,
    FALLEN,
    IN_CENTRE,
    LINE,
    LOST,
    MARK,
    MOVER,
    ON_TRAY,
    ROUND,
    SAME_COLOUR,
    SCORE,
    SIZE,
    WALL,
    accepting,
    apply,
    automa_points,
    column_of,
    has_tiles,
    in_column,
    is_open,
    laid_score,
    size_of,
)
from tavolino.kernels.azul_solo_random import rolled, shuffle_bag
from tavolino.kernels.bits import popcount
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import stream_start

Weights = NDArray[np.float64]

# The columns of a table of weights; it has a row for each round.
DENY, DROP, TAKES_MARKER, FREES_MARKER, PUSH, POINTS, STARTS, IN_REACH = range(8)
COLUMN, COLOUR, ROW, SHORT = 8, 13, 18, 23


@inlined
def with_full_lines(table: Ints) -> int:
    """The wall after this round if no other line is completed."""
    wall: int = table[WALL]
    for row in range(LINES):
        line = table[LINE + row]
        if line & 7 == row + 1:
            wall |= 1 << (5 * row + column_of(row, (line >> 3) - 1))
    return wall


@inlined
def worth(wall: int, row: int, colour: int, weigh: Weights) -> float:
    """The value of a tile on the wall: its points, and its part in its column and colour."""
    column = column_of(row, colour)
    wall |= 1 << (5 * row + column)
    return float(
        weigh[POINTS] * laid_score(wall, row, column)
        + weigh[COLUMN - 1 + popcount(in_column(wall, column))]
        + weigh[COLOUR - 1 + popcount(wall & SAME_COLOUR[colour])]
        + weigh[ROW + row]
    )


@jit
def best_take(table: Ints, weights: Weights) -> int:
    """The move with the highest value; of equals the first by colour, line and source."""
    weigh = weights[table[ROUND] - 1]
    wall, fallen = with_full_lines(table), table[FALLEN]
    left = table[CENTRE]
    for at in range(TRAYS):
        left += table[at]
    best, highest = -1, -1e9
    for colour in range(5):
        around = size_of(left, colour)
        if around == 0:
            continue
        lines = accepting(table, colour)
        for line in range(LINES + 1):
            if line and not lines >> (line - 1) & 1:
                continue
            need, gain = 0, 0.0
            if line:
                held = table[LINE + line - 1] & 7
                need = line - held
                gain = worth(wall, line - 1, colour, weigh)
            for at in range(TRAYS + 1):
                tiles = size_of(table[at], colour)
                if tiles == 0:
                    continue
                value, falls = weigh[DENY] * tiles, max(0, tiles - need)
                if at == CENTRE:
                    if table[MARK] == IN_CENTRE:
                        value += weigh[TAKES_MARKER]
                        falls += 1
                else:
                    value += weigh[PUSH] * (4 - tiles)
                    if at == 0 and table[MARK] == ON_TRAY:
                        value += weigh[FREES_MARKER]
                if falls:
                    value -= weigh[DROP] * (LOST[min(7, fallen + falls)] - LOST[fallen])
                if line:
                    short = need - tiles
                    if short <= 0:
                        value += gain
                    else:
                        value += gain * weigh[SHORT - 1 + short]
                        if held == 0:
                            value += weigh[STARTS]
                        if around - tiles >= short:
                            value += weigh[IN_REACH]
                if value > highest:
                    source = at + 1 if at < CENTRE else 0
                    best, highest = 64 * source + 8 * colour + line, value
    return best


@jit
def play_out(table: Ints, weights: Weights, stream: Ints) -> None:
    """Play to the end by the policy."""
    while is_open(table) and has_tiles(table):
        if table[MOVER] == AUTOMA:
            apply(table, rolled(stream))
        else:
            apply(table, best_take(table, weights))


@jit
def policy_games(start: Ints, weights: Weights, points: Ints, seed: int) -> None:
    """As ``random_games``, by the policy."""
    table, stream = np.empty(SIZE, np.int64), np.empty(1, np.int64)
    for game in range(len(points)):
        table[:] = start
        stream[0] = stream_start(seed, game)
        shuffle_bag(table, stream)
        play_out(table, weights, stream)
        points[game, 0], points[game, 1] = table[SCORE], automa_points(table)
