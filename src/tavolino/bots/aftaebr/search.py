"""The search bot for AFTAEBR; its levels differ by the number of simulations."""

from __future__ import annotations

from time import monotonic
from typing import Any

import numpy as np

from tavolino.bots.aftaebr.endgame import EndgameSearch
from tavolino.bots.aftaebr.lookahead import LOOK
from tavolino.bots.aftaebr.tree import DEEPEST, NODE, PROVEN, WORTH, best_move, simulate
from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat
from tavolino.games.aftaebr import State
from tavolino.kernels.aftaebr import MAX_MOVES, Position, empty_position, pack, unpack_move

BATCH = 64
"""Simulations between two checks of the clock."""
FEW_PIECES = 8
"""With at most so many pieces in all hands, the endgame is searched to the last piece first."""
POSITIONS = 20
"""Endgame positions searched per simulation of the budget."""


class SearchBot:
    """Monte Carlo tree search with careful playouts and exact endgames.

    Deterministic for a seed and a number of simulations, unless it is stopped or its time ends.
    """

    def __init__(self, simulations: int, seconds: float | None = None) -> None:
        self.simulations, self.seconds = simulations, seconds

    def choose(
        self,
        game: AnyGame,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        moves, rng = game.legal_moves(view), Rng(rng_seed, 0)
        if None in view.colours or len(moves) == 1:
            return moves[rng.below(len(moves))]
        position = pack(view)
        if sum(map(sum, view.hands)) <= FEW_PIECES:
            winning = EndgameSearch().winning_move(position, POSITIONS * self.simulations, stop)
            if winning is not None:
                return unpack_move(winning)
        return unpack_move(self._search(position, seat, 1 + rng.below((1 << 63) - 1), stop))

    def _search(self, position: Position, seat: Seat, seed: int, stop: StopAsked | None) -> int:
        nodes, worths = np.zeros((1, NODE), np.int64), np.zeros((1, WORTH))
        path, look = np.zeros((DEEPEST, 2), np.int64), np.zeros(LOOK, np.int64)
        scratch, stream = empty_position(), np.array([seed], np.int64)
        size, done, end = 1, 0, monotonic() + (self.seconds or 0)
        while done < self.simulations and not nodes[0, PROVEN]:
            if done and ((self.seconds and monotonic() >= end) or (stop and stop())):
                break
            times = min(BATCH, self.simulations - done)
            room = size + times * MAX_MOVES
            if room > len(nodes):
                nodes, worths = _enlarge(nodes, 2 * room), _enlarge(worths, 2 * room)
            size = simulate(position, scratch, nodes, worths, path, look, stream, size, times)
            done += times
        return best_move(nodes, seat)


def _enlarge(rows: Any, size: int) -> Any:
    larger = np.empty((size, rows.shape[1]), rows.dtype)
    larger[: len(rows)] = rows
    return larger
