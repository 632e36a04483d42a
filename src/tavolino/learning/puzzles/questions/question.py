"""What every kind of question has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame
from tavolino.learning.puzzles.attempt import Attempt, begin
from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.narration import Sentence, narration_of, sentence


class Question(ABC):
    @abstractmethod
    def judge(self, before: Attempt, attempt: Attempt) -> Attempt:
        """The attempt with its verdict, and the replies, after the last of its moves."""

    @abstractmethod
    def goal(self, puzzle: Puzzle) -> Sentence:
        """What to find; it does not tell the theme where that would be half the answer."""

    def hint(self, attempt: Attempt) -> tuple[Sentence, str | None]:
        """A hint, and a move to point at where it is about the next move."""
        return sentence(f"puzzle.hint_{attempt.puzzle.theme}"), None

    def progress(self, attempt: Attempt) -> Iterator[Sentence]:
        """How far an attempt that is still open has come, where that is counted."""
        return iter(())

    @abstractmethod
    def refutation(self, before: Attempt, text: str, after: Any) -> Iterator[Sentence]:
        """Why the player's last move, from ``before`` to the position ``after``, has failed."""

    @abstractmethod
    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        """Why the key is the only answer."""


def describe_first_move(puzzle: Puzzle) -> Iterator[Sentence]:
    """What the first move of the line does."""
    attempt = begin(puzzle)
    game: AnyGame = attempt.game
    move: Any = game.parse_move(puzzle.line[0])
    after = game.apply(attempt.state, move)
    told = narration_of(game).describe_move(game, attempt.state, attempt.seat, move, after)
    yield from list(told)[:1]
