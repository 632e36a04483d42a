"""A puzzle in sentences: what to find, a hint, why an answer is wrong, and why the key is right."""

from __future__ import annotations

from collections.abc import Iterator

from tavolino.learning.puzzles.attempt import Attempt
from tavolino.learning.puzzles.judging import question_of
from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.narration import Sentence


def goal(puzzle: Puzzle) -> Sentence:
    """What to find; it does not tell the theme where that would be half the answer."""
    return question_of(puzzle).goal(puzzle)


def hint(attempt: Attempt) -> tuple[Sentence, str | None]:
    """A hint, and a move to point at where it is about the next move."""
    return question_of(attempt.puzzle).hint(attempt)


def progress(attempt: Attempt) -> Iterator[Sentence]:
    """How far an attempt that is still open has come, where that is counted."""
    return question_of(attempt.puzzle).progress(attempt)


def refutation(before: Attempt, text: str) -> Iterator[Sentence]:
    """Why the player's last move, from ``before``, has failed."""
    after = before.game.apply(before.state, before.game.parse_move(text))
    return question_of(before.puzzle).refutation(before, text, after)


def explanation(puzzle: Puzzle) -> Iterator[Sentence]:
    """Why the key is the only answer."""
    return question_of(puzzle).explanation(puzzle)
