"""How many shuffles are rejected because they leave no first move (R-S40-11, RULES 8.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa

from tavolino.lab.patiences import patience_of
from tavolino.lab.studies.patience import PatienceStudy
from tavolino.lab.study import Row


@dataclass(frozen=True)
class Redeals(PatienceStudy):
    name: ClassVar[str] = "redeals"
    about: ClassVar[str] = "how often the guarantee of a first move throws shuffles away"
    columns: ClassVar[dict[str, pa.DataType]] = {"rejected": pa.int16()}

    def prepare(self) -> None:
        self.row(1)

    def row(self, number: int) -> Row:
        return (patience_of(self.game).rejected(self.rules, number),)
