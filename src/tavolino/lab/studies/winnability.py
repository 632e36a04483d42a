"""How many deals of a patience can be won if all cards are known, and what the others give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from tavolino.game import option
from tavolino.lab.patiences import Limits, patience_of
from tavolino.lab.studies.patience import PatienceStudy
from tavolino.lab.study import Row


@dataclass(frozen=True)
class Winnability(PatienceStudy):
    guarantee: str = option("yes", "no")
    """Whether the deal offers a move at once (R-S40-11, RULES 8.8), as the deals of players do."""
    positions: int = option(20_000_000, 5_000_000, 1_000_000, 100_000)
    """What is searched before a deal is given up as unknown."""
    best: str = option("yes", "no")
    """Whether the best score of a lost deal is wanted too."""
    nodes: int = option(2_097_152, 16_777_216)
    """What the search of nove_colonne can keep in memory, about 130 bytes each."""

    name: ClassVar[str] = "winnability"
    about: ClassVar[str] = "which deals of a patience can be won, and the best score of the others"
    columns: ClassVar[dict[str, pa.DataType]] = {
        "verdict": pa.dictionary(pa.int8(), pa.string()),
        "positions": pa.int64(),
        "best": pa.int16(),
        "is_exact": pa.bool_(),
        "rejected": pa.int16(),
    }

    def prepare(self) -> None:
        from tavolino.bots.warm_up import warm_up_solver

        warm_up_solver(self.rules)

    def row(self, number: int) -> Row:
        limits = Limits(self.positions, self.nodes, only_wins=self.best == "no")
        patience = patience_of(self.game)
        return patience.search(self.rules, number, self.guarantee == "yes", limits)
