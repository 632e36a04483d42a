"""The screen between two inputs: the board, the notices, the moves, the help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from tavolino.catalogue import BUILT_IN
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.game import PracticeGame
from tavolino.translations import find_text

SHORT_LIST = 12
"""Up to this many moves are listed below the board, even in games with many moves."""
MAX_LINES = 3
"""More notices than this are printed as one paragraph."""


class Screen:
    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.say = terminal, terminal.say
        self.listed: list[Any] = []
        """Moves to list instead of the board, if there are too many to list below it."""
        self.numbered: set[Any] = set()
        """Moves whose numbers are on the screen."""
        self.is_refused = False

    def list_moves(self, moves: Iterable[Any]) -> None:
        self.listed = list(moves)

    def show(self, practice: PracticeGame) -> None:
        drawing = practice.drawing
        self.terminal.clear()
        self.terminal.print(self._headline(practice))
        self.terminal.print()
        is_short = len(practice.moves) <= SHORT_LIST and len(practice.notices) <= MAX_LINES
        has_room = is_short or not drawing.has_many_moves
        if self.listed and not has_room:
            self._print_notices(practice)
            self.terminal.print(Text(f" {self.say('table.listing')}", "dim"))
            self._show_moves(practice, self.listed)
            return
        last = practice.played[-1][1] if practice.played else None
        self.terminal.print(drawing.board(practice.view, last))
        self.terminal.print()
        self._print_notices(practice)
        if has_room:
            self._show_moves(practice, practice.moves)
        self.terminal.print_sentence(self._footer(practice), "dim")

    def _print_notices(self, practice: PracticeGame) -> None:
        style = "bold red" if self.is_refused else "bold"
        # The end of a round has many notices, and the screen may have only 24 lines.
        is_long = len(practice.notices) > MAX_LINES
        for notice in [" ".join(practice.notices)] if is_long else practice.notices:
            self.terminal.print_sentence(notice, style)
        for line in practice.outcome:
            self.terminal.print_sentence(line, "bold")

    def _headline(self, practice: PracticeGame) -> Text:
        game = practice.match.game.name
        parts = [
            self.terminal.deal_of(game, practice.number),
            practice.drawing.score(practice.state),
        ]
        parts.append(self.say("table.moves", n=len(practice.played)))
        if practice.time_left is not None:
            left = max(0, int(practice.time_left))
            parts.append(self.say("table.time", time=f"{left // 60}:{left % 60:02}"))
        title = self.terminal.title_of(game)
        rest = " · ".join(part for part in parts if part)
        return Text.assemble((f" {title}", "bold"), f" · {rest}")

    def _show_moves(self, practice: PracticeGame, moves: Iterable[Any]) -> None:
        self.numbered |= set(moves)
        numbers = {m: n for n, m in enumerate(practice.moves, 1) if m in self.numbered}
        if numbers:
            self.terminal.print_paged(practice.drawing.listing(practice.view, numbers))

    def _footer(self, practice: PracticeGame) -> str:
        if practice.match.is_over:
            return self.say("keys.over")
        # Card games always list their moves, so the key for the list can be left out.
        key = "keys.cards" if practice.entry.has_cards else "keys.list"
        keys = self.say("keys.footer", first=self.say(key))
        hint = (
            self.say("keys.finish")
            if practice.can_finish
            else practice.drawing.examples(practice.view)
        )
        return f"{hint}\n{keys}"

    def prompt(self, practice: PracticeGame) -> str:
        if practice.player is None or len(practice.names) == 1:
            return " >"
        return f" {practice.names[practice.player]} >"

    def help(self, practice: PracticeGame) -> None:
        game = practice.match.game.name
        keys = [f"rules.{game}", f"how.{game}", *["how.cards"] * practice.entry.has_cards]
        found = [find_text(self.terminal.lang, key) for key in (*keys, "how.commands")]
        page = f"tavolino rules {game}"
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
