"""Describes what happens in a game, as sentences for the terminal and the browser.

Sentences contain only what a spectator of the board sees. In a contest a player gets the entries
of their own board and those of the whole table (``entry.board`` is None), because the other boards
have the same cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from tavolino.catalogue import entry_of
from tavolino.game import CHANCE, AnyGame, Seat, Stop
from tavolino.match import Call, Entry, Lots, Match
from tavolino.narration.sentence import Sentence, Value, sentence
from tavolino.narration.standings import describe_lots, describe_new_game, describe_standings

__all__ = [
    "Sentence",
    "Value",
    "describe_entry",
    "describe_outcome",
    "describe_standings",
    "sentence",
]


class Narration(Protocol):
    """The module that a game's catalogue entry names as its ``narration``."""

    def describe_move(
        self, game: AnyGame, before: Any, seat: Seat, move: Any, after: Any
    ) -> Iterator[Sentence]:
        """What a move did. ``before`` and ``after`` are a spectator's views."""

    def describe_end(self, game: AnyGame, view: Any) -> Sentence:
        """How a finished game ended."""


def narration_of(game: AnyGame) -> Narration:
    narration: Narration = entry_of(game.name).narration.load()
    return narration


STOPS = {
    Stop.TIME_UP: "s40.time",
    Stop.STALL: "s40.stall",
    Stop.ENDLESS: "af.endless",
    Stop.GIVEN_UP: "n9.given_up",
}


def describe_entry(
    entry: Entry[Any], before: Match[Any, Any], after: Match[Any, Any]
) -> Iterator[Sentence]:
    """What an entry of the log did."""
    views = (match.watch(entry.board or 0) for match in (before, after))
    yield from describe_act(entry, after, *views)


def describe_act(
    entry: Entry[Any], match: Match[Any, Any], old: Any, new: Any
) -> Iterator[Sentence]:
    """What an entry of this match did, from what a spectator sees of its board before and after."""
    act = entry.act
    if isinstance(act, Lots):
        yield describe_lots(act)
    elif act is Call.UNDO:
        yield sentence("told.undo")
    elif act is Call.NEW_GAME:
        yield describe_new_game()
    elif act is Stop.STALL and match.is_practice:
        yield sentence("told.stall")  # "s40.stall" speaks of the other players
    elif act is Stop.GIVEN_UP and not match.is_practice:
        yield sentence("told.done")  # the points stand (RULES 8.14)
    elif isinstance(act, Stop):
        yield sentence(STOPS[act])
    elif entry.board is not None:
        game = match.game
        seat = CHANCE if entry.actor == CHANCE else entry.actor % game.seats
        yield from narration_of(game).describe_move(game, old, seat, act, new)


def describe_outcome(match: Match[Any, Any], board: int = 0) -> Iterator[Sentence]:
    """How the game on a board ended, and the contest if all boards are finished; else nothing."""
    if not match.is_board_over(board):
        return
    yield narration_of(match.game).describe_end(match.game, match.watch(board))
    if not match.is_over:
        yield sentence("s40.wait")
    elif match.contest:
        yield from describe_standings(match)
