"""Lessons: each game taught on its board, step by step.

A lesson is data, ``<game>.toml`` in this folder: positions, the moves to make, and what follows.
The rules judge it, here and when it is played: a lesson that does not hold cannot be loaded. Its
sentences are in ``translations/lessons_*.toml``; ``docs/playing/lessons.md`` says how to write one.
"""

from tavolino.learning.lessons.lesson import (
    Answer,
    Lesson,
    Step,
    lesson_games,
    lesson_of,
    sentences_after,
)

__all__ = ["Answer", "Lesson", "Step", "lesson_games", "lesson_of", "sentences_after"]
