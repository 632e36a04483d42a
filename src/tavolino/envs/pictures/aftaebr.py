"""AFTAEBR: the board with the numbers on top and the heights of stacks, the hands beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tavolino.envs.pictures.canvas import EMPTY, INK, PAPER, Canvas
from tavolino.games.aftaebr import CELLS, SIDE, Aftaebr, Colour, State

CELL = 54
FILLS = {
    Colour.VERDE: "#6fae5c",
    Colour.AZZURRO: "#5aa7d6",
    Colour.FUCSIA: "#d3569e",
    Colour.ARANCIONE: "#e08a2e",
}
BESIDE = 12 + SIDE * CELL + 20
WIDTH, HEIGHT = BESIDE + 190, 24 + SIDE * CELL


def picture(game: Aftaebr, view: State) -> NDArray[np.uint8]:
    canvas = Canvas(WIDTH, HEIGHT)
    colours = view.colours or (None,) * game.players
    for cell in CELLS:
        row, column = divmod(cell, SIDE)
        x, y = 12 + CELL * column, 12 + CELL * row
        canvas.box(x, y, CELL - 4, CELL - 4, EMPTY)
        if stack := view.board[cell]:
            colour = colours[stack[-1].seat]
            canvas.box(x + 5, y + 5, CELL - 14, CELL - 14, FILLS[colour] if colour else PAPER)
            canvas.text(x + 25, y + 25, str(stack[-1].number), 24, INK)
            if len(stack) > 1:
                canvas.text(x + 42, y + 42, str(len(stack)), 12)
    for seat, hand in enumerate(view.hands):
        y, colour = 20 + 70 * seat, colours[seat]
        canvas.box(BESIDE, y, 170, 56, PAPER if seat == view.turn else EMPTY)
        canvas.box(BESIDE + 8, y + 8, 18, 40, FILLS[colour] if colour else PAPER)
        held = "   ".join(f"{n}: {count}" for n, count in enumerate(hand, 1))
        canvas.text(BESIDE + 98, y + 28, held, 14, INK if seat == view.turn else PAPER)
    return canvas.array()
