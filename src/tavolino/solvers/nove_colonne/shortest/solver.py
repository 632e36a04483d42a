"""The shortest win of a position of nove_colonne that can be won."""

from __future__ import annotations

from tavolino.cards import DECK_52
from tavolino.games.nove_colonne import Move, NoveColonne, State
from tavolino.solvers.astar import Nodes, Slots
from tavolino.solvers.nove_colonne.shortest.position import problem_of
from tavolino.solvers.nove_colonne.shortest.search import search
from tavolino.solvers.result import Shortest
from tavolino.solvers.shortest_win import LinePlayer, shortest_win


def find_shortest(
    game: NoveColonne,
    state: State,
    known: tuple[Move, ...],
    seconds: float | None,
    capacity: int,
    is_pruned: bool = True,
) -> Shortest[Move]:
    """A line shorter than the known one if there is one."""
    problem = problem_of(state, is_pruned)

    def step(nodes: Nodes, slots: Slots, steps: int) -> int:
        return search(problem, nodes, slots, steps)

    return shortest_win(LinePlayer(game, state, DECK_52), step, known, seconds, capacity)
