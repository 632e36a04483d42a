"""The lessons hold: every step is played by the rules, and everything is said in both languages."""

from __future__ import annotations

import re

import pytest

from tavolino.catalogue import BUILT_IN
from tavolino.game import IllegalMoveError
from tavolino.learning.lessons import lesson_games, lesson_of
from tavolino.learning.lessons.lesson import LessonError, parse_lesson, sentences_after
from tavolino.translations import LANGUAGES, texts_of

FIRST = """
[[step]]
name = "one"
position = "{position}"
move = "{move}"
then = [{then}]
effects = [{effects}]
"""
ROWS = "1A 2B 3A . . . / " + " / ".join([". . . . . ."] * 5)
THREE = f"4 3 | verde azzurro | 7 8 7 8, 8 7 8 8 | 1 | {ROWS} | captured 0 passed -"


def written(position: str = THREE, move: str = "4@d1", then: str = "", effects: str = "") -> str:
    return FIRST.format(position=position, move=move, then=then, effects=effects)


def test_every_game_has_a_lesson_of_eight_to_twelve_steps() -> None:
    assert set(lesson_games()) == set(BUILT_IN)
    for game in lesson_games():
        steps = lesson_of(game).steps
        assert 8 <= len(steps) <= 12
        assert len({step.name for step in steps}) == len(steps)


@pytest.mark.parametrize("game", lesson_games())
def test_every_step_leads_where_it_says_and_another_move_changes_nothing(game: str) -> None:
    for step in lesson_of(game).steps:
        legal = [str(move) for move in step.start.legal_moves(0)]
        for move in legal if step.moves else []:
            answer = step.play(move)
            assert answer.is_right == (move in step.moves)
            told = [one.key for one in sentences_after(step.start, answer.after)]
            if answer.is_right:
                assert told
                assert set(step.effects) <= set(told)
            else:
                assert answer.after is step.start


@pytest.mark.parametrize("game", lesson_games())
def test_everything_is_said_in_both_languages_and_nothing_else_is_written(game: str) -> None:
    said = [one for step in lesson_of(game).steps for one in step.sentences()]
    for lang in LANGUAGES:
        texts = {key: text for key, text in texts_of(lang).items() if f"lesson.{game}." in key}
        assert texts.keys() == {one.key for one in said}
        for one in said:
            assert set(re.findall(r"{(\w+)}", texts[one.key])) <= one.values.keys()


@pytest.mark.parametrize("game", lesson_games())
def test_every_card_that_a_step_names_is_in_a_sentence_of_it(game: str) -> None:
    for step in lesson_of(game).steps:
        texts = " ".join(texts_of("it")[one.key] for one in step.sentences())
        assert all(f"{{{name}}}" in texts for name in step.cards)


def test_a_lesson_ends_with_the_end_of_a_game() -> None:
    for game in lesson_games():
        last = lesson_of(game).steps[-1]
        after = last.play(last.moves[0]).after
        assert after.is_over
        assert after.game.winners(after.boards[0].state) == (0,)


def test_the_defence_of_aftaebr_is_the_only_one() -> None:
    """The nudge says that any other placement lets Azzurro complete a sequence."""
    (step,) = (one for one in lesson_of("aftaebr").steps if one.name == "danger")
    game, state = step.start.game, step.start.boards[0].state

    def loses(move: object) -> bool:
        there = game.apply(state, move)
        return any(game.apply(there, reply).note.captured for reply in game.legal_moves(there))

    assert [str(move) for move in game.legal_moves(state) if not loses(move)] == sorted(
        step.moves, key=lambda move: move[1:]
    )


def test_the_four_priorities_of_the_automa_are_shown() -> None:
    keys = {
        one.values["why"].key  # type: ignore[union-attr]
        for step in lesson_of("azul_solo").steps
        for move in step.moves
        for one in sentences_after(step.start, step.play(move).after)
        if one.key == "az.answer"
    }
    assert keys == {f"az.priority.{number}" for number in (1, 2, 3, 4)}


def test_the_points_that_the_azul_lesson_names_are_those_of_the_rules() -> None:
    steps = {step.name: step for step in lesson_of("azul_solo").steps}
    scores = {}
    for name in ("round", "wall", "end"):
        after = steps[name].play(steps[name].moves[0]).after
        scores[name] = after.game.scores(after.boards[0].state)
    assert scores["round"][0] == 4
    assert scores["wall"][0] - steps["wall"].start.boards[0].state.score == 5 - 1
    assert scores["end"] == (55, 48)


def test_an_illegal_move_is_refused_with_its_clause() -> None:
    step = parse_lesson("aftaebr", written()).steps[0]
    with pytest.raises(IllegalMoveError) as refused:
        step.play("1@d1")
    assert refused.value.clause == "R-AF-14"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (written(position="4 3"), r"aftaebr, step 1 \(one\): expected 'draw"),
        (written(move="1@d1"), r"step 1 \(one\): 1@d1: 1@d1 is against R-AF-14"),
        (written(then='"player 2: 1@d1"'), "it is the turn of player 1, not of player 2"),
        (written(effects='"af.out"'), "expected af.out after 4@d1, got af.placed"),
        ('[[step]]\nname = "one"', "expected a position"),
        (written() + "colour = 3", "expected cards, effects, move, name, position, then, got"),
        (written(move="any") + '[[step]]\nname = "two"', r"step 2 \(two\): expected a position"),
    ],
)
def test_a_lesson_that_does_not_hold_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(LessonError, match=sentence):
        parse_lesson("aftaebr", text)
