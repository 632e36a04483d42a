"""What a match may be: how many players, moves and seconds."""

from __future__ import annotations

from tavolino.catalogue import entries, entry_of
from tavolino.contest import WINNABLE, Contest
from tavolino.game import AnyGame, OptionError, Stop

MAX_PLAYERS = 16
"""Of a contest."""
DEFAULT_PLAYERS = 4
"""Seats of a contest, if nobody says how many."""
MAX_MOVES = 5_000
"""Moves on one board. Limits the log; real games are far shorter."""


def time_limit_of(game: AnyGame, contest: Contest | None) -> float | None:
    """In seconds; None if neither the contest nor the game has a limit."""
    if contest:
        return contest.time_limit
    limit: float | None = getattr(game, "time_limit", None)
    return limit


def check_contest(game: AnyGame, boards: int, contest: Contest) -> None:
    """Raise ``OptionError`` if this game or number of players cannot have such a contest."""
    if game.seats != 1:
        raise OptionError(f"expected a game with one seat for a contest, got {game.name}")
    if Stop.TIME_UP not in game.stops:
        raise OptionError(f"expected a game that time can end for a contest, got {game.name}")
    if not 2 <= boards <= MAX_PLAYERS:
        raise OptionError(f"expected 2 to {MAX_PLAYERS} players in a contest, got {boards}")
    if contest.deals == WINNABLE and not entry_of(game.name).has_solver:
        names = " or ".join(entry.name for entry in entries() if entry.has_solver)
        raise OptionError(f"expected {names} for deals that can be won, got {game.name}")
