"""Prints measured values beside their targets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Row(NamedTuple):
    name: str
    measured: float
    unit: str = ""
    target: float | None = None
    is_higher_better: bool = False

    @property
    def ratio(self) -> str:
        if self.target is None:
            return ""
        better, worse = self.target, self.measured
        if self.is_higher_better:
            better, worse = worse, better
        return f"{better / worse:,.1f} ×" if worse else "met"


def print_table(rows: Iterable[Row], title: str) -> None:
    table = Table(title=title)
    for column in ("", "measured", "target", "ratio"):
        table.add_column(column, justify="right" if column else "left")
    for row in rows:
        target = "" if row.target is None else f"{row.target:,.6g} {row.unit}"
        table.add_row(row.name, f"{row.measured:,.4g} {row.unit}", target, row.ratio)
    Console(width=100).print(table)
