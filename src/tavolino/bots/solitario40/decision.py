"""Which step of solitario40 to make: the one that the search tries most."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tavolino.bots.solitario40.playout import WEIGHTS
from tavolino.bots.solitario40.steps import MOVE
from tavolino.bots.solitario40.tree import COUNT, grow, new_tree
from tavolino.kernels.jit import Ints
from tavolino.solvers.solitario40.position import NOWHERE, Position, Rules

BATCH = 256
"""Rounds between two calls of ``stop``."""


class Decision(NamedTuple):
    """A step and its results in the imagined games."""

    card: int
    """The bit of the card that leaves its place, or NOWHERE."""
    won: int
    """Imagined games won after it."""
    tried: int
    """Imagined games played after it."""


def decide(
    rules: Rules, root: Position, layout: Ints, rounds: int, stop: Callable[[], bool]
) -> Decision:
    """The step tried most often, of equals the first; the order of hidden cards has no influence.

    ``stop`` is called after each batch of rounds.
    """
    tree, played = new_tree(rounds), 0
    while played == 0 or (played < rounds and tree.nodes[0, COUNT] > 1 and not stop()):
        last = min(played + BATCH, rounds)
        grow(rules, layout.copy(), root, tree, WEIGHTS, played, last)
        played = last
    best = int(tree.visits[0].argmax())
    if tree.nodes[0, COUNT] == 0:
        return Decision(NOWHERE, 0, 0)
    card = int(tree.steps[0, best, MOVE]) & 63
    return Decision(card, int(tree.won[0, best]), int(tree.visits[0, best]))
