"""The playout policy of nove_colonne: it sees what a player sees.

It looks at the position after each step and makes the step with the most points: a small network
that has learnt from its own games how often such positions are won (``weights.py``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tavolino.bots.nove_colonne.features import FEATURES, Numbers, look
from tavolino.bots.nove_colonne.position import DOWN, MOST_DOWN, ROW, deal_again, turn
from tavolino.bots.nove_colonne.steps import STEP, Memory, list_steps, new_memory
from tavolino.bots.nove_colonne.weights import WEIGHTS
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import COLUMNS
from tavolino.kernels.rng import stream_start

HIDDEN_UNITS = 16
SIZE = FEATURES + 1 + HIDDEN_UNITS * (FEATURES + 2)
"""Weights: of the features and a constant; of each unit, the features, a constant, its output."""
NEAR, ENOUGH = 256, 48
"""Positions without a step that the playout policy looks at, and steps that it chooses from."""


class Table(NamedTuple):
    """An imagined game, and memory to play it."""

    row: Ints
    deal: Ints
    reserve: Ints
    """The cards it had at first, the highest first."""
    stream: Ints
    weights: Numbers
    features: Numbers
    memory: Memory
    steps: Ints


def new_table(reserve: Ints) -> Table:
    """A table for games with this reserve."""
    return Table(
        np.zeros(ROW, np.int64),
        np.zeros((COLUMNS, MOST_DOWN), np.int64),
        np.sort(reserve)[::-1].copy(),
        np.zeros(1, np.int64),
        WEIGHTS,
        np.zeros(FEATURES),
        new_memory(),
        np.zeros((ENOUGH, STEP), np.int64),
    )


@jit
def points(after: Ints, table: Table) -> float:
    """The logarithm of the odds to win, about, for the position after a step."""
    w, f = table.weights, table.features
    look(after, table.reserve, f)
    value = float(w[FEATURES])
    for k in range(FEATURES):
        value += w[k] * f[k]
    for unit in range(HIDDEN_UNITS):
        at = FEATURES + 1 + unit * (FEATURES + 2)
        inside = w[at + FEATURES]
        for k in range(FEATURES):
            inside += w[at + k] * f[k]
        if inside > 0.0:
            value += inside * w[at + FEATURES + 1]
    return value


@jit
def write_points(steps: Ints, table: Table, written: Numbers) -> None:
    """The points of each of these steps."""
    for i in range(len(steps)):
        written[i] = points(steps[i, :ROW], table)


@jit
def play_on(table: Table) -> None:
    """Play the game until it is won or there is no step."""
    turn(table.row, table.deal, table.memory.pruning)
    while table.row[DOWN]:
        count, _ = list_steps(table.row, table.memory, NEAR, table.steps)
        if count == 0:
            return
        best, most = 0, -np.inf
        for i in range(count if count > 1 else 0):
            value = points(table.steps[i, :ROW], table)
            if value > most:
                best, most = i, value
        table.row[:] = table.steps[best, :ROW]
        turn(table.row, table.deal, table.memory.pruning)


@jit
def games_won(after: Ints, games: int, table: Table) -> int:
    """How many of ``games`` imagined games are won after a step; always the same deals."""
    won = 0
    for number in range(games):
        table.row[:] = after
        table.stream[0] = stream_start(0, number)
        deal_again(table.row, table.stream, table.deal)
        play_on(table)
        won += table.row[DOWN] == 0
    return won
