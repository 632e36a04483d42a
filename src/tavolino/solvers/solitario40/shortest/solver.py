"""The shortest win of a position of solitario40 that can be won."""

from __future__ import annotations

from collections.abc import Iterator

from tavolino.cards import Card
from tavolino.games.solitario40 import Move, Solitario40, State, Stock
from tavolino.solvers.astar import Nodes, Slots
from tavolino.solvers.result import Shortest
from tavolino.solvers.shortest_win import LinePlayer, shortest_win
from tavolino.solvers.solitario40.shortest.position import problem_of
from tavolino.solvers.solitario40.shortest.search import search


class _LinePlayerWithStock(LinePlayer):
    def turns(self, card: Card) -> Iterator[Stock]:
        if card in self.state.mazzetto + self.state.mazzo:
            while self.state.mazzetto[-1:] != (card,):
                yield Stock.TURN if self.state.mazzo else Stock.REDEAL


def find_shortest(
    game: Solitario40,
    state: State,
    known: tuple[Move, ...],
    seconds: float | None,
    capacity: int,
    is_pruned: bool = True,
) -> Shortest[Move]:
    """A line shorter than the known one if there is one."""
    problem = problem_of(game, state, is_pruned)

    def step(nodes: Nodes, slots: Slots, steps: int) -> int:
        return search(problem, nodes, slots, steps)

    return shortest_win(
        _LinePlayerWithStock(game, state, game.cards), step, known, seconds, capacity
    )
