"""How each game looks in a terminal, and how its moves are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from tavolino.catalogue import entry_of
from tavolino.cli.drawings.faces import FRANCESI
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame


class Drawing(Protocol):
    @property
    def folds(self) -> bool:
        """Too many moves to list them at every turn?"""

    def board(self, view: Any, last: Any) -> RenderableType:
        """A position, and the move that led to it."""

    def score(self, state: Any) -> str: ...

    def examples(self, view: Any) -> str:
        """What one may type, for the line under the board."""

    def canonical(self, text: str) -> str:
        """What was typed, as records write it, where it can be guessed; else the text itself."""

    def selected(self, view: Any, text: str) -> list[Any] | None:
        """The moves meant by half a move, such as a card alone; None if it is not one."""

    def chosen(self, moves: Sequence[Any]) -> Any | None:
        """The one of these moves that needs no further question."""

    def turning(self, view: Any) -> Any | None:
        """The move that the command ``t`` means."""

    def label(self, move: Any) -> str: ...

    def listing(self, view: Any, numbers: Mapping[Any, int]) -> RenderableType:
        """Moves, by the numbers that one may type for them."""


def drawing_of(
    terminal: Terminal, game: AnyGame, names: Sequence[str], faces: str = FRANCESI
) -> Drawing:
    drawing: Drawing = entry_of(game.name).drawing.load()(terminal, game, names, faces)
    return drawing
