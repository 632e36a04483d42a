"""Attempts: judged by the rules and the proved answer, without any search."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavolino.chance import Rng
from tavolino.game import TavolinoError, dealt
from tavolino.games.patience import Carry
from tavolino.games.solitario40 import Solitario40
from tavolino.learning.puzzles.attempt import Attempt, Verdict, begin
from tavolino.learning.puzzles.files import shipped
from tavolino.learning.puzzles.judging import follow, proceed
from tavolino.learning.puzzles.puzzle import THEMES, Puzzle, Theme
from tavolino.learning.puzzles.questions.only_step import step_of
from tavolino.learning.puzzles.sentences import explanation, goal, hint, refutation
from tavolino.translations import LANGUAGES, find_text

EVERY = 9
"""One in ``EVERY`` of the shipped puzzles is tried."""


def solved(puzzle: Puzzle) -> list[Attempt]:
    """The attempts on the way along the stored line."""
    attempts = [begin(puzzle)]
    while attempts[-1].verdict is Verdict.OPEN:
        attempts.append(proceed(attempts[-1], puzzle.line[len(attempts[-1].played)]))
    return attempts


@pytest.mark.parametrize("game", THEMES)
def test_the_stored_line_solves_its_puzzle(game: str) -> None:
    for puzzle in shipped(game)[::EVERY]:
        last = solved(puzzle)[-1]
        assert last.verdict is Verdict.SOLVED and last.played == puzzle.line
        assert follow(puzzle, puzzle.line[:0]).verdict is Verdict.OPEN


@pytest.mark.parametrize("game", ["azul_solo", "aftaebr"])
def test_any_other_first_move_fails(game: str) -> None:
    for puzzle in shipped(game)[::EVERY]:
        start = begin(puzzle)
        for move in start.game.legal_moves(start.state):
            verdict = proceed(start, str(move)).verdict
            assert (verdict is Verdict.FAILED) == (str(move) != puzzle.line[0])


def test_only_a_step_decides() -> None:
    """Free moves leave a puzzle open; the first step decides it, whatever came before."""
    rng, seen = Rng(b"free moves", 0), set[Verdict]()
    for puzzle in shipped("solitario40")[::EVERY]:
        if puzzle.theme not in (Theme.STOCK, Theme.UNCOVER):
            continue
        attempt = begin(puzzle)
        for _ in range(60):
            moves = attempt.game.legal_moves(attempt.state)
            move = moves[rng.below(len(moves))]
            step = step_of(attempt.game, attempt.state, move)
            attempt = proceed(attempt, str(move))
            if step is None:
                assert attempt.verdict is Verdict.OPEN
            else:
                is_right = str(step) == puzzle.key
                assert attempt.verdict is (Verdict.SOLVED if is_right else Verdict.FAILED)
                break
        seen.add(attempt.verdict)
    assert {Verdict.SOLVED, Verdict.FAILED} <= seen


@given(st.integers(1, 10_000), st.integers(0, 80), st.integers(0, 1 << 30))
def test_what_is_no_step_can_be_undone_by_one_move(deal: int, plies: int, seed: int) -> None:
    game, rng = Solitario40(), Rng(seed.to_bytes(8, "little"), 0)
    state: Any = dealt(game, deal)
    for _ in range(plies):
        moves = game.legal_moves(state)
        if not moves:
            return
        state = game.apply(state, moves[rng.below(len(moves))])
    for move in game.legal_moves(state):
        if isinstance(move, Carry):
            after = game.apply(state, move)
            back = [game.apply(after, reply) for reply in game.legal_moves(after)]
            assert (state in back) == (step_of(game, state, move) is None)


def test_counted_moves_run_out() -> None:
    fewest = next(one for one in shipped("solitario40") if one.theme is Theme.FEWEST)
    attempt = begin(fewest)
    assert attempt.moves_left == fewest.limit
    turns = 0
    while attempt.verdict is Verdict.OPEN:
        moves = [m for m in attempt.game.legal_moves(attempt.state) if not str(m).endswith(">b")]
        attempt = proceed(attempt, str(moves[-1]))
        turns += 1
    assert attempt.verdict is Verdict.FAILED and turns <= fewest.limit
    points = next(one for one in shipped("solitario40") if one.theme is Theme.POINTS)
    for before in solved(points)[:-1]:
        assert before.game.scores(before.state)[0] < int(points.key)


def test_an_illegal_move_changes_nothing() -> None:
    attempt = begin(shipped("aftaebr")[0])
    for text in ("a9=1", "turn", "", "x" * 1000):
        with pytest.raises(TavolinoError):
            proceed(attempt, text)
    assert attempt == begin(attempt.puzzle)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", THEMES)
def test_everything_said_has_a_text(game: str, lang: str) -> None:
    themes = {puzzle.theme: puzzle for puzzle in shipped(game)}
    for puzzle in themes.values():
        attempts = solved(puzzle)
        said = [goal(puzzle), *explanation(puzzle), hint(attempts[0])[0]]
        said += [hint(one)[0] for one in attempts[:-1]]
        said += refutation(attempts[-2], puzzle.line[len(attempts[-2].played)])
        for told in said:
            text = find_text(lang, told.key)
            assert text is not None, told.key
            values = {name for name in told.values if f"{{{name}}}" in text}
            # A number may also do no more than choose between singular and plural.
            assert values | {"n"} == {*told.values, "n"}, f"{told.key} uses {set(told.values)}"
            assert "n" in values or "n" not in told.values or find_text(lang, f"{told.key}_one")
