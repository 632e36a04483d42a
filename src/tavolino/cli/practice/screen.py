"""What a player sees between two inputs: the table, the sentences, the moves, the help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from tavolino.catalogue import BUILT_IN
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.game import PracticeGame
from tavolino.translations import find_sentence

FEW = 12
"""So many moves are listed even where a game has a hundred at other times."""


MANY = 3
"""More sentences than this are one paragraph."""


class Screen:
    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.say = terminal, terminal.say
        self.listed: list[Any] = []
        """Moves to list in the place of the board, where they are too many to stand below it."""
        self.numbered: set[Any] = set()
        """Moves whose numbers can be read on the screen."""
        self.is_refused = False

    def list_moves(self, moves: Iterable[Any]) -> None:
        self.listed = list(moves)

    def show(self, table: PracticeGame) -> None:
        drawing = table.drawing
        self.terminal.clear()
        self.terminal.print(self._headline(table))
        self.terminal.print()
        is_short = len(table.moves) <= FEW and len(table.notices) <= MANY
        has_room = is_short or not drawing.folds
        if self.listed and not has_room:
            self._tell(table)
            self.terminal.print(Text(f" {self.say('table.listing')}", "dim"))
            self._show_moves(table, self.listed)
            return
        last = table.played[-1][1] if table.played else None
        self.terminal.print(drawing.board(table.view, last))
        self.terminal.print()
        self._tell(table)
        if has_room:
            self._show_moves(table, table.moves)
        self.terminal.print_sentence(self._footer(table), "dim")

    def _tell(self, table: PracticeGame) -> None:
        style = "bold red" if self.is_refused else "bold"
        # The end of a round has much to tell, and 24 lines are all there are.
        has_much = len(table.notices) > MANY
        for notice in [" ".join(table.notices)] if has_much else table.notices:
            self.terminal.print_sentence(notice, style)
        for line in table.outcome:
            self.terminal.print_sentence(line, "bold")

    def _headline(self, table: PracticeGame) -> Text:
        parts = [self.say("table.deal", n=table.number), table.drawing.score(table.state)]
        parts.append(self.say("table.moves", n=len(table.played)))
        if table.time_left is not None:
            left = max(0, int(table.time_left))
            parts.append(self.say("table.time", time=f"{left // 60}:{left % 60:02}"))
        title = self.terminal.title_of(table.match.game.name)
        rest = " · ".join(part for part in parts if part)
        return Text.assemble((f" {title}", "bold"), f" · {rest}")

    def _show_moves(self, table: PracticeGame, moves: Iterable[Any]) -> None:
        self.numbered |= set(moves)
        numbers = {m: n for n, m in enumerate(table.moves, 1) if m in self.numbered}
        if numbers:
            self.terminal.print_paged(table.drawing.listing(table.view, numbers))

    def _footer(self, table: PracticeGame) -> str:
        if table.match.is_over:
            return self.say("keys.over")
        # Games of cards list their moves always, so that there is room for another key.
        key = "keys.cards" if table.entry.has_cards else "keys.list"
        keys = self.say("keys.footer", first=self.say(key))
        hint = self.say("keys.finish") if table.can_finish else table.drawing.examples(table.view)
        return f"{hint}\n{keys}"

    def prompt(self, table: PracticeGame) -> str:
        if table.player is None or len(table.names) == 1:
            return " >"
        return f" {table.names[table.player]} >"

    def help(self, table: PracticeGame) -> None:
        game = table.match.game.name
        keys = [f"rules.{game}", f"how.{game}", *["how.cards"] * table.entry.has_cards]
        found = [find_sentence(self.terminal.lang, key) for key in (*keys, "how.commands")]
        page = f"docs/rules/{game}.{self.terminal.lang}.md"
        self.terminal.clear()
        self.terminal.print_paged(
            Group(
                Text(f" {self.terminal.title_of(game)}\n", "bold"),
                *(Padding(Text(text), (0, 1, 1, 1)) for text in found if text),
                *[Text(f" {self.say('how.page', page=page)}", "bold")] * (game in BUILT_IN),
            )
        )
        if self.terminal.is_live:
            self.terminal.ask(f" {self.say('how.back')}")
