"""A quick player of nove_colonne who sees what a player sees: how imagined games are played on.

It looks at the position after each step and makes the step with the most points: a small network
that has learnt from its own games how often such positions are won (``weights.py``).
"""

from __future__ import annotations

from tavolino.bots.nove_colonne.features import COVERED, FEATURES, Numbers, look
from tavolino.bots.nove_colonne.position import DOWN, ROW, count_down, turn
from tavolino.bots.nove_colonne.steps import Memory, list_steps
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.rng import random_below

HIDDEN_UNITS = 16
SIZE = FEATURES + 1 + HIDDEN_UNITS * (FEATURES + 2)
"""Weights: of the features and a constant; of each unit, the features, a constant, its output."""
NEAR, ENOUGH = 64, 12
"""Positions without a step that the quick player looks at, and steps that it chooses from."""
WHIM = 0.03
"""The range of the random part of the points: without it all games from a node would begin
alike."""
GRAIN = 1 << 10
WIN = 0.8
"""The part of a result that a win is."""


@jit
def points(row: Ints, reserve: Ints, w: Numbers, f: Numbers) -> float:
    """The logarithm of the odds to win, about, for the position after a step."""
    look(row, reserve, f)
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
def result_of(row: Ints) -> float:
    """What the network learns about a game that ends here.

    Uncovered cards count a little: few games are won, and those lost early teach something too.
    """
    left = count_down(row)
    uncovered = 1.0 - left / COVERED
    return WIN * (left == 0) + (1.0 - WIN) * uncovered * uncovered


@jit
def play_on(
    row: Ints, deal: Ints, reserve: Ints, stream: Ints, w: Numbers, memory: Memory, steps: Ints,
    f: Numbers,
) -> None:  # fmt: skip
    """Play a game until it is won or there is no step; ``row`` becomes its last position."""
    turn(row, deal, memory.pruning)
    while row[DOWN]:
        count, _ = list_steps(row, memory, NEAR, steps[:ENOUGH])
        if count == 0:
            return
        best, chosen = -1e9, 0
        for i in range(count if count > 1 else 0):
            value = points(steps[i, :ROW], reserve, w, f)
            value += WHIM * random_below(stream, GRAIN) / GRAIN
            if value > best:
                best, chosen = value, i
        row[:] = steps[chosen, :ROW]
        turn(row, deal, memory.pruning)
