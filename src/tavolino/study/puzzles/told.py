"""A puzzle in sentences: what to find, a hint, why an answer is wrong, and why the key is right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.game import AnyGame
from tavolino.narration import Sentence, narration_of, sentence
from tavolino.study.puzzles.chain_search import captures, most_pieces
from tavolino.study.puzzles.judging import (
    COUNTED,
    STEPS,
    Attempt,
    begin,
    step_of,
    uncovered_column,
)
from tavolino.study.puzzles.puzzle import Puzzle, Theme

TAKES = {Theme.LINE, Theme.BUILD, Theme.FLOOR}
"""Themes of azul_solo."""


def goal(puzzle: Puzzle) -> Sentence:
    """What to find; it does not tell the theme where that would be half the answer."""
    if puzzle.theme in STEPS:
        return sentence("puzzle.goal_step")
    if puzzle.theme is Theme.COLUMN:
        return sentence("puzzle.goal_column")
    if puzzle.theme is Theme.POINTS:
        return sentence("puzzle.goal_points", points=int(puzzle.key), n=puzzle.limit)
    if puzzle.theme is Theme.FEWEST:
        return sentence("puzzle.goal_fewest", n=puzzle.limit)
    if puzzle.theme is Theme.CHAIN:
        return sentence("puzzle.goal_chain", pieces=int(puzzle.key))
    return sentence("puzzle.goal_take" if puzzle.theme in TAKES else "puzzle.goal_win")


def hint(attempt: Attempt) -> tuple[Sentence, str | None]:
    """A hint, and a move to point at where it is about the next move."""
    puzzle = attempt.puzzle
    if puzzle.theme in COUNTED:
        if attempt.played == puzzle.line[: attempt.own]:
            return sentence("puzzle.hint_move"), puzzle.line[attempt.own]
        return sentence("puzzle.hint_again"), None
    if puzzle.theme is Theme.CHAIN and attempt.own:
        return sentence("puzzle.hint_move"), str(captures(attempt.state)[0].move)
    if puzzle.theme is Theme.UNCOVER:
        columns = enumerate(begin(puzzle).state.columns, 1)
        column = next(n for n, column in columns if puzzle.key in map(str, column))
        return sentence("puzzle.hint_uncover", column=column), None
    if puzzle.theme is Theme.COLUMN:
        return sentence("puzzle.hint_column", columns=_columns(puzzle)), None
    return sentence(f"puzzle.hint_{puzzle.theme}"), None


def _columns(puzzle: Puzzle) -> tuple[int, ...]:
    """The key and one of the traps."""
    return tuple(sorted((int(puzzle.key), int(puzzle.traps[0]))))


def progress(attempt: Attempt) -> Iterator[Sentence]:
    """How far an attempt that is still open has come, where that is counted in pieces."""
    if attempt.puzzle.theme is Theme.CHAIN and attempt.own:
        yield sentence("puzzle.chain_taken", taken=attempt.taken, pieces=int(attempt.puzzle.key))


def refutation(before: Attempt, text: str) -> Iterator[Sentence]:
    """Why the player's last move, from ``before``, has failed."""
    puzzle, game = before.puzzle, before.game
    after = game.apply(before.state, game.parse_move(text))
    card = puzzle.theme in STEPS and step_of(game, before.state, game.parse_move(text))
    column = puzzle.theme is Theme.COLUMN and uncovered_column(before.state, after)
    if card:
        yield sentence("puzzle.wrong_step", card=str(card))
    elif column:
        yield sentence("puzzle.wrong_column", column=column)
    elif puzzle.theme in STEPS or puzzle.theme is Theme.COLUMN:
        yield sentence("n9.lost")
    elif puzzle.theme in COUNTED:
        yield sentence(f"puzzle.wrong_{puzzle.theme}")
    elif puzzle.theme in TAKES:
        yield sentence("puzzle.wrong_take")
    elif puzzle.theme is Theme.CHAIN:
        pieces, taken = int(puzzle.key), before.taken + after.note.captured
        if after.note.captured:
            most = taken + most_pieces(after, before.seat)
            yield sentence("puzzle.wrong_chain", most=most, pieces=pieces)
        else:
            yield sentence("puzzle.wrong_chain_end", taken=taken, pieces=pieces)
    else:
        is_trap = before.own == 0 and text in puzzle.traps
        yield sentence("puzzle.wrong_capture" if is_trap else "puzzle.wrong_win")


def explanation(puzzle: Puzzle) -> Iterator[Sentence]:
    """Why the key is the only answer."""
    if puzzle.theme in STEPS:
        others = tuple(sentence("puzzle.card", card=card) for card in puzzle.traps)
        yield sentence("puzzle.right_step", card=puzzle.key, n=len(others), others=others)
    elif puzzle.theme is Theme.COLUMN:
        column, columns = int(puzzle.key), tuple(map(int, puzzle.traps))
        yield sentence("puzzle.right_column", column=column, n=len(columns), others=columns)
    elif puzzle.theme is Theme.POINTS:
        yield sentence("puzzle.right_points", points=int(puzzle.key))
    elif puzzle.theme is Theme.FEWEST:
        yield sentence("puzzle.right_fewest", n=puzzle.limit)
    elif puzzle.theme in TAKES:
        yield from _described(puzzle)
        best, other = puzzle.chances
        yield sentence("puzzle.right_take", best=f"{best}%", other=f"{other}%")
    elif puzzle.theme is Theme.CHAIN:
        moves, second = tuple(map(_placement, puzzle.line)), captures(begin(puzzle).state)[1]
        yield sentence("puzzle.right_chain", moves=moves, pieces=int(puzzle.key), most=second.total)
    else:
        yield from _described(puzzle)
        n = len(puzzle.traps)
        yield sentence("puzzle.right_capture", n=n) if n else sentence("puzzle.right_win")


def _placement(text: str) -> Sentence:
    number, cell = text.split("@")
    return sentence("puzzle.placement", number=number, cell=cell)


def _described(puzzle: Puzzle) -> Iterator[Sentence]:
    """What the first move of the line does."""
    attempt = begin(puzzle)
    game: AnyGame = attempt.game
    move: Any = game.parse_move(puzzle.line[0])
    after = game.apply(attempt.state, move)
    told = narration_of(game).describe_move(game, attempt.state, attempt.seat, move, after)
    yield from list(told)[:1]
