"""The search bot for AFTAEBR; its levels differ by the number of simulations."""

from __future__ import annotations

from time import monotonic
from typing import Any

import numpy as np

from tavolino.bots.aftaebr.endgame import EndgameSearch
from tavolino.bots.aftaebr.lookahead import LOOK
from tavolino.bots.aftaebr.preferences import any_low, preferred
from tavolino.bots.aftaebr.tree import (
    DEEPEST,
    NODE,
    PROVEN,
    WORTH,
    Floats,
    best_move,
    simulate,
)
from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat
from tavolino.games.aftaebr import Place, State
from tavolino.kernels.aftaebr import (
    MAX_MOVES,
    Position,
    Words,
    empty_position,
    pack,
    unpack_move,
)

BATCH = 64
"""Simulations between two checks of the clock."""
FEW_PIECES = 8
"""Pieces in all hands from which on the endgame is searched to the last piece first."""
POSITIONS = 20
"""Endgame positions searched per simulation of the budget."""


class SearchBot:
    """Monte Carlo tree search with careful playouts and exact endgames.

    It thinks for ``simulations`` playouts, or for ``seconds`` if they end first. Deterministic for
    a seed and a number of simulations, unless it is stopped or its time ends.
    """

    def __init__(
        self,
        simulations: int,
        seconds: float | None = None,
        tallest: int | None = None,
        careless: int = 0,
    ) -> None:
        self.simulations, self.seconds, self.tallest = simulations, seconds, tallest
        """The height of stacks on which it places no other piece without need; it also opens as
        people do (``preferences.py``). None for a bot that only the search decides."""
        self.careless = careless
        """Of 100 moves, those that it makes without thinking, on low stacks."""

    def choose(
        self,
        game: AnyGame,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """The move with the most simulations, or one that wins the endgame by force."""
        moves, rng = game.legal_moves(view), Rng(rng_seed, 0)
        if None in view.colours or len(moves) == 1:
            return moves[rng.below(len(moves))]
        if rng.below(100) < self.careless:
            return any_low(view, moves, rng)
        position = pack(view)
        if sum(map(sum, view.hands)) <= FEW_PIECES:
            winning = EndgameSearch().winning_move(position, POSITIONS * self.simulations, stop)
            if winning is not None:
                return unpack_move(winning)
        seed = 1 + rng.below((1 << 63) - 1)
        nodes, _ = grow_tree(position, seed, self.simulations, self.seconds, stop)
        best = unpack_move(best_move(nodes, seat))
        if self.tallest is None or nodes[0, PROVEN] or not isinstance(best, Place):
            return best
        return preferred(view, position, nodes, best, self.tallest, rng)


def grow_tree(
    position: Position,
    seed: int,
    simulations: int,
    seconds: float | None = None,
    stop: StopAsked | None = None,
) -> tuple[Words, Floats]:
    """The nodes of the tree after the simulations, the root first, and their worths."""
    nodes, worths = np.zeros((1, NODE), np.int64), np.zeros((1, WORTH))
    path, look = np.zeros((DEEPEST, 2), np.int64), np.zeros(LOOK, np.int64)
    scratch, stream = empty_position(), np.array([seed], np.int64)
    size, done, end = 1, 0, monotonic() + (seconds or 0)
    while done < simulations and not nodes[0, PROVEN]:
        if done and ((seconds and monotonic() >= end) or (stop and stop())):
            break
        times = min(BATCH, simulations - done)
        room = size + times * MAX_MOVES
        if room > len(nodes):
            nodes, worths = _enlarge(nodes, 2 * room), _enlarge(worths, 2 * room)
        size = simulate(position, scratch, nodes, worths, path, look, stream, size, times)
        done += times
    return nodes, worths


def _enlarge(rows: Any, size: int) -> Any:
    larger = np.empty((size, rows.shape[1]), rows.dtype)
    larger[: len(rows)] = rows
    return larger
