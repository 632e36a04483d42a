"""A match: boards of one game from one seed, and one log.

One board is a table, several are a contest. A match is a value: every entry makes a new one, so a
server can try an entry and discard the result. ``play`` checks the entries of everybody, chance and
the referee included; ``due`` says what these two have to enter next, ``settle`` enters it.
"""

from tavolino.match.board import Board
from tavolino.match.creation import match_at, new_match
from tavolino.match.entry import Act, Call, Entry, Lots
from tavolino.match.limits import (
    DEFAULT_PLAYERS,
    MAX_MOVES,
    MAX_PLAYERS,
    check_contest,
    time_limit_of,
)
from tavolino.match.match import Match, settle, steps
from tavolino.match.next_entry import LOTS_STREAM, STREAMS_PER_GAME, due
from tavolino.match.referee import OverBudget, Referee, by_the_rules
from tavolino.match.state import MatchState

__all__ = [
    "DEFAULT_PLAYERS",
    "LOTS_STREAM",
    "MAX_MOVES",
    "MAX_PLAYERS",
    "STREAMS_PER_GAME",
    "Act",
    "Board",
    "Call",
    "Entry",
    "Lots",
    "Match",
    "MatchState",
    "OverBudget",
    "Referee",
    "by_the_rules",
    "check_contest",
    "due",
    "match_at",
    "new_match",
    "settle",
    "steps",
    "time_limit_of",
]
