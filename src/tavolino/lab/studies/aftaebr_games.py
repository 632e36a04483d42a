"""Games of AFTAEBR that a bot plays with itself: as in ``arena.play_game``, but faster.

There is no match around them. Bots that look at a move or two choose in compiled code, so that the
position is never written out; the others get it from the rules. A ruling is asked for only where
there can be one: a position comes again only if hands and turn do (R-AF-36).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tavolino.bots import bot_named
from tavolino.bots.aftaebr.simple import rate_moves
from tavolino.bots.bot import seed_of
from tavolino.chance import Rng
from tavolino.game import Stop, after_chance
from tavolino.games.aftaebr import MAX_PLIES, Aftaebr, State
from tavolino.kernels.aftaebr import (
    CAPTURED,
    CHOSEN,
    HASH,
    MAX_MOVES,
    PASSED,
    TRAIL,
    TURN,
    apply,
    moves,
    pack,
    unpack,
)

QUICK = {"random": None, "greedy": False, "safe": True}
"""The levels that choose in compiled code: do they rate moves, looking at the answer or not?"""


class Played(NamedTuple):
    last: State
    captured: list[int]
    """Pieces, by seat."""
    passes: int
    plies: int


def play(game: Aftaebr, level: str, seed: bytes) -> Played:
    return _quick(game, level, seed) if level in QUICK else _plain(game, level, seed)


def _drawn(game: Aftaebr, seed: bytes) -> State:
    state: State = after_chance(game, game.start(), seed, 0)[0]
    return state


def _quick(game: Aftaebr, level: str, seed: bytes) -> Played:
    core, stacks, trail = position = pack(_drawn(game, seed))
    out, rates = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64)
    looks_on, key, number, plies, passes = QUICK[level], seed.hex(), 0, 0, 0
    captured, met, stop = [0] * game.players, Counter[int](), None
    while (seat := int(core[TURN])) >= 0 and not stop:
        number += 1
        if looks_on is None:
            best = out[: moves(core, out)]
        else:
            count = rate_moves(core, stacks, trail, out, rates, looks_on)
            best = out[:count][rates[:count] == rates[:count].max()]
        is_ply = bool(core[CHOSEN : CHOSEN + game.players].all())
        core[TRAIL] = 0
        apply(core, stacks, trail, best[Rng(seed_of(key, number), 0).below(len(best))])
        if is_ply:
            plies += 1
            captured[seat] += int(core[CAPTURED])
            passes += len(f"{core[PASSED]:o}") if core[PASSED] else 0
        met[int(core[HASH])] += 1
        if core[TURN] >= 0 and (met[int(core[HASH])] >= 3 or plies >= MAX_PLIES):
            stop = Stop.ENDLESS
    last = unpack(position)
    return Played(game.stop(last, stop) if stop else last, captured, passes, plies)


def _plain(game: Aftaebr, level: str, seed: bytes) -> Played:
    bot, state = bot_named(game.name, level), _drawn(game, seed)
    history, met = [game.start(), state], Counter[tuple[Any, ...]]()
    while (seat := game.actor(state)) is not None:
        move = bot.choose(game, state, seat, seed_of(seed.hex(), len(history) - 1))
        state = game.apply(state, move)
        history.append(state)
        met[state.hands, state.turn] += 1
        if met[state.hands, state.turn] >= 3 or len(history) > MAX_PLIES:
            if why := game.ruling(history):
                state = game.stop(state, why)
    captured, passes, plies = [0] * game.players, 0, 0
    for before, after in pairwise(history):
        if before.colours and None not in before.colours and before.turn is not None:
            captured[before.turn] += after.note.captured
            passes += len(after.note.passed)
            plies += 1
    return Played(state, captured, passes, plies)
