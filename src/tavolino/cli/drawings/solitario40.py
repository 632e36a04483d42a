"""Solitario: the mazzo, the mazzetto with three visible cards, the bases, seven columns."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from tavolino.cards import DECK_40, DECK_52, Suit
from tavolino.cli.drawings.patience import PatienceDrawing
from tavolino.games.solitario40 import COLUMNS, State, Stock

VISIBLE = 3
"""Visible cards of the mazzetto, whatever the option ``draw`` is (R-S40-09)."""


class Solitario40Drawing(PatienceDrawing):
    def board(self, view: State, last: Any) -> RenderableType:
        if not view.columns:
            return self.say("board.undealt")
        suits = [self.faces.suit(suit.letter) for suit in Suit]
        mazzo = self.say("board.mazzo", n=len(view.mazzo))
        mazzetto = self.say("board.mazzetto", n=len(view.mazzetto))
        return Group(
            self._across(self.labels([mazzo, mazzetto]), self.labels(suits)),
            self._across(self._stock(view), self.row(self._bases(view))),
            Text(),
            self.labels([str(n) for n in range(1, COLUMNS + 1)]),
            self.column_rows(view.columns, view.hidden),
        )

    def _bases(self, view: State) -> list[Text]:
        return self.base_cells(view.bases, DECK_40 if view.size == len(DECK_40) else DECK_52)

    def _across(self, left: Text, right: Text) -> Text:
        """The bases above columns 4 … 7, or further right if the mazzetto needs the room."""
        fan = 2 * (self.faces.max_length + 1) + self.faces.width
        left.append(" " * (1 + max(3 * self.slot, self.slot + fan + 2) - left.cell_len))
        return left.append_text(right[1:])

    def _stock(self, view: State) -> Text:
        mazzo = self.faces.down() if view.mazzo else self.faces.empty("↺" if view.mazzetto else "")
        return self.row([mazzo, self._fan(view)])

    def _fan(self, view: State) -> Text:
        """The visible cards of the mazzetto, the last on top."""
        visible = view.mazzetto[-VISIBLE:]
        if not visible:
            return self.faces.empty()
        cards = [*map(self.faces.under, visible[:-1]), self.faces.up(visible[-1])]
        return Text.assemble(*cards)

    def stock_move(self, view: State) -> Any | None:
        moves = self.game.legal_moves(view)
        return next((move for move in moves if isinstance(move, Stock)), None)

    def score(self, state: State) -> str:
        return self.say("score.points", n=self.game.scores(state)[0])
