"""Games of AFTAEBR played carefully to their end: take, threaten, give nothing away."""

from __future__ import annotations

from tavolino.bots.aftaebr.lookahead import look_around
from tavolino.games.aftaebr import MAX_PLIES
from tavolino.kernels.aftaebr import HELD, PLAYERS, TRAIL, TURN, Bytes, Words, apply
from tavolino.kernels.aftaebr_random import random_of
from tavolino.kernels.bits import popcount
from tavolino.kernels.jit import inlined, jit


@inlined
def careful_move(core: Words, look: Words, stream: Words) -> int:
    """Any of the most wanted placements there are."""
    look_around(core, look)
    at = 0
    while not look[at] | look[at + 1] | look[at + 2] | look[at + 3]:
        at += 4
    return random_of(look[at], look[at + 1], look[at + 2], look[at + 3], stream)


@jit
def play_carefully(core: Words, stacks: Bytes, trail: Words, look: Words, stream: Words) -> int:
    """To the end; the winners as bits 1 << seat."""
    plies = 0
    while core[TURN] >= 0 and plies < MAX_PLIES:
        core[TRAIL] = 0
        apply(core, stacks, trail, careful_move(core, look, stream))
        plies += 1
    return winners(core)


@inlined
def winners(core: Words) -> int:
    """Those with most pieces, which the last player with pieces is too (R-AF-26, R-AF-28)."""
    most, won = -1, 0
    for seat in range(core[PLAYERS]):
        if core[HELD + seat] > most:
            most, won = core[HELD + seat], 1 << seat
        elif core[HELD + seat] == most:
            won |= 1 << seat
    return won


@inlined
def share(won: int, seat: int) -> float:
    """Winners share the point."""
    return (won >> seat & 1) / popcount(won)
