"""The Solitario: stock and bases above, columns below."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tavolino.cards import UNSEEN
from tavolino.envs.pictures.canvas import Canvas
from tavolino.envs.pictures.patience import MARGIN, draw_bases, draw_columns, left
from tavolino.games.solitario40 import Solitario40, State

WIDTH, HEIGHT = 420, 540


def picture(game: Solitario40, view: State) -> NDArray[np.uint8]:
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.card(left(0), MARGIN, UNSEEN if view.mazzo else None)
    if view.mazzo:
        canvas.text(left(0) + 22, MARGIN + 30, str(len(view.mazzo)))
    canvas.card(left(1), MARGIN, view.mazzetto[-1] if view.mazzetto else None)
    draw_bases(canvas, view.bases, game.cards, 3)
    draw_columns(canvas, view.columns)
    canvas.text(WIDTH / 2, HEIGHT - 16, f"{game.points(view)} points")
    return canvas.array()
