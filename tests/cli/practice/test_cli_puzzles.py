"""``tavolino puzzles``: solving in the terminal, making, proving, bad input."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.cli import run

from tavolino.games.aftaebr import cell_name
from tavolino.learning.puzzles.attempt import begin
from tavolino.learning.puzzles.files import read_puzzles, shipped, write_puzzles
from tavolino.learning.puzzles.judging import proceed
from tavolino.learning.puzzles.puzzle import Theme, parse_puzzle

STEP = next(one for one in shipped("solitario40") if one.theme is Theme.STOCK)


@pytest.mark.parametrize(("lang", "word"), [("it", "Risolto!"), ("en", "Solved!")])
def test_a_puzzle_is_solved_in_the_terminal(lang: str, word: str) -> None:
    result = run("puzzles", "play", STEP.id, "--lang", lang, typed=STEP.line)
    assert result.code == 0 and word in result.out and STEP.id in result.out


def test_a_hint_and_the_solution() -> None:
    result = run("puzzles", "play", STEP.id, "--lang", "en", typed=["h", "s"])
    assert result.code == 0
    assert "It is a card of the stock." in result.words and "Not solved." in result.words
    assert STEP.line[-1] in result.out


def test_a_wrong_answer_is_explained_and_an_illegal_move_refused() -> None:
    puzzle = shipped("aftaebr")[0]
    start = begin(puzzle)
    moves = map(str, start.game.legal_moves(start.state))
    wrong = next(text for text in moves if text != puzzle.line[0])
    result = run("puzzles", "play", puzzle.id, "--lang", "en", typed=["9@z9", wrong])
    assert result.code == 0 and "Not solved." in result.words
    assert "can survive" in result.words


@pytest.mark.parametrize("lang", ["it", "en"])
def test_a_chain_of_captures_says_how_far_it_has_come(lang: str) -> None:
    puzzle = next(one for one in shipped("aftaebr") if one.theme is Theme.CHAIN)
    first = proceed(begin(puzzle), puzzle.line[0])
    so_far = {"it": "Prese {} pedine su {}: continua.", "en": "{} of {} pieces taken: go on."}
    said = so_far[lang].format(first.taken, puzzle.key)
    typed = ["h", puzzle.line[0], "h", *puzzle.line[1:]]
    result = run("puzzles", "play", puzzle.id, "--lang", lang, typed=typed)
    assert result.code == 0 and said in result.words
    assert re.search(r"(Gioca|Play) [1-4]@[a-f][1-6]\.", result.words), "nothing is marked here"
    cell, stack = max(enumerate(begin(puzzle).state.board), key=lambda one: len(one[1]))
    numbers = "-".join(str(piece.number) for piece in reversed(stack[:-1]))
    assert len(stack) > 1 and f"{cell_name(cell)} {numbers}" in result.words
    assert {"it": "Risolto!", "en": "Solved!"}[lang] in result.words
    wrong = run("puzzles", "play", puzzle.id, "--lang", "en", typed=[puzzle.traps[0]])
    assert "After this capture the turn takes at most" in wrong.words


def test_a_game_gives_any_of_its_puzzles() -> None:
    result = run("puzzles", "play", "nove", "--theme", "column", "--lang", "en", typed=["q"])
    assert result.code == 0 and "Puzzle nove_colonne-" in result.out


def test_puzzles_are_made_and_proved(tmp_path: Path) -> None:
    made = run("puzzles", "make", "solitario40", "--count", 1, "--number", STEP.deal, "--json")
    puzzle = parse_puzzle(made.out.strip())
    # The line to it is the one that the solver finds first, which changes with the solver.
    assert made.code == 0 and replace(puzzle, moves=STEP.moves, grade=STEP.grade) == STEP
    file = tmp_path / "one.jsonl.gz"
    arguments = ("puzzles", "make", "solitario40", "--count", 1, "-n", STEP.deal, "--out", file)
    assert run(*arguments).code == 0 and read_puzzles(file) == [puzzle]
    again = run(*arguments, "--lang", "en")
    assert again.code == 2, "an existing file is not overwritten"
    assert again.err.endswith("already exists: to overwrite it use --force\n")
    alone = run("puzzles", "make", "solitario40", "--force", "--lang", "en")
    assert alone.err == "Error: --force requires --out\n"
    assert run(*arguments, "--force").code == 0
    assert run("puzzles", "check", file, "--json").json == {"proved": {"solitario40": 1}}
    write_puzzles(file, [replace(STEP, key=STEP.traps[0])])
    wrong = run("puzzles", "check", file)
    assert wrong.code == 2 and STEP.id in wrong.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("make", "briscola"),
        ("make", "aftaebr", "--count", "0"),
        ("make", "aftaebr", "--number", "x"),
        ("make", "aftaebr", "--force"),
        ("make", "aftaebr", "--theme", "stock"),
        ("check", "missing.jsonl"),
        ("play", "aftaebr-0"),
        ("play", "briscola"),
        ("play", "aftaebr", "--theme", "stock"),
    ],
)
def test_bad_input_is_one_sentence(arguments: tuple[str, ...]) -> None:
    result = run("puzzles", *arguments)
    assert result.code == 2 and len(result.err.strip().splitlines()) == 1
