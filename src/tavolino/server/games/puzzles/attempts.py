"""An attempt as positions for a client. It may take a while: it is done in the readers' threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tavolino.catalogue import entry_of
from tavolino.game import TavolinoError
from tavolino.learning.puzzles.attempt import Attempt, Verdict, begin
from tavolino.learning.puzzles.judging import proceed
from tavolino.learning.puzzles.puzzle import Puzzle
from tavolino.learning.puzzles.sentences import explanation, hint, progress, refutation
from tavolino.match import Entry, Match, match_at
from tavolino.narration import Sentence
from tavolino.server.errors import IllegalMove
from tavolino.server.views.position import Position, position, positions


class Judged(NamedTuple):
    attempt: Attempt
    positions: list[Position]
    sentences: list[Sentence]


def first_position(puzzle: Puzzle) -> tuple[Position, list[str]]:
    """The position, and the cards that lie face down in its stock."""
    attempt = begin(puzzle)
    stock = list(map(str, entry_of(puzzle.game).stock(attempt.state)))
    return position(None, match_at(attempt.game, attempt.state), is_open=True), stock


def judge(puzzle: Puzzle, moves: Sequence[str]) -> Judged:
    """The attempt after these moves of the player, and the positions since the last of them."""
    before = _follow(puzzle, moves[:-1])
    attempt = _proceed(before, moves[-1]) if moves else before
    sentences: list[Sentence] = []
    if moves and attempt.verdict is Verdict.FAILED:
        sentences = list(refutation(before, moves[-1]))
    elif attempt.verdict is Verdict.SOLVED:
        sentences = list(explanation(puzzle))
    else:
        sentences = list(progress(attempt))
    start, end = _match(puzzle, before.played), _match(puzzle, attempt.played)
    shown = positions(start, end, is_open=True) if moves else [position(None, end, is_open=True)]
    is_over = attempt.verdict is not Verdict.OPEN
    return Judged(attempt, [_without_moves(one) for one in shown] if is_over else shown, sentences)


def hint_for(puzzle: Puzzle, moves: Sequence[str]) -> tuple[Sentence, str | None]:
    return hint(_follow(puzzle, moves))


def solution(puzzle: Puzzle) -> tuple[list[Position], list[Sentence]]:
    start = _match(puzzle, ())
    shown = [position(None, start, is_open=True)]
    shown += positions(start, _match(puzzle, puzzle.line), is_open=True)
    return [_without_moves(one) for one in shown], list(explanation(puzzle))


def _follow(puzzle: Puzzle, moves: Sequence[str]) -> Attempt:
    attempt = begin(puzzle)
    for text in moves:
        attempt = _proceed(attempt, text)
    return attempt


def _proceed(attempt: Attempt, text: str) -> Attempt:
    if attempt.verdict is not Verdict.OPEN:
        raise IllegalMove(f"the puzzle is {attempt.verdict}: no more moves")
    try:
        return proceed(attempt, text)
    except TavolinoError as error:
        raise IllegalMove(str(error)[:300]) from None


def _match(puzzle: Puzzle, played: Sequence[str]) -> Match[Any, Any]:
    attempt = begin(puzzle)
    match: Match[Any, Any] = match_at(attempt.game, attempt.state)
    for text in played:
        actor = match.actor(0)
        assert actor is not None, f"somebody is to move in {puzzle.id}"
        match = match.play(Entry(actor, 0, attempt.game.parse_move(text)))
    return match


def _without_moves(one: Position) -> Position:
    """Nothing can be moved any more."""
    return Position(
        one.count, one.actor, one.view, [], one.told, one.last, None, one.count_of_round
    )
