"""Quick games of solitario40: a hasty player who looks at the open cards only, compiled.

How far it gets on a deal says how forgiving the deal is (``learning/deals``): it uncovers a card
when it can, lifts, plays from the stock, turns, and now and then does something else.
"""

from __future__ import annotations

import numpy as np

from tavolino.games.solitario40 import COLUMNS, HIDDEN, Solitario40, State
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import random_below, stream_start
from tavolino.kernels.solitario40 import (
    DOWN,
    FROM_BASE,
    LENGTH,
    MAX_MOVES,
    STOCK,
    _source,
    apply,
    is_solved,
    moves,
    pack,
)

UNCOVERS, LIFTS, FROM_STOCK, TURNS, OTHER = range(5)
"""What a move does, the most urgent first; OTHER is hardly ever done."""
WHIM = 12
"""One choice in ``WHIM`` ignores what is urgent."""
IDLE_PASSES = 3
"""Times through the stock without another move after which a game is given up."""


@inlined
def _urgency(table: Ints, move: int) -> int:
    card, to = move >> 3, move & 7
    if card == 0:
        return TURNS
    source, at = _source(table, card)
    if source == FROM_BASE:
        return OTHER
    if source == STOCK:
        return FROM_STOCK if to else LIFTS
    if at > 0 and at == table[DOWN, source]:
        return UNCOVERS
    return OTHER if to else LIFTS


@jit
def _choose(table: Ints, out: Ints, count: int, stream: Ints) -> int:
    """A random move among the most urgent ones, or, on a whim, among the second most urgent."""
    first, second = OTHER + 1, OTHER + 1
    for i in range(count):
        urgency = _urgency(table, out[i])
        if urgency < first:
            first, second = urgency, first
        elif first < urgency < second:
            second = urgency
    wanted = second if second <= TURNS and random_below(stream, WHIM) == 0 else first
    chosen, seen = -1, 0
    for i in range(count):
        if _urgency(table, out[i]) == wanted:
            seen += 1
            if random_below(stream, seen) == 0:
                chosen = out[i]
    return chosen


@jit
def _play(table: Ints, out: Ints, stream: Ints) -> None:
    """A quick game to its end."""
    idle = 0
    while not is_solved(table):
        count = moves(table, out)
        if count == 0:
            return
        move = _choose(table, out, count, stream)
        if _urgency(table, move) == OTHER:
            return
        is_turn = move >> 3 == 0
        idle = idle + 1 if is_turn else 0
        if idle > IDLE_PASSES * (table[LENGTH, STOCK] + 2):
            return
        apply(table, move)


@jit
def _uncovered(start: Ints, games: int) -> int:
    out, stream, count = np.empty(MAX_MOVES, np.int64), np.zeros(1, np.int64), 0
    for number in range(games):
        stream[0], table = stream_start(0, number), start.copy()
        _play(table, out, stream)
        count += HIDDEN - table[DOWN, :COLUMNS].sum()
    return count


def uncovered(game: Solitario40, state: State, games: int) -> int:
    """How many cards a number of quick games uncover; always the same for the same position."""
    return int(_uncovered(pack(game, state), games))
