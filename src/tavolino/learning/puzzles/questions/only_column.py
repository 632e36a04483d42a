"""Nove colonne: the only column whose next card may be uncovered without losing the win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.learning.puzzles.attempt import Attempt
from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.learning.puzzles.questions.question import Question
from tavolino.narration import Sentence, sentence


class OnlyColumn(Question):
    def judge(self, before: Attempt, attempt: Attempt) -> Attempt:
        column = uncovered_column(before.state, attempt.state)
        if column is None:
            return attempt.ended(False) if attempt.is_stuck else attempt
        return attempt.ended(str(column) == attempt.puzzle.key)

    def goal(self, puzzle: Puzzle) -> Sentence:
        return sentence("puzzle.goal_column")

    def hint(self, attempt: Attempt) -> tuple[Sentence, str | None]:
        """The key and one of the traps."""
        puzzle = attempt.puzzle
        columns = tuple(sorted((int(puzzle.key), int(puzzle.traps[0]))))
        return sentence("puzzle.hint_column", columns=columns), None

    def refutation(self, before: Attempt, text: str, after: Any) -> Iterator[Sentence]:
        column = uncovered_column(before.state, after)
        yield sentence("puzzle.wrong_column", column=column) if column else sentence("n9.lost")

    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        column, columns = int(puzzle.key), tuple(map(int, puzzle.traps))
        yield sentence("puzzle.right_column", column=column, n=len(columns), others=columns)


def uncovered_column(before: Any, after: Any) -> int | None:
    """The column, from 1, of which a move uncovers a card."""
    changed = (n for n, (a, b) in enumerate(zip(before.hidden, after.hidden), 1) if b < a)
    return next(changed, None)
