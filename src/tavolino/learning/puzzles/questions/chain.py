"""AFTAEBR: the most pieces that one turn takes. The rest of the turn is searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tavolino.learning.puzzles.aftaebr.chain_search import captures, most_pieces
from tavolino.learning.puzzles.attempt import Attempt, begin
from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.learning.puzzles.questions.question import Question
from tavolino.narration import Sentence, sentence


class Chain(Question):
    def judge(self, before: Attempt, attempt: Attempt) -> Attempt:
        """Any chain will do, as long as the rest of the turn can take what is missing."""
        state, wanted = attempt.state, int(attempt.puzzle.key)
        attempt = replace(attempt, taken=attempt.taken + state.note.captured)
        if attempt.taken >= wanted:
            return attempt.ended(True)
        rest = most_pieces(state, attempt.seat) if state.note.captured else 0
        return attempt if attempt.taken + rest >= wanted else attempt.ended(False)

    def goal(self, puzzle: Puzzle) -> Sentence:
        return sentence("puzzle.goal_chain", pieces=int(puzzle.key))

    def hint(self, attempt: Attempt) -> tuple[Sentence, str | None]:
        if attempt.own:
            return sentence("puzzle.hint_move"), str(captures(attempt.state)[0].move)
        return super().hint(attempt)

    def progress(self, attempt: Attempt) -> Iterator[Sentence]:
        if attempt.own:
            pieces = int(attempt.puzzle.key)
            yield sentence("puzzle.chain_taken", taken=attempt.taken, pieces=pieces)

    def refutation(self, before: Attempt, text: str, after: Any) -> Iterator[Sentence]:
        pieces, taken = int(before.puzzle.key), before.taken + after.note.captured
        if after.note.captured:
            most = taken + most_pieces(after, before.seat)
            yield sentence("puzzle.wrong_chain", most=most, pieces=pieces)
        else:
            yield sentence("puzzle.wrong_chain_end", taken=taken, pieces=pieces)

    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        moves, second = tuple(map(_placement, puzzle.line)), captures(begin(puzzle).state)[1]
        yield sentence("puzzle.right_chain", moves=moves, pieces=int(puzzle.key), most=second.total)


def _placement(text: str) -> Sentence:
    number, cell = text.split("@")
    return sentence("puzzle.placement", number=number, cell=cell)
