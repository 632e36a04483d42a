"""The bot for Azul that looks no further than this round's points."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import Seat
from tavolino.games.azul_solo import LINES, PENALTIES, Move, State
from tavolino.kernels.azul_solo import (
    LINE,
    MAX_MOVES,
    SCORE,
    end_round,
    moves,
    pack,
    take,
    unpack_move,
)
from tavolino.kernels.jit import Ints

SPARE = sum(PENALTIES)
"""Added to the score, so that penalties count in full though a score cannot fall below 0."""


def gain(table: Ints, move: int) -> tuple[int, int]:
    """The points if the round ended after this take, and the tiles on the pattern lines."""
    after = table.copy()
    after[SCORE] += SPARE
    take(after, move >> 6, move >> 3 & 7, move & 7)
    laid = sum(int(line) & 7 for line in after[LINE : LINE + LINES])
    end_round(after)
    return int(after[SCORE] - table[SCORE]) - SPARE, laid


class GreedyBot:
    """Takes for the most points, then for the most tiles on lines."""

    def choose(
        self,
        game: Any,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Move:
        """A move with the highest gain; the seed decides between equal ones."""
        table, out = pack(game, view), np.empty(MAX_MOVES, np.int64)
        gains = {int(move): gain(table, int(move)) for move in out[: moves(table, out)]}
        most = max(gains.values())
        best = [move for move, gained in gains.items() if gained == most]
        return unpack_move(best[Rng(rng_seed, 0).below(len(best))])
