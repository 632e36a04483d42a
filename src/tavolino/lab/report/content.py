"""A report before it is written: sentences, tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from matplotlib.axes import Axes

from tavolino.bots.statistics import wilson

Draw: TypeAlias = Callable[[Axes], None]


class Table(NamedTuple):
    title: str
    names: Sequence[str]
    rows: Sequence[Sequence[Any]]


class Plot(NamedTuple):
    name: str
    """Of its files."""
    title: str
    across: str
    """What the horizontal axis shows."""
    up: str
    draw: Draw


@dataclass
class Content:
    summary: list[str] = field(default_factory=list)
    """Sentences, the most important first."""
    tables: list[Table] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """What these results do not tell."""


def name_across(axes: Axes, names: Sequence[str]) -> None:
    """Names instead of numbers on the horizontal axis, with half a step beside the outer ones."""
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.5, len(names) - 0.5)


def percent(share: float, digits: int = 2) -> str:
    """
    >>> percent(0.73456)
    '73.46 %'
    """
    return f"{100 * share:.{digits}f} %"


def interval(least: float, most: float, trials: int, digits: int = 2) -> str:
    """The 95 % interval of a share, from the lower bound of one count to the upper of another.

    >>> interval(50, 50, 100)
    '40.38 to 59.62 %'
    """
    low, high = wilson(least, trials).low, wilson(most, trials).high
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f} %"
