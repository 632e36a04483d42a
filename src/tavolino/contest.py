"""The rules of a contest: several players, each alone on the same deal, ranked by points.

Written for the Solitario (R-S40-28 … 37); they hold for every game with one seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from tavolino.game import check_options, option, seconds

MAX_NEW_GAMES = 10
"""After this many games beyond the first, a tie stays a tie (R-S40-34, RULES 8.5)."""


WINNABLE = "winnable"
"""Deals that can be won."""
CRITERIA = ("", "R-S40-31", "R-S40-32a")
"""What decides the order, in turn: points, the earlier last gain, having moved at all."""
BY_LOT = "R-S40-32"
"""The reason of a place that lots decided."""
SHARED = "R-S40-33"
"""The reason of a place shared with the previous player."""


class Tally(NamedTuple):
    """What the standings need to know of one player's game."""

    points: int = 0
    """The points so far."""
    moves: int = 0
    """The player's own entries in the log."""
    last_gain: int | None = None
    """The mossa at which points were last gained (R-S40-31)."""

    def after(self, points: int, mossa: int, is_move: bool = False) -> Tally:
        """After an entry. A gain is one event however many points it gives; a loss is none."""
        gained = points > self.points
        return Tally(points, self.moves + is_move, mossa if gained else self.last_gain)


class Standing(NamedTuple):
    """One line of the standings."""

    place: int
    """1, 2, 2, 4: equal players share a place."""
    player: int
    """The number of the player, from 0."""
    tally: Tally
    """Their points, moves and last gain."""
    reason: str
    """The first criterion that put this player behind the previous one; "" for points."""


@dataclass(frozen=True)
class Contest:
    """The rules of a contest: how ties are decided, and how much time there is."""

    tie_rule: str = option("first_to_score", "replay")
    """Among equal points the first to reach them wins, or all play a new game (R-S40-31, 33)."""
    time_limit: float | None = seconds(300)
    """In seconds, for everybody at once."""
    deals: str = option("any", WINNABLE)
    """Any deal, or one that a solver proves winnable (RULES 8.16)."""

    name: ClassVar[str] = "contest"
    """As error messages call it."""

    def __post_init__(self) -> None:
        check_options(self)

    def standings(self, tallies: Sequence[Tally], lots: Sequence[int]) -> tuple[Standing, ...]:
        """All players, best first. ``lots`` is the order that decides between equals.

        >>> first = Tally(points=5, moves=9, last_gain=30)
        >>> second = Tally(points=5, moves=7, last_gain=21)
        >>> [(line.place, line.player) for line in Contest().standings([first, second], [0, 1])]
        [(1, 1), (2, 0)]
        """
        ranks = [self._rank(tally) for tally in tallies]
        order = sorted(range(len(tallies)), key=lambda p: (ranks[p], lots.index(p)))
        standings: list[Standing] = []
        for n, player in enumerate(order):
            before = standings[-1] if standings else None
            reason = self._reason(ranks[before.player], ranks[player]) if before else ""
            place = before.place if before and reason == SHARED else n + 1
            standings.append(Standing(place, player, tallies[player], reason))
        return tuple(standings)

    def _rank(self, tally: Tally) -> tuple[float, ...]:
        """The sort key: the values of the criteria, best first (R-S40-28 … 32)."""
        if self.tie_rule == "replay":
            return (-tally.points,)
        gain = float("inf") if tally.last_gain is None else tally.last_gain
        return (-tally.points, gain, not tally.moves)

    def _reason(self, ahead: tuple[float, ...], behind: tuple[float, ...]) -> str:
        """The first criterion in which two players differ; lots decide between equals."""
        for clause, better, worse in zip(CRITERIA, ahead, behind):
            if better != worse:
                return clause
        return SHARED if self.tie_rule == "replay" else BY_LOT

    def needs_new_game(self, points: Sequence[int], new_games: int) -> bool:
        """Whether all play a new game: the first two are equal (R-S40-33, R-S40-34)."""
        first, second = sorted(points, reverse=True)[:2]
        return self.tie_rule == "replay" and first == second and new_games < MAX_NEW_GAMES
