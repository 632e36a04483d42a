"""The search tree for AFTAEBR: careful playouts, priors from two plies, proven endings.

Each node has the wins of every seat below it, so that each player maximises their own (max^n). A
node whose winners are proven is never played out again.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tavolino.bots.aftaebr.lookahead import LOOK, look_around
from tavolino.bots.aftaebr.playout import play_carefully, share, winners
from tavolino.kernels.aftaebr import (
    PLAYERS,
    TURN,
    Position,
    Words,
    apply,
    copy_into,
    move_code,
)
from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import inlined, jit

Floats = NDArray[np.float64]

# The columns of ``nodes``, and of ``worths``: the prior, then the wins of each seat
MOVE, FIRST, COUNT, VISITS, PROVEN, NODE = range(6)
PRIOR, WON, WORTH = 0, 1, NODE
DEEPEST = 512
EXPLORE = 2.5
UNSEEN_LOSS = 0.1
"""How much worse than its parent a node is assumed to be before its first visit."""
PRIORS = (30.0, 4.0, 1.0, 0.3, 0.02)
"""Priors for each kind of placement: captures, threats, quiet, opening later, giving."""


@jit
def expand(core: Words, look: Words, nodes: Words, worths: Floats, node: int, size: int) -> int:
    """Add the children of a node with their priors; returns the new size of the tree."""
    total, first = 0.0, size
    look_around(core, look)
    for at in range(LOOK):
        left = look[at]
        while left:
            for column in range(1, NODE):
                nodes[size, column] = 0
                worths[size, column] = 0.0
            nodes[size, MOVE] = move_code(lowest(left), at % 4 + 1)
            worths[size, PRIOR] = PRIORS[at // 4]
            total += PRIORS[at // 4]
            left &= left - 1
            size += 1
    for child in range(first, size):
        worths[child, PRIOR] /= total
    nodes[node, FIRST], nodes[node, COUNT] = first, size - first
    return size


@jit
def select(nodes: Words, worths: Floats, node: int, seat: int) -> int:
    """The most promising child for the player to move."""
    visits = max(nodes[node, VISITS], 1)
    unseen = worths[node, WON + seat] / visits - UNSEEN_LOSS
    spread = EXPLORE * sqrt(visits)
    best, highest = -1, -1e9
    for child in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
        seen = nodes[child, VISITS]
        if nodes[child, PROVEN]:
            promise = share(nodes[child, PROVEN], seat)
            promise = promise if promise else -1.0
        else:
            promise = worths[child, WON + seat] / seen if seen else unseen
            promise += spread * worths[child, PRIOR] / (1 + seen)
        if promise > highest:
            best, highest = child, promise
    return best


@jit
def prove(nodes: Words, node: int, seat: int) -> int:
    """The proven winners below this node, if they follow from its children; else 0.

    A player who cannot win alone takes the best share; of equals, the first as a number.
    """
    best = 0
    for child in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, COUNT]):
        won: int = nodes[child, PROVEN]
        if won == 1 << seat:
            return won
        if not won:
            best = -1
        elif best >= 0:
            gain = share(won, seat) - (share(best, seat) if best else -1.0)
            if gain > 0 or (gain == 0 and won < best):
                best = won
    return max(best, 0)


@jit
def simulate(
    root: Position,
    scratch: Position,
    nodes: Words,
    worths: Floats,
    path: Words,
    look: Words,
    stream: Words,
    size: int,
    times: int,
) -> int:
    """Run ``times`` simulations, fewer if the root is proven; returns the new size of the tree."""
    from_core, from_stacks, _ = root
    core, stacks, trail = scratch
    for _ in range(times):
        if nodes[0, PROVEN]:
            break
        copy_into(core, stacks, from_core, from_stacks)
        node, depth = 0, 0
        path[0, 0] = 0
        while core[TURN] >= 0 and not nodes[node, PROVEN] and depth < DEEPEST - 1:
            if not nodes[node, COUNT]:
                if depth and not nodes[node, VISITS]:
                    break  # children are added at the second visit: most nodes have only one
                size = expand(core, look, nodes, worths, node, size)
            path[depth, 1] = core[TURN]
            node = select(nodes, worths, node, core[TURN])
            apply(core, stacks, trail, nodes[node, MOVE])
            depth += 1
            path[depth, 0] = node
        if not nodes[node, PROVEN] and core[TURN] < 0:
            nodes[node, PROVEN] = winners(core)
        won = nodes[node, PROVEN]
        if not won:
            won = play_carefully(core, stacks, trail, look, stream)
        back_up(nodes, worths, path, depth, won, from_core[PLAYERS])
    return size


@inlined
def back_up(nodes: Words, worths: Floats, path: Words, depth: int, won: int, players: int) -> None:
    """Add a result to the nodes of a path, and prove those that can be proven."""
    is_proof = nodes[path[depth, 0], PROVEN] > 0
    for at in range(depth, -1, -1):
        node = path[at, 0]
        if is_proof and at < depth:
            nodes[node, PROVEN] = prove(nodes, node, path[at, 1])
            is_proof = nodes[node, PROVEN] > 0
            won = nodes[node, PROVEN] if is_proof else won
        nodes[node, VISITS] += 1
        for seat in range(players):
            worths[node, WON + seat] += share(won, seat)


def best_move(nodes: Words, seat: int) -> int:
    """A proven win, else the most visited move that is not a proven loss."""
    first, count = nodes[0, FIRST], nodes[0, COUNT]

    def rank(child: Words) -> tuple[bool, bool, int]:
        won = int(child[PROVEN])
        return won == 1 << seat, not won or bool(won >> seat & 1), int(child[VISITS])

    return int(max(nodes[first : first + count], key=rank)[MOVE])
