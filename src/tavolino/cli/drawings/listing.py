"""Lists of numbered moves: in rows, or in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from tavolino.cli.drawings.canvas import Canvas

CELL = 4
"""Width of a number: there are never a thousand moves."""


def in_rows(labels: Mapping[int, str]) -> RenderableType:
    """``1) 7♠ → 3   2) A♥ → base``, as many per line as fit."""
    width = len(str(max(labels)))
    items = [
        Text.assemble((f"{number:>{width}}) ", "dim"), label) for number, label in labels.items()
    ]
    return Padding(Columns(items, padding=(0, 2)), (0, 1))


def in_table(
    numbers: Mapping[tuple[str, str], int],
    heads: Sequence[str],
    width: int,
    blocks: int,
    corner: str = "",
) -> RenderableType:
    """Numbers by row and column heading, in several blocks side by side."""
    rows = list(dict.fromkeys(row for row, _ in numbers))
    height = -(-len(rows) // blocks)
    span = width + CELL * len(heads) + 2
    canvas = Canvas(height + 1)
    for n, row in enumerate(rows):
        block, line = divmod(n, height)
        left = 1 + span * block
        if line == 0:
            canvas.put(0, left, f"{corner:>{width}}", "dim")
            canvas.put(0, left + width, "".join(f"{head:>{CELL}}" for head in heads), "bold")
        canvas.put(line + 1, left, row, "bold")
        for column, head in enumerate(heads):
            number = numbers.get((row, head))
            text = f"{number}" if number else "·"
            canvas.put(
                line + 1, left + width + CELL * column, f"{text:>{CELL}}", "" if number else "dim"
            )
    return canvas.group()
