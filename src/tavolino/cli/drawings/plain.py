"""The drawing of games without their own: the position as text, the moves with numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from tavolino.cards import FRANCESI
from tavolino.cli.drawings.listing import in_rows
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame, has_points


class PlainDrawing:
    """Also the base class of the other drawings."""

    has_many_moves = True

    def __init__(
        self, terminal: Terminal, game: AnyGame, names: Sequence[str], faces: str = FRANCESI
    ) -> None:
        self.terminal, self.game, self.names = terminal, game, names
        self.say = terminal.say

    # The position

    def board(self, view: Any, last: Any) -> RenderableType:
        return Padding(Text(str(view)), (0, 3))

    def beneath(self, view: Any) -> str:
        return ""

    def score(self, state: Any) -> str:
        if not has_points(self.game, state):
            return ""
        scores = self.game.scores(state)[: len(self.names)]
        if len(scores) == 1:
            return self.say("score.points", n=scores[0])
        return ", ".join(f"{name} {n}" for name, n in zip(self.names, scores))

    # Typed input

    def examples(self, view: Any) -> str:
        return self.say("examples.plain")

    def canonical(self, text: str) -> str:
        return text

    def completions(self, view: Any, text: str) -> list[Any] | None:
        return None

    def default_move(self, moves: Sequence[Any]) -> Any | None:
        return None

    def stock_move(self, view: Any) -> Any | None:
        return None

    # The moves

    def label(self, move: Any) -> str:
        return str(move)

    def listing(self, view: Any, numbers: Mapping[Any, int]) -> RenderableType:
        return in_rows({n: self.label(move) for move, n in numbers.items()})
