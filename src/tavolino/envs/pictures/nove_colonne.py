"""Nove colonne: reserve and bases above; column 1 is the rightmost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tavolino.cards import DECK_52
from tavolino.envs.pictures.canvas import Canvas
from tavolino.envs.pictures.patience import MARGIN, draw_bases, draw_columns, left
from tavolino.games.nove_colonne import NoveColonne, State

WIDTH, HEIGHT = 540, 540


def picture(game: NoveColonne, view: State) -> NDArray[np.uint8]:
    canvas = Canvas(WIDTH, HEIGHT)
    for place, card in enumerate(view.reserve):
        canvas.card(left(place), MARGIN, card)
    draw_bases(canvas, view.bases, DECK_52, 6)
    draw_columns(canvas, reversed(view.columns))
    canvas.text(WIDTH / 2, HEIGHT - 16, f"{game.scores(view)[0]} of 52 cards on the bases")
    return canvas.array()
