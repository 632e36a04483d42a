"""Runs a search for the shortest win, and plays by the rules the line that it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from tavolino.cards import Card
from tavolino.game import AnyGame
from tavolino.games.patience import BASE, Carry
from tavolino.kernels.cards import card_bit
from tavolino.solvers.astar import COUNT, Nodes, Slots, advance, lower_bound, new_nodes, path
from tavolino.solvers.card_links import FOUND, THEN_UP, UP, heights_of
from tavolino.solvers.limits import countdown
from tavolino.solvers.result import Impossible, Result, Shortest, Solved, Unknown

G = TypeVar("G")
S = TypeVar("S")
M = TypeVar("M")


class LinePlayer:
    """Moves of the search as moves of the game, each played if the rules allow it."""

    def __init__(self, game: AnyGame, state: Any, deck: tuple[Card, ...]) -> None:
        self.game, self.state = game, state
        self.moves: list[Any] = []
        self._cards = {card_bit(card): card for card in deck}

    def follow(self, nodes: Nodes) -> tuple[Any, ...]:
        """Play the best line of a search, and the lifts that win afterwards."""
        for i, node in enumerate(path(nodes)):
            if i:
                self._play(int(nodes.moves[node]))
            heights = heights_of(int(nodes.words[node, 0]), int(nodes.words[node, 1]))
            self._lift_to(tuple(heights >> 4 * suit & 15 for suit in range(4)))
        self._lift_to((len(self._cards) // 4,) * 4)
        return tuple(self.moves)

    def turns(self, card: Card) -> Iterator[Any]:
        """The moves that make a card of the stock available, if there is a stock."""
        yield from ()

    def _play(self, code: int) -> None:
        card, to = self._cards[code >> 2 & 63], code & 3
        below = self._below(card)
        for move in self.turns(card):
            self._make(move)
        self._make(Carry(card, BASE if to == UP else self._column(card, to)))
        if code & THEN_UP:
            self._make(Carry(below, BASE))

    def _lift_to(self, heights: tuple[int, ...]) -> None:
        """Cards to their bases, in any order, until these have the given heights."""
        while self.state.bases != heights:
            moves = (move for move in self.game.legal_moves(self.state) if isinstance(move, Carry))
            lifts = (move for move in moves if move.to == BASE)
            bases = self.state.bases
            self._make(next(m for m in lifts if bases[m.card.suit] < heights[m.card.suit]))

    def _make(self, move: Any) -> None:
        if move not in self.game.legal_moves(self.state):
            raise RuntimeError(f"the solver is wrong: {move} is illegal in {self.state}")
        self.state = self.game.apply(self.state, move)
        self.moves.append(move)

    def _below(self, card: Card) -> Card:
        """The card on which this one lies in a column; itself if there is none."""
        columns = (column for column in self.state.columns if card in column[1:])
        return next((column[column.index(card) - 1] for column in columns), card)

    def _column(self, card: Card, to: int) -> int:
        """The number of the column that a move means; any empty one if it founds a column."""
        columns = self.state.columns
        if to == FOUND:
            return int(columns.index(()) + 1)
        host = self._cards[card_bit(card) // 4 * 4 + 4 + (card.suit & 2 ^ 2) + to - 1]
        return next(n for n, column in enumerate(columns, 1) if column[-1:] == (host,))


def shortest_win(
    line: LinePlayer,
    step: Callable[[Nodes, Slots, int], int],
    known: tuple[Any, ...],
    seconds: float | None,
    capacity: int,
) -> Shortest[Any]:
    """A line shorter than the known one if there is one; bounds if a limit is reached first."""
    nodes = new_nodes(capacity, len(known))
    advance(step, nodes, seconds)
    moves = line.follow(nodes) if path(nodes) else known
    lower = lower_bound(nodes)
    if len(moves) < lower:
        raise RuntimeError(f"the solver is wrong: {lower} is no lower bound of {moves}")
    return Shortest(moves, lower, int(nodes.counts[COUNT]))


def shortest_if_winnable(
    solve: Callable[[G, S, float | None], Result[M]],
    find: Callable[[G, S, tuple[M, ...], float | None, int], Shortest[M]],
    game: G,
    state: S,
    seconds: float | None,
    nodes: int,
) -> Shortest[M] | Impossible | Unknown:
    """Look for any win first, then, in the time that is left, for the shortest one."""
    left = countdown(seconds)
    result = solve(game, state, seconds)
    if isinstance(result, Solved):
        return find(game, state, result.moves, left(), nodes)
    return result
