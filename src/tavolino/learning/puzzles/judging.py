"""Judges an attempt at a puzzle, move by move, by the rules and the proved answer alone.

What a puzzle asks is in ``questions``, by its theme.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from tavolino.catalogue import entry_of
from tavolino.learning.puzzles.attempt import Attempt, Verdict, begin
from tavolino.learning.puzzles.puzzle import Puzzle, play
from tavolino.learning.puzzles.questions.question import Question


def question_of(puzzle: Puzzle) -> Question:
    return cast(Question, entry_of(puzzle.game).puzzles[puzzle.theme].question.load())


def proceed(attempt: Attempt, text: str) -> Attempt:
    """The attempt after one more move of the player; raises an error of the rules if illegal."""
    after = play(attempt.game, attempt.state, text)
    played, own = (*attempt.played, text), attempt.own + 1
    moved = replace(attempt, state=after, played=played, own=own)
    return question_of(attempt.puzzle).judge(attempt, moved)


def follow(puzzle: Puzzle, moves: tuple[str, ...]) -> Attempt:
    """The attempt after these moves of the player; those after the verdict are not looked at."""
    attempt = begin(puzzle)
    for text in moves:
        if attempt.verdict is not Verdict.OPEN:
            break
        attempt = proceed(attempt, text)
    return attempt
