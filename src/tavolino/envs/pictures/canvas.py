"""A picture to draw on: text, rounded boxes, cards."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tavolino.cards import UNSEEN, Card, Suit

CLOTH, INK, PAPER, EMPTY, BACK = "#2f5d50", "#1d2724", "#fbf7ec", "#3f7263", "#7d2f2b"
RED, BLACK = "#b3261e", "#1d2724"
CARD_WIDTH, CARD_HEIGHT, OVERLAP = 44, 60, 20

SUIT_SHAPES = {
    Suit.DENARI: (5, 0, 9, 5, 5, 10, 1, 5),
    Suit.COPPE: (5, 10, 0, 4, 1, 1, 3.5, 1, 5, 3, 6.5, 1, 9, 1, 10, 4),
    Suit.BASTONI: (5, 0, 7, 3, 10, 4, 10, 6.5, 6, 6.5, 7, 10, 3, 10, 4, 6.5, 0, 6.5, 0, 4, 3, 3),
    Suit.SPADE: (5, 0, 10, 6, 8.5, 8, 6, 7, 7, 10, 3, 10, 4, 7, 1.5, 8, 0, 6),
}
"""Corners as x and y in turn, in a square of 10 × 10."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGB", (width, height), CLOTH)
        self._draw = ImageDraw.Draw(self._image)

    def array(self) -> NDArray[np.uint8]:
        return np.asarray(self._image, np.uint8).copy()

    def text(self, x: float, y: float, text: str, size: int = 16, colour: str = PAPER) -> None:
        """Centred on a point."""
        self._draw.text((x, y), text, colour, _font(size), anchor="mm")

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, line: str = INK
    ) -> None:
        shape = (x, y, x + width, y + height)
        self._draw.rounded_rectangle(shape, radius=5, fill=fill, outline=line)

    def card(self, x: float, y: float, card: Card | None) -> None:
        """None is an empty place; an unseen card shows its back."""
        fill = EMPTY if card is None else BACK if card == UNSEEN else PAPER
        self.box(x, y, CARD_WIDTH, CARD_HEIGHT, fill)
        if card is None or card == UNSEEN:
            return
        colour = RED if card.suit.is_red else BLACK
        self.text(x + 15, y + 11, card.name[:-1], 15, colour)
        shape = SUIT_SHAPES[card.suit]
        corners = [(x + 28 + 1.2 * dx, y + 5 + 1.2 * dy) for dx, dy in zip(shape[::2], shape[1::2])]
        self._draw.polygon(corners, fill=colour)
