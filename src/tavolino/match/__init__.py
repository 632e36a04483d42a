"""A match: boards of one game from one seed, and one log.

One board is a table, several are a contest. A match is a value: every entry makes a new one, so a
server can try an entry and discard the result. ``play`` checks the entries of everybody, chance and
the referee included; ``due`` says what these two have to enter next, ``settle`` enters it.
"""

from tavolino.match.match import (
    DEFAULT_PLAYERS,
    LOTS_STREAM,
    MAX_MOVES,
    MAX_PLAYERS,
    STREAMS_PER_GAME,
    Act,
    Board,
    Call,
    Entry,
    Lots,
    Match,
    OverBudget,
    Referee,
    by_the_rules,
    check_contest,
    due,
    match_at,
    new_match,
    settle,
    steps,
    time_limit_of,
)

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
