"""How each game looks in a terminal, and the words for what happens in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from tavolino.cli.drawings.aftaebr import AftaebrDrawing
from tavolino.cli.drawings.azul_solo import AzulDrawing
from tavolino.cli.drawings.nove_colonne import NoveColonneDrawing
from tavolino.cli.drawings.solitario40 import Solitario40Drawing
from tavolino.cli.faces import FRANCESI, Faces
from tavolino.cli.terminal import Terminal
from tavolino.game import CHANCE, AnyGame, Stop
from tavolino.match import Call, Entry, Lots, Match


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

    def told(self, before: Any, actor: int, move: Any, after: Any) -> Iterator[str]:
        """What a move did, in sentences."""

    def ended(self, state: Any) -> str:
        """The notice at the end of a game."""

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


def told(
    terminal: Terminal,
    drawing: Drawing,
    names: Sequence[str],
    entry: Entry[Any],
    before: Match[Any, Any],
    after: Match[Any, Any],
) -> Iterator[str]:
    """What an entry of the log did, in sentences."""
    act = entry.act
    if isinstance(act, Lots):
        yield terminal.say("told.lots", order=", ".join(names[player] for player in act))
    elif act is Call.UNDO:
        yield terminal.say("told.undo")
    elif act is Call.NEW_GAME:
        yield terminal.say("s40.replay")
    elif act is Stop.STALL and after.is_practice:
        yield terminal.say("told.stall")  # there is nobody to wait for
    elif isinstance(act, Stop):
        yield terminal.say(STOPS[act])
    elif entry.board is not None:
        old, new = before.boards[entry.board].state, after.boards[entry.board].state
        game = after.game
        seat = CHANCE if entry.actor == CHANCE else entry.actor % game.seats
        seen = game.view(new, None)
        yield from drawing.told(game.view(old, None), seat, act, seen)


def outcome(
    terminal: Terminal,
    drawing: Drawing,
    names: Sequence[str],
    match: Match[Any, Any],
    board: int = 0,
) -> Iterator[str]:
    """How the game on a board ended, if it has; and the contest, when nobody plays any more."""
    if not match.is_board_over(board):
        return
    yield drawing.ended(match.boards[board].state)
    if not match.is_over:
        yield terminal.say("s40.wait")
    elif match.contest:
        yield from ranking(terminal, names, match)


def ranking(terminal: Terminal, names: Sequence[str], match: Match[Any, Any]) -> Iterator[str]:
    for place, player, tally, reason in match.standings():
        why = f" ({terminal.say(f'standing.{reason}')})" if reason else ""
        said = terminal.say("verify.standing", place=place, name=names[player], n=tally.points)
        yield f"{said}{why}"


STOPS = {
    Stop.TIME_UP: "s40.time",
    Stop.STALL: "s40.stall",
    Stop.ENDLESS: "af.endless",
    Stop.GIVEN_UP: "n9.given_up",
}
