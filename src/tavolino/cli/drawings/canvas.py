"""Texts at row and column, for boards that are not tables of equal cells."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text


class Canvas:
    """Lines of text; each is filled from left to right."""

    def __init__(self, height: int) -> None:
        self.lines = [Text(no_wrap=True, overflow="ignore") for _ in range(height)]

    def put(self, row: int, column: int, text: Text | str, style: str = "") -> None:
        line = self.lines[row]
        line.append(" " * (column - line.cell_len))
        if isinstance(text, Text):
            line.append_text(text)
        else:
            line.append(text, style)

    def group(self) -> Group:
        return Group(*self.lines)
