"""Solitario40: a number of points, or the win, in a number of moves."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from tavolino.learning.puzzles.attempt import Attempt
from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.learning.puzzles.questions.question import Question
from tavolino.narration import Sentence, sentence


class CountedMoves(Question):
    def judge(self, before: Attempt, attempt: Attempt) -> Attempt:
        is_solved = self.is_solved(attempt)
        is_over = is_solved or self.is_late(attempt) or attempt.is_stuck
        return attempt.ended(is_solved) if is_over else attempt

    @abstractmethod
    def is_solved(self, attempt: Attempt) -> bool: ...

    @abstractmethod
    def is_late(self, attempt: Attempt) -> bool:
        """Are the moves that are left too few?"""

    def hint(self, attempt: Attempt) -> tuple[Sentence, str | None]:
        puzzle = attempt.puzzle
        if attempt.played == puzzle.line[: attempt.own]:
            return sentence("puzzle.hint_move"), puzzle.line[attempt.own]
        return sentence("puzzle.hint_again"), None

    def refutation(self, before: Attempt, text: str, after: Any) -> Iterator[Sentence]:
        yield sentence(f"puzzle.wrong_{before.puzzle.theme}")


class MostPoints(CountedMoves):
    def is_solved(self, attempt: Attempt) -> bool:
        return attempt.game.scores(attempt.state)[0] >= int(attempt.puzzle.key)

    def is_late(self, attempt: Attempt) -> bool:
        return attempt.own >= attempt.puzzle.limit

    def goal(self, puzzle: Puzzle) -> Sentence:
        return sentence("puzzle.goal_points", points=int(puzzle.key), n=puzzle.limit)

    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        yield sentence("puzzle.right_points", points=int(puzzle.key))


class FewestMoves(CountedMoves):
    def is_solved(self, attempt: Attempt) -> bool:
        return bool(attempt.game.winners(attempt.state))

    def is_late(self, attempt: Attempt) -> bool:
        """Every card that is not on its base needs a move."""
        state = attempt.state
        missing = sum(map(len, state.columns)) + len(state.mazzetto) + len(state.mazzo)
        return missing > attempt.puzzle.limit - attempt.own

    def goal(self, puzzle: Puzzle) -> Sentence:
        return sentence("puzzle.goal_fewest", n=puzzle.limit)

    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        yield sentence("puzzle.right_fewest", n=puzzle.limit)
