"""Servers under load at the same time, and the ratio of what a move costs at each of them.

Measured one after the other, two runs of one server differ by a fifth when other work comes and
goes. At the same time, whatever disturbs one disturbs the other. Every window gives one ratio;
their median counts, with the interval that the order of the ratios gives. That says nothing of what
differs between two pairs of servers: equal ones differ by up to 5 %.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import median
from typing import NamedTuple

from shared.results_table import Row

from live_load.load import Measured, Plan
from live_load.processes import measured_together


class Side(NamedTuple):
    """What is measured beside others."""

    plan: Plan
    processes: int = 1
    """Server processes; those after the first are the first among the others of the plan."""

    def costs(self, measured: Measured) -> list[float]:
        """CPU time of the server processes for a move, in microseconds, in each window."""
        return [
            1e6 * sum(window.cpu[: self.processes]) / max(1, window.moves)
            for window in measured.windows
        ]


class Median(NamedTuple):
    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Median:
        """The interval has no assumption but that the windows are alike (a sign test)."""
        ordered, count = sorted(values), len(values)
        outside = max(0, int((count - 1.96 * sqrt(count)) / 2))
        return cls(median(ordered), ordered[outside], ordered[count - 1 - outside])

    def rows(
        self, name: str, target: float | None = None, *, is_higher_better: bool = False
    ) -> Iterator[Row]:
        yield Row(name, self.value, "", target, is_higher_better)
        yield Row("… its interval begins at", self.low)
        yield Row("… and ends at", self.high)


def measured_sides(*sides: Side) -> list[Measured]:
    measured = measured_together(*(side.plan for side in sides))
    for one in measured:
        if set(one.errors) - {"finished"}:
            print("errors:", one.errors, file=sys.stderr)
        if one.errors.get("finished", 0) > len(sides[0].plan.seats) // 10:
            print("too few tables: some players had nothing to do", file=sys.stderr)
    return measured


def ratios(over: Sequence[float], under: Sequence[float]) -> Median:
    return Median.of([a / b for a, b in zip(over, under, strict=True)])
