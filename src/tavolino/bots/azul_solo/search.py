"""Rates the moves of Azul by playouts on the same bags and dice.

Every move is tried on the same samples: a bag in random order and a stream of rolls; the first
roll goes through the six faces in turn. Then the worse half of the moves is dropped, the rest is
tried on more samples, and so on until three are left (sequential halving).
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolino.bots.azul_solo.policy import Weights, play_out
from tavolino.bots.azul_solo.weights import WEIGHTS
from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.games.azul_solo import TRAYS, AzulSolo, Move, State
from tavolino.kernels.azul_solo import (
    AUTOMA,
    MOVER,
    ROLL,
    ROUND,
    SCORE,
    SIZE,
    apply,
    automa_points,
    is_open,
    pack,
    pack_move,
    unpack_move,
)
from tavolino.kernels.azul_solo_random import shuffle_bag
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.rng import stream_start

Sums = NDArray[np.float64]

# The columns of the sums
WINS, VALUE, HUMAN_POINTS, AUTOMA_POINTS, GAMES, SUMS = range(6)
FINALISTS = 3
CHUNK = 256
"""Games between two checks of the clock."""
AHEAD = np.array([0.05, 0.05, 0.02, 0.001])
"""What a point more than the automa's is worth beside a win, by round. Only the last round is all
about winning: before it, the playouts do not know yet how well the rest will be played.
"""


@jit
def sample(
    root: Ints, tried: Ints, weights: Weights, sums: Sums, seed: int, first: int, count: int
) -> None:
    """Play each move on ``count`` samples; add the results to its row of the sums."""
    bagged, table = np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    stream = np.empty(1, np.int64)
    ahead = AHEAD[root[ROUND] - 1]
    for number in range(first, first + count):
        bagged[:] = root
        stream[0] = stream_start(seed, number)
        shuffle_bag(bagged, stream)
        dice = stream[0]
        for at in range(len(tried)):
            table[:] = bagged
            stream[0] = dice
            apply(table, tried[at])
            if is_open(table) and table[MOVER] == AUTOMA:
                apply(table, ROLL + 1 + number % TRAYS)
            play_out(table, weights, stream)
            human, automa = table[SCORE], automa_points(table)
            sums[at, WINS] += human > automa
            sums[at, VALUE] += (human > automa) + ahead * (human - automa)
            sums[at, HUMAN_POINTS] += human
            sums[at, AUTOMA_POINTS] += automa
            sums[at, GAMES] += 1


class RatedMove(NamedTuple):
    """A move and the results of its playouts."""

    move: Move
    games: int
    wins: float
    """Share of the games won."""
    value: float
    """Weighted sum of wins and points ahead; ranks the moves."""
    human: float
    automa: float
    """Mean points at the end."""


def rate_moves(
    game: AzulSolo,
    view: State,
    seed: bytes,
    playouts: int,
    seconds: float | None = None,
    stop: StopAsked | None = None,
) -> list[RatedMove]:
    """The human's moves, the best first; moves dropped early come last.

    It plays ``playouts`` games in all, unless the time ends or somebody says stop.
    """
    legal = game.legal_moves(view) if game.actor(view) == 0 else ()
    if not legal:
        return []
    rng = Rng(seed, 0)
    root, key = pack(game, game.fill(game.view(view, 0), rng)), rng.below(1 << 63)
    tried = np.array([pack_move(move) for move in legal], np.int64)
    sums, sizes = np.zeros((len(tried), SUMS)), phases(len(tried))
    start, first, dropped = monotonic(), 0, list[RatedMove]()
    for phase, size in enumerate(sizes):
        ranked = np.argsort(-sums[:, VALUE], kind="stable")
        dropped[:0] = [_rated(tried[at], sums[at]) for at in ranked[size:]]
        tried, sums = tried[ranked[:size]], sums[ranked[:size]]
        last = first + max(1, playouts // len(sizes) // size)
        end = start + (seconds or 0) * (phase + 1) / len(sizes)
        while first < last:
            if first and ((seconds and monotonic() >= end) or (stop and stop())):
                break
            more = min(last - first, max(1, CHUNK // size))
            sample(root, tried, WEIGHTS, sums, key, first, more)
            first += more
    ranked = np.argsort(-sums[:, VALUE], kind="stable")
    return [_rated(tried[at], sums[at]) for at in ranked] + dropped


def phases(count: int) -> list[int]:
    """The number of moves left in each phase.

    >>> phases(25)
    [25, 13, 7, 4, 3]
    """
    sizes = [count]
    while sizes[-1] > FINALISTS:
        sizes.append(max(FINALISTS, -(-sizes[-1] // 2)))
    return sizes


def _rated(move: int, sums: Sums) -> RatedMove:
    games = sums[GAMES]
    means = [float(total / games) for total in sums[:GAMES]]
    return RatedMove(unpack_move(int(move)), int(games), *means)
