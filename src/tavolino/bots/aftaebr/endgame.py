"""The endgame of AFTAEBR, searched to the last piece.

For more than two players this is max^n: each maximises their own share; of equal shares, the set of
winners that is the smallest number.
"""

from __future__ import annotations

import numpy as np

from tavolino.bots.aftaebr.lookahead import LOOK, look_around
from tavolino.bots.aftaebr.playout import share, winners
from tavolino.bots.bot import StopAsked
from tavolino.kernels.aftaebr import (
    HASH,
    MAX_MOVES,
    TURN,
    Bytes,
    Position,
    Words,
    apply,
    move_code,
    undo,
)
from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import jit

DEEPEST = 96
"""Plies after which a line stays unsolved; with captures a game can go in circles."""
SLOTS = 1 << 16


class EndgameSearch:
    """A search with its hash table, for positions of one game."""

    def __init__(self) -> None:
        self.known = np.zeros((SLOTS, 2), np.int64)
        self.lists = np.zeros((DEEPEST + 1, MAX_MOVES), np.int64)
        self.look = np.zeros(LOOK, np.int64)

    def winners(self, position: Position, budget: int) -> int:
        """The winners as bits 1 << seat; 0 if ``budget`` positions were not enough."""
        left = np.array([budget], np.int64)
        return solve(*position, self.known, self.lists, self.look, left, 0)

    def winning_move(
        self, position: Position, budget: int, stop: StopAsked | None = None
    ) -> int | None:
        """A move after which the player to move is the only winner, if one is found."""
        seat, left = int(position.core[TURN]), np.array([budget], np.int64)
        moves = np.zeros(MAX_MOVES, np.int64)
        for move in moves[: order(position.core, self.look, moves)]:
            if left[0] <= 0 or (stop and stop()):
                break
            apply(*position, int(move))
            won = solve(*position, self.known, self.lists, self.look, left, 0)
            undo(*position)
            if won == 1 << seat:
                return int(move)
        return None


@jit
def order(core: Words, look: Words, moves: Words) -> int:
    """Write all placements to ``moves``, the most promising first; returns their number."""
    look_around(core, look)
    count = 0
    for at in range(LOOK):
        cells = look[at]
        while cells:
            moves[count] = move_code(lowest(cells), at % 4 + 1)
            cells &= cells - 1
            count += 1
    return count


@jit
def solve(
    core: Words,
    stacks: Bytes,
    trail: Words,
    known: Words,
    lists: Words,
    look: Words,
    left: Words,
    depth: int,
) -> int:
    """The winners with best play, as bits 1 << seat; 0 if unknown."""
    seat = core[TURN]
    if seat < 0:
        return winners(core)
    slot = core[HASH] & (SLOTS - 1)
    if known[slot, 0] == core[HASH] and known[slot, 1]:
        return int(known[slot, 1])
    left[0] -= 1
    if left[0] < 0 or depth >= DEEPEST:
        return 0
    moves = lists[depth]
    best, is_sure = 0, True
    for at in range(order(core, look, moves)):
        apply(core, stacks, trail, moves[at])
        won = solve(core, stacks, trail, known, lists, look, left, depth + 1)
        undo(core, stacks, trail)
        if won == 1 << seat:
            best, is_sure = won, True
            break
        if not won:
            is_sure = False
        elif not best or share(won, seat) > share(best, seat):
            best = won
        elif share(won, seat) == share(best, seat) and won < best:
            best = won
    if not is_sure:
        return 0
    known[slot, 0], known[slot, 1] = core[HASH], best
    return best
