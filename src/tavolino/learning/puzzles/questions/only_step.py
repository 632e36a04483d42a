"""Solitario40: the only next step that keeps the win. Moves that can be undone are free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.cards import Card
from tavolino.games.patience import Carry
from tavolino.learning.puzzles.attempt import Attempt, begin
from tavolino.learning.puzzles.puzzle import Puzzle, Theme
from tavolino.learning.puzzles.questions.question import Question
from tavolino.narration import Sentence, sentence


class OnlyStep(Question):
    def judge(self, before: Attempt, attempt: Attempt) -> Attempt:
        move = attempt.game.parse_move(attempt.played[-1])
        card = step_of(attempt.game, before.state, move)
        if card is None:
            return attempt.ended(False) if attempt.is_stuck else attempt
        return attempt.ended(str(card) == attempt.puzzle.key)

    def goal(self, puzzle: Puzzle) -> Sentence:
        return sentence("puzzle.goal_step")

    def hint(self, attempt: Attempt) -> tuple[Sentence, str | None]:
        if attempt.puzzle.theme is not Theme.UNCOVER:
            return super().hint(attempt)
        columns = enumerate(begin(attempt.puzzle).state.columns, 1)
        column = next(n for n, column in columns if attempt.puzzle.key in map(str, column))
        return sentence("puzzle.hint_uncover", column=column), None

    def refutation(self, before: Attempt, text: str, after: Any) -> Iterator[Sentence]:
        card = step_of(before.game, before.state, before.game.parse_move(text))
        yield sentence("puzzle.wrong_step", card=str(card)) if card else sentence("n9.lost")

    def explanation(self, puzzle: Puzzle) -> Iterator[Sentence]:
        others = tuple(sentence("puzzle.card", card=card) for card in puzzle.traps)
        yield sentence("puzzle.right_step", card=puzzle.key, n=len(others), others=others)


def step_of(game: Any, state: Any, move: Any) -> Card | None:
    """The card that a move of solitario40 takes from its place for good.

    None if the move can be undone by moves: the card can return to the card on which it lay, to the
    empty column or to its base.
    """
    if not isinstance(move, Carry) or state.bases[move.card.suit] >= move.card.rank:
        return None
    if state.mazzetto[-1:] == (move.card,):
        return move.card
    is_king = move.card.rank == game.king
    source = next(at for at, column in enumerate(state.columns) if move.card in column)
    if state.columns[source][state.hidden[source]] != move.card:
        return None
    may_return = state.hidden[source] == 0 and (game.empty_column == "any" or is_king)
    return None if may_return else move.card
