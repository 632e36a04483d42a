"""What can still be reached in each position of a patience, exactly.

Whatever can be reached after a move could be reached before it. So along a line the most points
never rise and a lost win never comes back: where two positions have the same value, all between
them have it too, and the rest is found by bisection.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from tavolino.game import AnyGame
from tavolino.learning.line import Node
from tavolino.solvers.solver import is_winnable, solver_of

POSITIONS = 500_000
"""The budget of one search: a second or two. Ordinary positions need some thousands."""


class Reachable(NamedTuple):
    """None where the budget of the search was not enough."""

    winnable: bool | None
    best: int | None
    """None also if the solver does not look for the most points."""


UNDECIDED = Reachable(None, None)


def can_reach(game: AnyGame, state: Any) -> Reachable:
    """What can be reached from one position with all its cards known."""
    solver, state = solver_of(game), replace(state, stopped=None)
    if not hasattr(solver, "best_score"):
        return Reachable(is_winnable(game, state, POSITIONS), None)
    score = solver.best_score(game, state, positions=POSITIONS)
    if score.low < score.high:
        return UNDECIDED
    for move in score.moves:
        state = game.apply(state, move)
    return Reachable(bool(game.winners(state)), score.low)


def reachable(
    game: AnyGame, nodes: list[Node], searched: Callable[[], None] = lambda: None
) -> dict[Node, Reachable]:
    """For every position after the deal; ``searched`` is called after each search."""
    found: dict[Node, Reachable] = {}

    def search(node: Node) -> Reachable:
        if node not in found:
            found[node] = can_reach(game, node.state)
            searched()
        return found[node]

    def bisect(chain: list[Node], first: int, last: int) -> None:
        if last - first < 2:
            return
        if (known := search(chain[first])) == search(chain[last]) and known != UNDECIDED:
            found.update((node, known) for node in chain[first + 1 : last])
            return
        middle = (first + last) // 2
        search(chain[middle])
        bisect(chain, first, middle)
        bisect(chain, middle, last)

    for leaf in (node for node in nodes if not node.branches):
        chain = [leaf]
        while chain[-1] not in found and chain[-1].before and chain[-1].before.state.columns:
            chain.append(chain[-1].before)
        chain.reverse()
        search(chain[0])
        search(chain[-1])
        bisect(chain, 0, len(chain) - 1)
    return _with_verdicts(nodes, found)


def _with_verdicts(nodes: list[Node], found: dict[Node, Reachable]) -> dict[Node, Reachable]:
    """Undecided positions before a winnable one, or after a lost one, are decided too."""
    for node in nodes:
        before = node.before and found.get(node.before)
        if before and before.winnable is False and found[node].winnable is None:
            found[node] = found[node]._replace(winnable=False)
    for node in reversed(nodes):
        before = node.before and found.get(node.before)
        if node.before and before and found[node].winnable and before.winnable is None:
            found[node.before] = before._replace(winnable=True)
    return found
