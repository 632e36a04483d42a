"""How each game looks in a terminal, and how its moves are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from tavolino.cards import FRANCESI
from tavolino.catalogue import entry_of
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame


class Drawing(Protocol):
    @property
    def has_many_moves(self) -> bool:
        """Are there usually too many moves to list them all below the board?"""

    def board(self, view: Any, last: Any) -> RenderableType:
        """A position; ``last`` is the move that led to it."""

    def beneath(self, view: Any) -> str:
        """What everybody may know and the board has no room for; for puzzles."""

    def score(self, state: Any) -> str: ...

    def examples(self, view: Any) -> str:
        """Examples of what can be typed, for the line below the board."""

    def canonical(self, text: str) -> str:
        """Typed text in the notation of records, if it is recognised; else unchanged."""

    def completions(self, view: Any, text: str) -> list[Any] | None:
        """The moves that begin with part of a move, such as a card; None if it is not one."""

    def default_move(self, moves: Sequence[Any]) -> Any | None:
        """The move to play of several completions, without asking."""

    def stock_move(self, view: Any) -> Any | None:
        """The move of the command ``t``."""

    def label(self, move: Any) -> str: ...

    def listing(self, view: Any, numbers: Mapping[Any, int]) -> RenderableType:
        """The moves with the numbers that can be typed for them."""


def drawing_of(
    terminal: Terminal, game: AnyGame, names: Sequence[str], faces: str = FRANCESI
) -> Drawing:
    drawing: Drawing = entry_of(game.name).drawing.load()(terminal, game, names, faces)
    return drawing
