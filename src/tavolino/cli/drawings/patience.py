"""Shared by the drawings of the patiences: rows of cards, columns, moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rich.console import Group
from rich.text import Text

from tavolino.cards import DECK_52, FRANCESI, Card, Pile, Suit, card_named
from tavolino.cli.drawings.faces import Faces
from tavolino.cli.drawings.notation import canonical_carry, card_letters
from tavolino.cli.drawings.plain import PlainDrawing
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame, NotationError
from tavolino.games.patience import BASE, Carry, base_top

ROWS_AROUND = 13
"""Screen lines besides the columns: title, bases, notices, moves, prompt."""


class PatienceDrawing(PlainDrawing):
    has_many_moves = False

    def __init__(
        self, terminal: Terminal, game: AnyGame, names: Sequence[str], faces: str = FRANCESI
    ) -> None:
        super().__init__(terminal, game, names)
        self.faces = Faces(terminal, faces)

    @property
    def slot(self) -> int:
        """Distance between two columns."""
        return self.faces.width + 2

    def examples(self, view: Any) -> str:
        game = self.game.name
        return self.say(f"italian.{game}" if self.faces.is_italian else f"examples.{game}")

    # The position

    def row(self, cells: Sequence[Text]) -> Text:
        line = Text(" ", no_wrap=True, overflow="ignore")
        for n, cell in enumerate(cells):
            line.append(" " * max(min(n, 1), 1 + n * self.slot - line.cell_len))
            line.append_text(cell)
        return line

    def labels(self, names: Sequence[str | Text]) -> Text:
        cells = []
        for name in names:
            label = Text(name, "dim") if isinstance(name, str) else name.copy()
            label.pad_left(max(0, (self.faces.width - label.cell_len) // 2))
            cells.append(label)
        return self.row(cells)

    def base_cells(self, bases: Sequence[int], deck: Pile) -> list[Text]:
        return [
            self.faces.up(base_top(suit, height, deck)) if height else self.faces.empty()
            for suit, height in zip(Suit, bases)
        ]

    def column_rows(self, columns: Sequence[Pile], hidden: Sequence[int]) -> Group:
        """The columns from the buried end down; collapses face-down cards on a low screen."""
        room = self.terminal.console.height - ROWS_AROUND if self.terminal.is_live else 99
        collapses = max(map(len, columns)) > room
        drawn = [self._column(pile, down, collapses) for pile, down in zip(columns, hidden)]
        blank = Text(" " * self.faces.width)
        lines = range(max(map(len, drawn)))
        return Group(
            *(self.row([c[n] if n < len(c) else blank for c in drawn]) for n in lines),
        )

    def _column(self, pile: Pile, down: int, collapses: bool) -> list[Text]:
        if not pile:
            return [self.faces.empty()]
        backs = [self.faces.down(card) for card in pile[:down]]
        if collapses and down > 1:
            backs = [self.faces.collapsed(down)]
        return backs + [self.faces.up(card) for card in pile[down:]]

    # The moves

    def label(self, move: Any) -> str:
        if not isinstance(move, Carry):
            return self.say(f"move.{move}")
        to = self.say("move.base") if move.to == BASE else str(move.to)
        return f"{self.faces.short(move.card)} → {to}"

    def canonical(self, text: str) -> str:
        return canonical_carry(text)

    def default_move(self, moves: Sequence[Any]) -> Any | None:
        """A card alone acts like a double click: it goes to its base if it can (R-S40-40)."""
        return next((move for move in moves if move.to == BASE), None)

    def completions(self, view: Any, text: str) -> list[Carry] | None:
        card = self._card(text)
        if card is None:
            return None
        return [m for m in self.game.legal_moves(view) if isinstance(m, Carry) and m.card == card]

    def _card(self, text: str) -> Card | None:
        name = card_letters(text).upper()
        if not re.fullmatch("([A2-9JQK]|10)[DHCS]", name):
            return None
        try:
            return card_named(name, getattr(self.game, "cards", DECK_52))
        except NotationError:
            return None
