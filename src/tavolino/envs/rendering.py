"""What an environment shows: the drawing of the terminal, or a picture."""

from __future__ import annotations

from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from tavolino.catalogue import entry_of
from tavolino.cli.drawings import drawing_of
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame

WIDTH = 100


class Renderer:
    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def text(self, view: Any, last: Any) -> str:
        """The board as the terminal draws it, without colours."""
        names = [f"player {seat + 1}" for seat in range(self._game.seats)]
        drawing = drawing_of(Terminal("en"), self._game, names)
        out = StringIO()
        Console(file=out, width=WIDTH, color_system=None).print(drawing.board(view, last))
        return "\n".join(line.rstrip() for line in out.getvalue().splitlines())

    def picture(self, view: Any) -> NDArray[np.uint8]:
        draw = entry_of(self._game.name).picture
        assert draw is not None, f"no pictures of {self._game.name}"
        picture: NDArray[np.uint8] = draw.load()(self._game, view)
        return picture
