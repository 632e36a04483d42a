"""Curves in a terminal: a line of blocks for each, with marks below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

BLOCKS = "▁▂▃▄▅▆▇█"
MARK = "▲"


def draw_curve(
    curves: Sequence[tuple[str, Sequence[float | None]]], marks: Sequence[int], width: int
) -> Iterator[Text]:
    """Values from 0 to 1, None where unknown; ``marks`` are places in the curves."""
    label = max(len(name) for name, _ in curves) + 2
    columns = max(1, min(len(curves[0][1]), width - label - 6))
    for name, values in curves:
        bars = "".join(_block(value) for value in _squeezed(values, columns))
        last = next((value for value in reversed(values) if value is not None), None)
        share = "" if last is None else f" {last:.0%}"
        yield Text.assemble((f"{name:<{label}}", "dim"), bars, share)
    if marks:
        count = len(curves[0][1])
        below = [" "] * columns
        for mark in marks:
            below[mark * columns // count] = MARK
        yield Text(" " * label + "".join(below).rstrip(), "bold red")


def _squeezed(values: Sequence[float | None], columns: int) -> list[float | None]:
    """The last value of each part, if the values are divided into ``columns`` equal parts."""
    count = len(values)
    return [values[(column + 1) * count // columns - 1] for column in range(columns)]


def _block(value: float | None) -> str:
    """
    >>> _block(0.0), _block(0.5), _block(1.0), _block(None)
    ('▁', '▅', '█', ' ')
    """
    if value is None:
        return " "
    return BLOCKS[min(len(BLOCKS) - 1, int(max(0.0, value) * len(BLOCKS)))]
