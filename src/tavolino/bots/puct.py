"""A tree of choices that grows by PUCT; the searches of both patiences use it.

A node is what a player knows; a key names it. The next step to try is the one with the best results
so far plus a bonus for what was tried little, the larger the more a quick player likes it.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolino.kernels.jit import Ints, jit

COUNT, TOTAL, KEY = range(3)
"""Of a node: its steps, its visits, its key."""
NOWHERE = -1


class Puct(NamedTuple):
    """The nodes of a tree, and the path of a round."""

    nodes: Ints
    table: Ints
    """A hash table: numbers of nodes, or NOWHERE."""
    visits: Ints
    """How often a step was tried."""
    gained: NDArray[np.float64]
    """The sum of its results."""
    prior: NDArray[np.float64]
    """The share of the bonus that a step gets."""
    size: Ints
    path: Ints


def new_puct(nodes: int, steps: int, deepest: int) -> Puct:
    """An empty tree for so many nodes with so many steps each, and rounds of so many choices."""
    by_step = (nodes, steps)
    return Puct(
        np.zeros((nodes, 3), np.int64),
        np.full(4 * nodes, NOWHERE),
        np.zeros(by_step, np.int64),
        np.zeros(by_step),
        np.zeros(by_step),
        np.zeros(1, np.int64),
        np.zeros((deepest, 2), np.int64),
    )


@jit
def find_node(tree: Puct, key: int) -> tuple[int, bool]:
    """The node of a key, and whether it is new; NOWHERE if there is no room for a new one."""
    mask = len(tree.table) - 1
    at = key >> 20 & mask
    while tree.table[at] != NOWHERE and tree.nodes[tree.table[at], KEY] != key:
        at = at + 1 & mask
    if tree.table[at] != NOWHERE or tree.size[0] == len(tree.nodes):
        return int(tree.table[at]), False
    node = tree.size[0]
    tree.size[0] += 1
    tree.table[at], tree.nodes[node, KEY] = node, key
    return int(node), True


@jit
def choose(tree: Puct, node: int, bonus: float) -> int:
    """The step to try next."""
    count, total = tree.nodes[node, COUNT], tree.nodes[node, TOTAL]
    tried, mean = max(1, tree.visits[node].sum()), tree.gained[node].sum()
    mean, chosen, best = mean / tried, 0, -1.0
    for i in range(count):
        visits = tree.visits[node, i]
        value = (tree.gained[node, i] + mean) / (visits + 1)
        value += bonus * tree.prior[node, i] * sqrt(float(total)) / (visits + 1)
        if value > best:
            chosen, best = i, value
    return chosen


@jit
def take_step(tree: Puct, node: int, step: int, depth: int) -> int:
    """Write a step to the path; returns the length of the path."""
    tree.path[depth, 0], tree.path[depth, 1] = node, step
    return depth + 1


@jit
def back_up(tree: Puct, depth: int, result: float) -> None:
    """Count the result of a round for every step of its path."""
    for node, step in tree.path[:depth]:
        tree.visits[node, step] += 1
        tree.gained[node, step] += result
        tree.nodes[node, TOTAL] += 1
