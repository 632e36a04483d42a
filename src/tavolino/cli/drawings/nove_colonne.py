"""Nove colonne: the reserve top left, the bases top right, columns 9 … 1 from the left."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from tavolino.cards import DECK_52, Suit
from tavolino.cli.drawings.patience import PatienceDrawing
from tavolino.games.nove_colonne import RESERVE, SIZES, State


class NoveColonneDrawing(PatienceDrawing):
    def board(self, view: State, last: Any) -> RenderableType:
        if not view.columns:
            return self.say("board.undealt")
        gap = Text("" if self.faces.is_italian else "    ")
        suits = [self.faces.suit(suit.letter) for suit in Suit]
        reserve = [self.faces.up(card) if card else self.faces.empty() for card in view.reserve]
        bases = self.base_cells(view.bases, DECK_52)
        numbers = [str(n) for n in range(len(SIZES), 0, -1)]
        return Group(
            self._across([self.say("board.reserve"), *[""] * (RESERVE - 1)], suits, gap),
            self._line(reserve, bases, gap),
            Text(),
            self.labels(numbers),
            self.column_rows(view.columns[::-1], view.hidden[::-1]),
        )

    @property
    def slot(self) -> int:
        return self.faces.width + 1

    def _across(self, left: list[str], right: list[Text], gap: Text) -> Text:
        return self._joined(self.labels(left), self.labels(right), gap)

    def _line(self, left: list[Text], right: list[Text], gap: Text) -> Text:
        return self._joined(self.row(left), self.row(right), gap)

    def _joined(self, left: Text, right: Text, gap: Text) -> Text:
        left.append(" " * (1 + RESERVE * self.slot - left.cell_len))
        return left.append_text(gap).append_text(right[1:])

    def score(self, state: State) -> str:
        return self.say("score.bases", n=self.game.scores(state)[0])
