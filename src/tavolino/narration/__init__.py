"""The one place that decides what is told of a game, for the terminal and the browser alike.

Only what an onlooker of the board sees is told. Of a contest a player is told the entries of the
own board and those of the whole table (``entry.board`` is None): the others have the same cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from tavolino.catalogue import entry_of
from tavolino.game import CHANCE, AnyGame, Seat, Stop
from tavolino.match import Call, Entry, Lots, Match
from tavolino.narration.told import Told, Value, tell

__all__ = ["Told", "Value", "outcome", "ranking", "tell", "told"]


class Narration(Protocol):
    """What the entry of a game names as its narration."""

    def told(self, game: AnyGame, before: Any, seat: Seat, move: Any, after: Any) -> Iterator[Told]:
        """What a move did: the game, the view before, who moved, the move, the view after."""

    def ended(self, game: AnyGame, view: Any) -> Told:
        """How a game ended that is over."""


def narration_of(game: AnyGame) -> Narration:
    narration: Narration = entry_of(game.name).narration.load()
    return narration


STOPS = {
    Stop.TIME_UP: "s40.time",
    Stop.STALL: "s40.stall",
    Stop.ENDLESS: "af.endless",
    Stop.GIVEN_UP: "n9.given_up",
}


def told(entry: Entry[Any], before: Match[Any, Any], after: Match[Any, Any]) -> Iterator[Told]:
    """What an entry of the log did."""
    act = entry.act
    if isinstance(act, Lots):
        yield tell("told.lots", giocatore=tuple(act))
    elif act is Call.UNDO:
        yield tell("told.undo")
    elif act is Call.NEW_GAME:
        yield tell("s40.replay")
    elif act is Stop.STALL and after.is_practice:
        yield tell("told.stall")  # there is nobody to wait for
    elif isinstance(act, Stop):
        yield tell(STOPS[act])
    elif entry.board is not None:
        game = after.game
        seat = CHANCE if entry.actor == CHANCE else entry.actor % game.seats
        old, new = before.watch(entry.board), after.watch(entry.board)
        yield from narration_of(game).told(game, old, seat, act, new)


def outcome(match: Match[Any, Any], board: int = 0) -> Iterator[Told]:
    """How the game on a board ended, if it has; and the contest, when nobody plays any more."""
    if not match.is_board_over(board):
        return
    yield narration_of(match.game).ended(match.game, match.watch(board))
    if not match.is_over:
        yield tell("s40.wait")
    elif match.contest:
        yield from ranking(match)


def ranking(match: Match[Any, Any]) -> Iterator[Told]:
    for place, player, tally, reason in match.standings():
        said = tell("told.standing", place=place, giocatore=player, n=tally.points)
        if reason:
            said = Told("told.standing_why", {**said.values, "why": tell(f"standing.{reason}")})
        yield said
