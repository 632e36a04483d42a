"""Playouts of AFTAEBR: capture, threaten, allow no capture."""

from __future__ import annotations

from tavolino.bots.aftaebr.lookahead import look_around
from tavolino.games.aftaebr import MAX_PLIES
from tavolino.kernels.aftaebr import HELD, PLAYERS, TRAIL, TURN, Bytes, Words, apply
from tavolino.kernels.aftaebr_random import random_of
from tavolino.kernels.bits import popcount
from tavolino.kernels.jit import inlined, jit


@inlined
def careful_move(core: Words, look: Words, stream: Words) -> int:
    """A random placement of the best kind there is."""
    look_around(core, look)
    at = 0
    while not look[at] | look[at + 1] | look[at + 2] | look[at + 3]:
        at += 4
    return random_of(look[at], look[at + 1], look[at + 2], look[at + 3], stream)


@jit
def play_carefully(core: Words, stacks: Bytes, trail: Words, look: Words, stream: Words) -> int:
    """Play to the end; returns the winners as bits 1 << seat."""
    plies = 0
    while core[TURN] >= 0 and plies < MAX_PLIES:
        core[TRAIL] = 0
        apply(core, stacks, trail, careful_move(core, look, stream))
        plies += 1
    return winners(core)


@inlined
def winners(core: Words) -> int:
    """The players with most pieces, the last one with pieces included (R-AF-26, R-AF-28)."""
    most, won = -1, 0
    for seat in range(core[PLAYERS]):
        if core[HELD + seat] > most:
            most, won = core[HELD + seat], 1 << seat
        elif core[HELD + seat] == most:
            won |= 1 << seat
    return won


@inlined
def share(won: int, seat: int) -> float:
    """The share of the point that a seat gets."""
    return (won >> seat & 1) / popcount(won)
