"""A table of what was measured, with its marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Row(NamedTuple):
    name: str
    measured: float
    unit: str = ""
    mark: float | None = None
    """What is wanted; None: nothing was promised."""
    is_more_better: bool = False

    @property
    def ratio(self) -> str:
        if self.mark is None:
            return ""
        better, worse = self.mark, self.measured
        if self.is_more_better:
            better, worse = worse, better
        return f"{better / worse:,.1f} ×" if worse else "met"


def shown(rows: Iterable[Row], title: str) -> None:
    table = Table(title=title)
    for column in ("", "measured", "mark", "ratio"):
        table.add_column(column, justify="right" if column else "left")
    for row in rows:
        mark = "" if row.mark is None else f"{row.mark:,.6g} {row.unit}"
        table.add_row(row.name, f"{row.measured:,.4g} {row.unit}", mark, row.ratio)
    Console(width=100).print(table)
