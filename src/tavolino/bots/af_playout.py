"""Games of AFTAEBR played carefully to their end: take what there is, give nothing away."""

from __future__ import annotations

from tavolino.bots.af_look import CAPTURES, GIVING, QUIET, look_around
from tavolino.games.aftaebr import MAX_PLIES
from tavolino.kernels.aftaebr import HELD, PLAYERS, TRAIL, TURN, Bytes, Words, apply
from tavolino.kernels.aftaebr_random import random_of
from tavolino.kernels.bits import popcount
from tavolino.kernels.jit import inlined, jit


@inlined
def careful_move(core: Words, look: Words, seeds: Words) -> int:
    look_around(core, look)
    best = CAPTURES
    if not look[0] | look[1] | look[2] | look[3]:
        best = QUIET if look[4] | look[5] | look[6] | look[7] else GIVING
    return random_of(look[best], look[best + 1], look[best + 2], look[best + 3], seeds)


@jit
def play_carefully(core: Words, stacks: Bytes, trail: Words, look: Words, seeds: Words) -> int:
    """To the end; the winners as bits 1 << seat."""
    plies = 0
    while core[TURN] >= 0 and plies < MAX_PLIES:
        core[TRAIL] = 0
        apply(core, stacks, trail, careful_move(core, look, seeds))
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
