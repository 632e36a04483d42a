"""``tavolino lesson``: every lesson from beginning to end, and what is typed wrong."""

from __future__ import annotations

import pytest
from support.cli import run

from tavolino.catalogue import BUILT_IN
from tavolino.learning.lessons import lesson_of
from tavolino.translations import text


def typed(game: str) -> list[str]:
    """The moves of a lesson, with Enter after every step."""
    return [
        line
        for step in lesson_of(game).steps
        for line in ([step.moves[0]] if step.moves else []) + [""]
    ]


@pytest.mark.parametrize("game", BUILT_IN)
@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_whole_lesson(game: str, lang: str) -> None:
    result = run("--lang", lang, "lesson", game, typed=typed(game))
    assert (result.code, result.err) == (0, "")
    assert text(lang, "learn.end", game=game) in result.words
    for number in range(1, len(lesson_of(game).steps) + 1):
        assert text(lang, "learn.step", n=number, most=len(lesson_of(game).steps)) in result.words
    assert "{" not in result.out


def test_another_move_gets_a_nudge_and_an_illegal_one_its_reason() -> None:
    result = run("lesson", "aftaebr", "--step", "3", typed=["4@f6", "4@b3", "zz", "h", "4 d2"])
    assert result.code == 0
    refused = text("it", "s40.refused", motivo=text("it", "refusal.R-AF-14") + " (R-AF-14)")
    for sentence in (
        text("it", "lesson.aftaebr.beside.nudge"),
        refused,
        text("it", "table.not_understood", got="zz"),
        "La mossa: ",
        text("it", "lesson.aftaebr.beside.done"),
    ):
        assert sentence in result.words


def test_one_may_leave_at_any_time() -> None:
    left = run("lesson", "solitario40", typed=["", "q"])
    assert left.code == 0
    assert "passo 2 di 9" in left.words and "passo 3" not in left.words


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["lesson", "aftaebr", "--step", "11"], "atteso un passo da 1 a 10, trovato 11"),
        (["lesson", "whist"], "whist"),
        (["lesson"], "GIOCO"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.code == 2 and result.out == ""
    assert sentence in result.err and result.err.count("\n") == 1
