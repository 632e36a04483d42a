"""How many pieces of AFTAEBR one turn can take: every chain of captures, by the plain rules.

A placement that captures gives an extra turn, so only captures go on: the search is exhaustive and
small.
"""

from __future__ import annotations

from typing import NamedTuple

from tavolino.game import Seat
from tavolino.games.aftaebr import LINES, NUMBERS, PLACES, Aftaebr, Place, Stack, State
from tavolino.learning.puzzles.puzzle import PuzzleError

GAME = Aftaebr()
MOST_POSITIONS = 400
"""Of one turn: an attempt is judged while the player waits."""


class Capture(NamedTuple):
    """A placement that captures."""

    move: Place
    captured: int
    """At once, with the sequences that come to light."""
    total: int
    """The most pieces that a turn beginning with it takes."""


def capturing(state: State) -> list[Place]:
    """The placements that capture, in the order of the rules.

    No sequence lies open between placements: one that captures ends a line of which three cells fit
    already, and is legal because the number beside it differs by one.
    """
    if state.turn is None:
        return []
    tops = [stack[-1].number if stack else 0 for stack in state.board]
    found = set[Place]()
    for line in LINES:
        missing = [PLACES[cell][n] for cell, n in zip(line, NUMBERS) if tops[cell] != n]
        if len(missing) == 1 and state.hands[state.turn][missing[0].number - 1]:
            found.add(missing[0])
    return sorted(found)


class ChainSearch:
    """The chains of one turn; positions that several of them reach are searched once."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        # The board says what the hand holds: the others do not move.
        self._known: dict[tuple[Stack, ...], int] = {}

    @property
    def positions(self) -> int:
        return len(self._known)

    def captures(self, state: State) -> list[Capture]:
        """What the player may begin with; raises ``PuzzleError`` if there are too many chains."""
        if GAME.actor(state) != self.seat:
            return []
        played = [(move, GAME.apply(state, move)) for move in capturing(state)]
        return [
            Capture(move, after.note.captured, after.note.captured + self.most(after))
            for move, after in played
        ]

    def most(self, state: State) -> int:
        """The most pieces that the rest of the turn takes; raises ``PuzzleError`` as above."""
        if state.board not in self._known:
            if self.positions >= MOST_POSITIONS:
                raise PuzzleError(f"expected at most {MOST_POSITIONS} positions of one turn")
            totals = [capture.total for capture in self.captures(state)]
            self._known[state.board] = max(totals, default=0)
        return self._known[state.board]


def captures(state: State) -> list[Capture]:
    """What the player to move may begin with, the most pieces first."""
    found = ChainSearch(GAME.actor(state)).captures(state)
    return sorted(found, key=lambda one: (-one.total, one.move))


def most_pieces(state: State, seat: Seat) -> int:
    """The most that the rest of this turn of ``seat`` takes; 0 if it is over."""
    return ChainSearch(seat).most(state)
