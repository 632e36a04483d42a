"""How each game looks in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from tavolino.cli.drawings.aftaebr import AftaebrDrawing
from tavolino.cli.drawings.azul_solo import AzulDrawing
from tavolino.cli.drawings.faces import FRANCESI, Faces
from tavolino.cli.drawings.nove_colonne import NoveColonneDrawing
from tavolino.cli.drawings.solitario40 import Solitario40Drawing
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame


class Drawing(Protocol):
    @property
    def folds(self) -> bool:
        """Too many moves to list them at every turn?"""

    def examples(self, view: Any) -> str:
        """What one may type, for the line under the board."""

    def board(self, view: Any, last: Any) -> RenderableType:
        """A position, and the move that led to it."""

    def score(self, state: Any) -> str: ...

    def label(self, move: Any) -> str: ...

    def listing(self, view: Any, numbers: Mapping[Any, int]) -> RenderableType:
        """Moves, by the numbers that one may type for them."""

    def selected(self, view: Any, text: str) -> list[Any] | None:
        """The moves meant by half a move, such as a card alone; None if it is not one."""


def drawing_of(
    terminal: Terminal, game: AnyGame, names: Sequence[str], faces: str = FRANCESI
) -> Drawing:
    if game.name == "aftaebr":
        return AftaebrDrawing(terminal, game, names)
    if game.name == "azul_solo":
        return AzulDrawing(terminal, game)
    kind = Solitario40Drawing if game.name == "solitario40" else NoveColonneDrawing
    return kind(terminal, game, Faces(terminal, faces))
