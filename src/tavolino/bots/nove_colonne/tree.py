"""A search over what the player of nove_colonne knows.

A node is what the player has seen after some steps. Each round imagines a deal that looks the same,
follows the tree with it (PUCT, ``bots/puct.py``) to a new node, and asks there what the network of
the quick player thinks, or lets the quick player finish. Deals that still look the same share a
node, so no choice in the tree depends on a card that the player cannot see.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np

from tavolino.bots.nove_colonne.features import FEATURES, Numbers
from tavolino.bots.nove_colonne.position import (
    DOWN,
    MOST_DOWN,
    ROW,
    deal_again,
    down_in,
    turn,
)
from tavolino.bots.nove_colonne.quick_player import GRAIN, play_on, points, result_of
from tavolino.bots.nove_colonne.steps import STEP, Memory, list_steps, new_memory
from tavolino.bots.puct import (
    COUNT,
    NOWHERE,
    TOTAL,
    Puct,
    back_up,
    choose,
    find_node,
    new_puct,
    take_step,
)
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import COLUMNS
from tavolino.kernels.rng import GOLDEN, random_below, stream_start
from tavolino.solvers.nove_colonne.linked import HASH

NODES = 1 << 12
"""The most nodes; beyond them the quick player plays on."""
NEAR, ENOUGH = 128, 24
"""Positions without a step that are looked at for a node, and the most steps of a node."""
BONUS, HABIT, LEAST, TRUST = range(4)
SETTINGS = np.array([0.5, 0.3, 0.02, 1.0])
"""Not tuned. The size of the bonus; the difference of points that makes a step e times less liked
than another, and what it is liked at least, compared with the best one; the share of rounds that
trust the network instead of playing on."""
DEEPEST = 64
"""A game has at most 33 steps: each uncovers a card."""


class Tree(NamedTuple):
    """The nodes, and memory for a round."""

    puct: Puct
    steps: Ints
    memory: Memory
    listed: Ints
    row: Ints
    deal: Ints
    reserve: Ints
    stream: Ints
    features: Numbers
    worth: Numbers
    """Of each node: what the network thinks of the best step."""


def new_tree(rounds: int, reserve: Ints) -> Tree:
    """An empty tree for so many rounds, each of which adds a node at most, and for this reserve."""
    size = min(NODES, 1 << rounds.bit_length())
    return Tree(
        new_puct(size, ENOUGH, DEEPEST),
        np.zeros((size, ENOUGH, ROW), np.int64),
        new_memory(),
        np.zeros((ENOUGH, STEP), np.int64),
        np.zeros(ROW, np.int64),
        np.zeros((COLUMNS, MOST_DOWN), np.int64),
        np.sort(reserve)[::-1].copy(),
        np.zeros(1, np.int64),
        np.zeros(FEATURES),
        np.zeros(size),
    )


@jit
def _seen_since(root: Ints, row: Ints, deal: Ints) -> int:
    """A number for the cards turned since the root, and their columns."""
    known = 0
    for column in range(COLUMNS):
        for i in range(down_in(row, column), down_in(root, column)):
            mixed = (deal[column, i] + 64 * (column + 1)) * GOLDEN
            known += (mixed ^ mixed >> 29) * GOLDEN
    return known


@jit
def _node(root: Ints, tree: Tree, w: Numbers, settings: Numbers) -> tuple[int, bool]:
    """The node of ``tree.row``, and whether it is new; NOWHERE if there is no room for it."""
    key = tree.row[HASH] * GOLDEN ^ _seen_since(root, tree.row, tree.deal)
    node, is_new = find_node(tree.puct, key ^ key >> 31)
    if is_new:
        count, _ = list_steps(tree.row, tree.memory, NEAR, tree.listed)
        tree.puct.nodes[node, COUNT], tree.puct.nodes[node, TOTAL] = count, 1
        for i in range(count):
            tree.steps[node, i] = tree.listed[i, :ROW]
        tree.worth[node] = _like(tree, node, w, settings)
    return node, is_new


@jit
def _like(tree: Tree, node: int, w: Numbers, settings: Numbers) -> float:
    """Share the bonus between the steps of a node by their points; what the best one is worth."""
    count, prior, most, total = tree.puct.nodes[node, COUNT], tree.puct.prior[node], -1e9, 0.0
    for i in range(count):
        prior[i] = points(tree.steps[node, i], tree.reserve, w, tree.features)
        most = max(most, prior[i])
    for i in range(count):
        prior[i] = exp((prior[i] - most) / settings[HABIT]) + settings[LEAST]
        total += prior[i]
    for i in range(count):
        prior[i] /= total
    return 1.0 / (1.0 + exp(-most)) if count else result_of(tree.row)


@jit
def _round(root: Ints, tree: Tree, w: Numbers, settings: Numbers) -> tuple[int, float]:
    """Play the imagined deal; returns the length of the path in the tree, and the result."""
    row, depth = tree.row, 0
    row[:] = root
    node, is_new = _node(root, tree, w, settings)
    while node != NOWHERE and not (is_new and depth) and tree.puct.nodes[node, COUNT]:
        chosen = choose(tree.puct, node, settings[BONUS])
        depth = take_step(tree.puct, node, chosen, depth)
        row[:] = tree.steps[node, chosen]
        turn(row, tree.deal, tree.memory.pruning)
        if row[DOWN] == 0:
            return depth, 1.0
        node, is_new = _node(root, tree, w, settings)
    if node != NOWHERE and random_below(tree.stream, GRAIN) < settings[TRUST] * GRAIN:
        return depth, tree.worth[node]
    play_on(row, tree.deal, tree.reserve, tree.stream, w, tree.memory, tree.listed, tree.features)
    return depth, result_of(row)


@jit
def grow(root: Ints, tree: Tree, w: Numbers, settings: Numbers, first: int, last: int) -> None:
    """Play the rounds from ``first`` to before ``last``; node 0 is the root."""
    for number in range(first, last):
        tree.stream[0] = stream_start(0, number)
        deal_again(root, tree.stream, tree.deal)
        depth, result = _round(root, tree, w, settings)
        back_up(tree.puct, depth, result)
