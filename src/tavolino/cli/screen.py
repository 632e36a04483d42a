"""What a player sees between two inputs: the table, the sentences, the moves, the help."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tavolino.cli.table import Table
from tavolino.cli.terminal import Terminal

FEW = 12
"""So many moves are listed even where a game has a hundred at other times."""


class Screen:
    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.say = terminal, terminal.say
        self.lists_moves = False
        """All moves, in the place of the board where they are many."""
        self.is_refused = False

    def show(self, table: Table) -> None:
        drawing = table.drawing
        self.terminal.clear()
        self.terminal.print(self._headline(table))
        self.terminal.print()
        hides_board = self.lists_moves and drawing.folds
        if not hides_board:
            last = table.line[-1][1] if table.line else None
            self.terminal.print(drawing.board(table.view, last))
            self.terminal.print()
        style = "bold red" if self.is_refused else "bold"
        for notice in table.notices:
            self.terminal.print(Padding(Text(notice, style), (0, 1)))
        if self.lists_moves or not drawing.folds or len(table.moves) <= FEW:
            self._show_moves(table)
        if not hides_board:
            self.terminal.print(Padding(Text(self._footer(table), "dim"), (0, 1)))

    def _headline(self, table: Table) -> Text:
        parts = [self.say("table.deal", n=table.number), table.drawing.score(table.state)]
        parts.append(self.say("table.moves", n=len(table.line)))
        if table.time_left is not None:
            left = max(0, int(table.time_left))
            parts.append(self.say("table.time", time=f"{left // 60}:{left % 60:02}"))
        title = self.say(f"title.{table.match.game.name}")
        rest = " · ".join(part for part in parts if part)
        return Text.assemble((f" {title}", "bold"), f" · {rest}")

    def _show_moves(self, table: Table) -> None:
        drawing, view = table.drawing, table.view
        groups: dict[str, list[Text]] = {}
        for number, move in enumerate(table.moves, 1):
            item = Text.assemble((f"{number:>2}) ", "dim"), drawing.label(view, move))
            groups.setdefault(drawing.group(view, move), []).append(item)
        grid = Grid(box=None, show_header=False, padding=(0, 1))
        for heading, items in groups.items():
            cells: list[RenderableType] = [Text(heading, "bold")] if heading else []
            grid.add_row(*cells, Columns(items, padding=(0, 2)))
        if groups:
            self.terminal.print(grid)

    def _footer(self, table: Table) -> str:
        if table.match.is_over:
            return self.say("keys.over")
        keys = self.say("keys.finish") if table.can_finish else self.say("keys.footer")
        return f"{table.drawing.examples}\n{keys}"

    def prompt(self, table: Table) -> str:
        if table.player is None or len(table.names) == 1:
            return " >"
        return f" {table.names[table.player]} >"

    def help(self, table: Table) -> None:
        game = table.match.game.name
        self.terminal.clear()
        self.terminal.print(Text(f" {self.say(f'title.{game}')}\n", "bold"))
        for key in (f"rules.{game}", f"how.{game}", "how.commands"):
            self.terminal.print(Padding(Text(self.say(key)), (0, 1, 1, 1)))
        page = f"docs/rules/{game}.{self.terminal.lang}.md"
        self.terminal.print(Text(f" {self.say('how.page', page=page)}", "bold"))
        if self.terminal.is_live:
            self.terminal.ask(f" {self.say('how.back')}")
