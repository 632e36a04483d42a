"""Columns of cards, for both patiences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavolino.cards import Card, Pile, Suit
from tavolino.envs.pictures.canvas import CARD_WIDTH, OVERLAP, Canvas
from tavolino.games.patience import base_top

GAP, MARGIN = 8, 12
STEP = CARD_WIDTH + GAP
TOP_OF_COLUMNS = 90


def left(place: int) -> int:
    return MARGIN + STEP * place


def draw_columns(canvas: Canvas, columns: Iterable[Pile]) -> None:
    for place, column in enumerate(columns):
        if not column:
            canvas.card(left(place), TOP_OF_COLUMNS, None)
        for at, card in enumerate(column):
            canvas.card(left(place), TOP_OF_COLUMNS + OVERLAP * at, card)


def draw_bases(canvas: Canvas, bases: Sequence[int], deck: Pile, first: int) -> None:
    for suit, height in zip(Suit, bases):
        top: Card | None = base_top(suit, height, deck) if height else None
        canvas.card(left(first + suit), MARGIN, top)
