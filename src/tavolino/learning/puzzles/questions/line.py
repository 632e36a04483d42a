"""The moves of a line, one after the other: the best take of Azul, the placements that win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tavolino.learning.puzzles.attempt import Attempt
from tavolino.learning.puzzles.puzzle import Puzzle, play
from tavolino.learning.puzzles.questions.question import Question, describe_first_move
from tavolino.narration import Sentence, sentence


class LineQuestion(Question):
    def judge(self, before: Attempt, attempt: Attempt) -> Attempt:
        """The player's move is the next of the line; the others reply as the line says."""
        line, played = attempt.puzzle.line, attempt.played
        if played[-1] != line[len(played) - 1]:
            return attempt.ended(False)
        game, state = attempt.game, attempt.state
        while len(played) < len(line) and game.actor(state) != attempt.seat:
            state = play(game, state, line[len(played)])
            played = (*played, line[len(played)])
        attempt = replace(attempt, state=state, played=played)
        return attempt.ended(True) if len(played) == len(line) else attempt


class BestTake(LineQuestion):
    """Azul solo."""

    def goal(self, puzzle: Puzzle) -> Sentence:
        return sentence("puzzle.goal_take")

    def refutation(self, before: Attempt, text: str, after: Any) -> Iterator[Sentence]:
        yield sentence("puzzle.wrong_take")

    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        yield from describe_first_move(puzzle)
        best, other = puzzle.chances
        yield sentence("puzzle.right_take", best=f"{best}%", other=f"{other}%")


class WinningPlacements(LineQuestion):
    """AFTAEBR."""

    def goal(self, puzzle: Puzzle) -> Sentence:
        return sentence("puzzle.goal_win")

    def refutation(self, before: Attempt, text: str, after: Any) -> Iterator[Sentence]:
        is_trap = before.own == 0 and text in before.puzzle.traps
        yield sentence("puzzle.wrong_capture" if is_trap else "puzzle.wrong_win")

    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        yield from describe_first_move(puzzle)
        n = len(puzzle.traps)
        yield sentence("puzzle.right_capture", n=n) if n else sentence("puzzle.right_win")
