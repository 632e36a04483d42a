"""Which step of nove_colonne to make: the one that the search tries most."""

from __future__ import annotations

from collections.abc import Callable

from tavolino.bots.nove_colonne.position import DOWN, deal_again
from tavolino.bots.nove_colonne.quick_player import play_on
from tavolino.bots.nove_colonne.tree import SETTINGS, grow, new_tree
from tavolino.bots.nove_colonne.weights import WEIGHTS
from tavolino.bots.puct import COUNT
from tavolino.kernels.jit import Ints
from tavolino.kernels.rng import hash_keys
from tavolino.solvers.nove_colonne.linked import HASH

BATCH = 64
"""Rounds between two calls of ``stop``."""


def decide(root: Ints, reserve: Ints, rounds: int, stop: Callable[[], bool]) -> int:
    """The hash of the position after the step tried most often, of equals the first.

    ``stop`` is called after each batch of rounds.
    """
    tree, played = new_tree(rounds, reserve), 0
    nodes, visits = tree.puct.nodes, tree.puct.visits[0]
    while played == 0 or (played < rounds and nodes[0, COUNT] > 1 and not stop()):
        last = min(played + BATCH, rounds)
        grow(root, tree, WEIGHTS, SETTINGS, played, last)
        played = last
    return int(tree.steps[0, int(visits.argmax()), HASH])


def games_won(after: Ints, reserve: Ints, games: int) -> int:
    """How many of so many imagined games the quick player wins after a step."""
    tree, won = new_tree(1, reserve), 0
    memory = tree.memory, tree.listed, tree.features
    for start in hash_keys(5, games):
        tree.row[:], tree.stream[0] = after, start
        deal_again(after, tree.stream, tree.deal)
        play_on(tree.row, tree.deal, tree.reserve, tree.stream, WEIGHTS, *memory)
        won += tree.row[DOWN] == 0
    return int(won)
