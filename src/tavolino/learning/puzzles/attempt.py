"""An attempt at a puzzle: its position after some moves, and the verdict on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from tavolino.game import AnyGame, Seat
from tavolino.learning.puzzles.puzzle import Puzzle, game_of, position_of


class Verdict(StrEnum):
    OPEN = "open"
    SOLVED = "solved"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle after some moves of the player, and the replies of the other players."""

    puzzle: Puzzle
    game: AnyGame
    state: Any
    seat: Seat
    """Whose moves are to be found."""
    played: tuple[str, ...] = ()
    """The moves of all players."""
    own: int = 0
    """How many of them are the player's."""
    taken: int = 0
    """Of a chain: the pieces that it has captured so far."""
    verdict: Verdict = Verdict.OPEN

    @property
    def moves_left(self) -> int | None:
        return self.puzzle.limit - self.own if self.puzzle.limit else None

    @property
    def is_stuck(self) -> bool:
        """Has the game ended?"""
        return self.game.actor(self.state) is None

    def ended(self, is_solved: bool) -> Attempt:
        return replace(self, verdict=Verdict.SOLVED if is_solved else Verdict.FAILED)


def begin(puzzle: Puzzle) -> Attempt:
    game, state = game_of(puzzle), position_of(puzzle)
    seat = game.actor(state)
    assert seat is not None, f"expected a player to move in {puzzle.id}"
    return Attempt(puzzle, game, state, seat)
