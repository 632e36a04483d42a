"""The fewest moves in which a deal can be won, for a player who has won it."""

from __future__ import annotations

from dataclasses import dataclass

from tavolino.catalogue import entry_of
from tavolino.learning.analysis import AnalysisError
from tavolino.learning.line import Node, line_of
from tavolino.record import Record
from tavolino.solvers.result import Shortest, Solved
from tavolino.solvers.solver import solver_of


@dataclass(frozen=True, slots=True)
class FewestMoves:
    won_in: int
    """Moves of the player from the deal to the win, without those taken back."""
    least: int
    """The fewest moves known to win."""
    lower: int
    """Nobody can win in fewer; proved."""

    @property
    def is_proved(self) -> bool:
        return self.lower == self.least


def fewest_moves(
    record: Record, board: int, seconds: float | None = None, nodes: int | None = None
) -> FewestMoves:
    """For a board that was won; turns and redeals count, for both. Limits as of ``shortest``.

    A solver that does not look for the shortest line proves nothing, but may know a shorter one.
    Raises ``AnalysisError`` for any other board.
    """
    game, steps = record.match.game, line_of(record, board)
    node: Node | None = steps[-1].node if steps else None
    has_solver = entry_of(game.name).has_solver
    if node is None or not has_solver or not game.winners(node.state):
        raise AnalysisError(f"expected a patience that was won, got board {board + 1}")
    won_in = 0
    while node.before is not None and game.actor(node.before.state) == 0:
        won_in += node.seat == 0
        node = node.before
    limits = {} if nodes is None else {"nodes": nodes}
    solver = solver_of(game)
    if hasattr(solver, "shortest"):
        found = solver.shortest(game, node.state, seconds, **limits)
    else:
        found = solver.solve(game, node.state, seconds)
    # Within a limit the player may have found the shorter line, or the solver none at all.
    length = len(found.moves) if isinstance(found, Shortest | Solved) else won_in
    lower = found.lower if isinstance(found, Shortest) else 0
    return FewestMoves(won_in, min(won_in, length), lower)
