"""How often the guarantee of a first move throws shuffles away (R-S40-11, RULES 8.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from tavolino.chance import Rng, deal_seed
from tavolino.games.solitario40 import Solitario40
from tavolino.lab.studies.patience import PatienceStudy
from tavolino.lab.study import Row
from tavolino.solvers.solitario40.dealing import deal
from tavolino.solvers.solitario40.layout import rules_of


@dataclass(frozen=True)
class Redeals(PatienceStudy):
    name: ClassVar[str] = "redeals"
    about: ClassVar[str] = "how often the guarantee of a first move throws shuffles away"
    columns: ClassVar[dict[str, pa.DataType]] = {"rejected": pa.int16()}

    def prepare(self) -> None:
        if isinstance(self.rules, Solitario40):
            deal(self.rules, rules_of(self.rules), 1, is_guaranteed=True)

    def row(self, number: int) -> Row:
        game = self.rules
        if isinstance(game, Solitario40):
            return (deal(game, rules_of(game), number, is_guaranteed=True).rejected,)
        return (game.chance_move(game.start(), Rng(deal_seed(number), 0)).rejected,)
