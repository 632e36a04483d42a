"""Bots for AFTAEBR that look one ply ahead, or two."""

from __future__ import annotations

from typing import Any

import numpy as np

from tavolino.bots.aftaebr.lookahead import can_capture
from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat
from tavolino.kernels.aftaebr import (
    CAPTURED,
    MAX_MOVES,
    TURN,
    Bytes,
    Words,
    apply,
    moves,
    pack,
    undo,
    unpack_move,
)
from tavolino.kernels.jit import jit


@jit
def rate_moves(
    core: Words, stacks: Bytes, trail: Words, out: Words, rates: Words, looks_on: bool
) -> int:
    """For each move the pieces it captures; -1 if it leaves the next player a capture."""
    seat, count = core[TURN], moves(core, out)
    for at in range(count):
        apply(core, stacks, trail, out[at])
        rates[at] = core[CAPTURED]
        other = core[TURN]
        if looks_on and not rates[at] and other >= 0 and other != seat:
            rates[at] = -1 if can_capture(core, other) else 0
        undo(core, stacks, trail)
    return count


class _Rater:
    looks_on: bool

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        out, rates = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64)
        count = rate_moves(*pack(view), out, rates, self.looks_on)
        best = np.flatnonzero(rates[:count] == rates[:count].max())
        return unpack_move(int(out[best[Rng(rng_seed, 0).below(len(best))]]))


class GreedyBot(_Rater):
    """Makes the largest capture."""

    looks_on = False


class SafeBot(_Rater):
    """Makes the largest capture; without one, a move that leaves none to the next player."""

    looks_on = True
