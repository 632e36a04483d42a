"""Which step of nove_colonne to make.

The value of a step depends on the position after it and on nothing else: not on the way there, nor
on the other steps. So a player who has begun to make the best step goes on with it, unless there is
a better one now; otherwise it could go back and forth between two steps for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp
from typing import NamedTuple

import numpy as np

from tavolino.bots.nove_colonne.position import ROW
from tavolino.bots.nove_colonne.quick_player import games_won, new_table, write_points
from tavolino.kernels.jit import Ints
from tavolino.solvers.nove_colonne.linked import HASH

TRUST = 30
"""The network counts as much as so many games."""


class Decision(NamedTuple):
    """A step, and how many of the imagined games after it are won; 0 if none was played."""

    step: Ints
    won: int


def decide(
    steps: Ints, reserve: Ints, candidates: int, games: int, stop: Callable[[], bool]
) -> Decision:
    """Play so many ``games`` after each of so many ``candidates``, the steps with the most points.

    Of equals the hash decides, so that the order in which steps are found means nothing. ``stop``
    is called after each candidate.
    """
    points = np.zeros(len(steps))
    write_points(steps, new_table(reserve), points)
    ranked = np.lexsort((steps[:, HASH], -points))[:candidates]
    best, most = Decision(steps[ranked[0]], 0), -1.0
    for i in ranked if games and len(ranked) > 1 else ():
        won = _games_won(steps[i, :ROW].tobytes(), reserve.tobytes(), games)
        value = won + TRUST / (1.0 + exp(-points[i]))
        if value > most:
            best, most = Decision(steps[i], won), value
        if stop():
            break
    return best


@lru_cache(maxsize=1024)
def _games_won(after: bytes, reserve: bytes, games: int) -> int:
    """A step takes several moves, and is judged again at each of them."""
    row, cards = (np.frombuffer(numbers, np.int64).copy() for numbers in (after, reserve))
    return int(games_won(row, games, new_table(cards)))
