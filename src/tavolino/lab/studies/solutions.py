"""How long solutions are: the first that the solver finds, and the shortest, proved where it ends.

The search for the shortest ends after a number of positions, never after a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

import pyarrow as pa

from tavolino.bots.warm_up import warm_up_solver
from tavolino.game import dealt, option
from tavolino.lab.studies.patience import PatienceStudy
from tavolino.lab.study import Row
from tavolino.solvers.result import Shortest, Solved
from tavolino.solvers.solver import FullSolver, solver_of


@dataclass(frozen=True)
class Solutions(PatienceStudy):
    nodes: int = option(1_000_000, 100_000, 10_000_000)
    """Positions that the search for the shortest keeps, 32 bytes each."""
    positions: int = option(1_000_000, 100_000, 5_000_000)
    """Of the first search: a deal that it does not decide is unknown."""

    name: ClassVar[str] = "solutions"
    about: ClassVar[str] = "how long the solutions of a patience are, and how long the shortest"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "verdict": pa.dictionary(pa.int8(), pa.string()),
        "length": pa.int16(),
        "shortest": pa.int16(),
        "lower": pa.int16(),
        "is_proved": pa.bool_(),
        "positions": pa.int64(),
    }

    def prepare(self) -> None:
        warm_up_solver(self.rules, with_shortest=True)

    def row(self, number: int) -> Row:
        """Without a win there are no lengths."""
        solver, state = cast(FullSolver, solver_of(self.rules)), dealt(self.rules, number)
        first = solver.solve(self.rules, state, None, self.positions)
        if not isinstance(first, Solved):
            verdict = "unknown" if hasattr(first, "why") else "impossible"
            return verdict, None, None, None, None, first.positions
        best = solver.shortest(self.rules, state, None, self.nodes)
        assert isinstance(best, Shortest)
        lengths = len(first.moves), len(best.moves), best.lower
        return "won", *lengths, best.is_proved, best.positions
