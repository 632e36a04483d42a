"""A search over what the player of solitario40 knows.

A node is what the player has seen after some steps. Each round imagines a deal that looks the same,
follows the tree with it, and lets the playout policy finish. Deals that still look the same share a
node, so no choice in the tree depends on a card that the player cannot see.

The first playouts from a node are by the policy alone: which steps it takes, and how often it wins,
is where the choice begins. Then steps are chosen by their results so far plus a bonus for those
that were tried little (PUCT).
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolino.bots.solitario40.imagined_deals import deal_again
from tavolino.bots.solitario40.playout import wins
from tavolino.bots.solitario40.steps import (
    MOST_BEFORE,
    MOST_STEPS,
    MOVE,
    STEP,
    list_steps,
    settle,
)
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import GOLDEN, stream_start
from tavolino.solvers.solitario40.position import (
    NOWHERE,
    UNDER,
    WEIGHT,
    Position,
    Rules,
    after,
    loaded,
)

NODES = 1 << 12
"""The most nodes; beyond them the playout policy plays on."""
PLAYOUTS = 16
"""Games of the playout policy from a node before steps are chosen there."""
BONUS = 1.0
DEEPEST = 64
"""A game has at most 52 steps: every card leaves its place once."""

COUNT, TOTAL, KEY = range(3)
"""Of a node: its steps, its visits, what the player has seen."""


class Tree(NamedTuple):
    """The nodes, and memory for a round."""

    nodes: Ints
    table: Ints
    """A hash table: numbers of nodes, or NOWHERE."""
    steps: Ints
    visits: Ints
    habit: Ints
    """How often the playout policy began with a step."""
    won: Ints
    size: Ints
    path: Ints
    before: Ints
    seen: Ints
    cards: Ints
    deal: Ints
    stream: Ints
    first: Ints


def new_tree(rounds: int) -> Tree:
    """An empty tree with room for ``rounds`` rounds; each adds one node at most."""
    size = min(NODES, 1 << rounds.bit_length())
    by_step = (size, MOST_STEPS)
    shapes = (
        (size, 3), (4 * size,), (*by_step, STEP), by_step, by_step, by_step, (1,), (DEEPEST, 2),
        (MOST_BEFORE, STEP), (4 * MOST_BEFORE,), (64,), (4, 64), (1,), (1,),
    )  # fmt: skip
    tree = Tree(*(np.zeros(shape, np.int64) for shape in shapes))
    tree.table[:] = NOWHERE
    return tree


@inlined
def _seen_below(deal: Ints, here: Position, card: int) -> int:
    """A number for the card that is uncovered when this one leaves; 0 if none is."""
    below = deal[UNDER, card] if here.locked >> card & 1 else NOWHERE
    mixed = (below + 1 + 64 * deal[WEIGHT, card]) * GOLDEN
    return 0 if below == NOWHERE else (mixed ^ mixed >> 29) * GOLDEN


@jit
def _node(rules: Rules, deal: Ints, here: Position, known: int, tree: Tree) -> int:
    """The node of this position, perhaps a new one; NOWHERE if there is no room for it."""
    key = here.key * GOLDEN ^ known
    key ^= key >> 31
    mask = len(tree.table) - 1
    at = key >> 20 & mask
    while tree.table[at] != NOWHERE and tree.nodes[tree.table[at], KEY] != key:
        at = at + 1 & mask
    if tree.table[at] == NOWHERE and tree.size[0] < len(tree.nodes):
        node = tree.size[0]
        tree.size[0] += 1
        tree.table[at], tree.nodes[node, KEY] = node, key
        count = list_steps(rules, deal, here, tree.before, tree.seen, tree.steps[node])
        tree.nodes[node, COUNT] = count
    return int(tree.table[at])


@jit
def _choose(tree: Tree, node: int) -> int:
    """The step to try next."""
    count, total = tree.nodes[node, COUNT], tree.nodes[node, TOTAL]
    tried, mean = max(1, tree.visits[node].sum()), tree.won[node].sum()
    mean, chosen, best = mean / tried, 0, -1.0
    for i in range(count):
        visits = tree.visits[node, i]
        share = (tree.habit[node, i] + 0.5) / (PLAYOUTS + 0.5 * count)
        value = (tree.won[node, i] + mean) / (visits + 1)
        value += BONUS * share * sqrt(float(total)) / (visits + 1)
        if value > best:
            chosen, best = i, value
    return chosen


@jit
def _playout(
    rules: Rules, here: Position, tree: Tree, node: int, depth: int, w: NDArray[np.float64]
) -> tuple[bool, int]:
    """A game of the playout policy from a node; it counts for the step that it begins with."""
    is_won = wins(rules, tree.deal, here, tree.stream, w, tree.first)
    for i in range(tree.nodes[node, COUNT]):
        if tree.steps[node, i, MOVE] & 63 == tree.first[0]:
            tree.habit[node, i] += 1
            tree.path[depth, 0], tree.path[depth, 1] = node, i
            return is_won, depth + 1
    tree.nodes[node, TOTAL] += 1
    return is_won, depth


@jit
def _round(rules: Rules, root: Position, tree: Tree, w: NDArray[np.float64]) -> tuple[bool, int]:
    """Play the imagined deal; whether it is won, and the length of the path in the tree."""
    here, node, known, depth = root, 0, 0, 0
    while tree.nodes[node, COUNT]:
        if tree.nodes[node, TOTAL] < PLAYOUTS:
            return _playout(rules, here, tree, node, depth, w)
        chosen = _choose(tree, node)
        tree.path[depth, 0], tree.path[depth, 1] = node, chosen
        depth += 1
        before, move = loaded(tree.steps[node, chosen]), tree.steps[node, chosen, MOVE]
        known += _seen_below(tree.deal, before, move & 63)
        here = settle(rules, tree.deal, after(rules, tree.deal, before, move))
        if not here.next & rules.deck:
            return True, depth
        node = _node(rules, tree.deal, here, known, tree)
        if node == NOWHERE:
            return wins(rules, tree.deal, here, tree.stream, w, tree.first), depth
    return not here.locked | here.stock, depth  # open columns alone can be lifted


@jit
def grow(
    rules: Rules, layout: Ints, root: Position, tree: Tree, w: NDArray[np.float64],
    first: int, last: int,
) -> None:  # fmt: skip
    """Play the rounds from ``first`` to before ``last``; node 0 is the root."""
    for number in range(first, last):
        tree.stream[0] = stream_start(0, number)
        deal_again(layout, root, tree.stream, tree.cards, tree.deal)
        if number == 0:
            _node(rules, tree.deal, root, 0, tree)
        is_won, depth = _round(rules, root, tree, w)
        for node, step in tree.path[:depth]:
            tree.visits[node, step] += 1
            tree.won[node, step] += is_won
            tree.nodes[node, TOTAL] += 1
