"""What a solver offers: a module that the entry of a game names."""

from __future__ import annotations

from typing import Any, Protocol

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame
from tavolino.solvers.result import Impossible, Result, Score, Shortest, Solved, Unknown


class Solver(Protocol):
    """A search that sees every card of a game with one seat: what each solver has."""

    def solve(
        self, game: Any, state: Any, seconds: float | None = None, positions: int | None = None
    ) -> Result[Any]:
        """Whether and how a position can be won, within so many seconds and positions."""

    def warm_up(self) -> None:
        """Compile, or load, all that ``solve`` calls, so that it does not count as its time."""


class FullSolver(Solver, Protocol):
    """What a solver may have besides. Where a function is missing, less is said."""

    def is_winnable(self, game: Any, state: Any, positions: int | None = None) -> bool | None:
        """The verdict alone, sooner than by ``solve``; None at the limit."""

    def best_score(
        self, game: Any, state: Any, seconds: float | None = None, positions: int | None = None
    ) -> Score[Any]:
        """The most points that can be reached, for analyses and ``tavolino solve --score``."""

    def shortest(
        self, game: Any, state: Any, seconds: float | None = None, nodes: int = ...
    ) -> Shortest[Any] | Impossible | Unknown:
        """The shortest win, with memory for so many nodes; comes with ``warm_up_shortest``."""

    def warm_up_shortest(self) -> None:
        """The same as ``warm_up`` for ``shortest``."""


def solver_of(game: AnyGame) -> Solver:
    """The solver of a game that has one; loads the compiler."""
    reference = entry_of(game.name).solver
    assert reference is not None, f"{game.name} has no solver"
    solver: Solver = reference.load()
    return solver


def is_winnable(game: AnyGame, state: Any, positions: int) -> bool | None:
    """Whether a position with all cards known can be won; None if ``positions`` do not suffice."""
    solver = solver_of(game)
    if hasattr(solver, "is_winnable"):
        verdict: bool | None = solver.is_winnable(game, state, positions)
        return verdict
    found = solver.solve(game, state, None, positions)
    return None if isinstance(found, Unknown) else isinstance(found, Solved)
