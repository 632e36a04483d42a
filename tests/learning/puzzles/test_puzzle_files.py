"""Puzzles as text, their positions, and the files that come with Tavolino."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from tavolino.chance import deal_seed
from tavolino.learning.puzzles.files import (
    FOLDER,
    puzzle_named,
    read_puzzles,
    shipped,
    write_puzzles,
)
from tavolino.learning.puzzles.puzzle import (
    LEAST_GRADE,
    MOST_GRADE,
    THEMES,
    Puzzle,
    PuzzleError,
    Theme,
    game_of,
    parse_puzzle,
    play,
    position_of,
)
from tavolino.match import new_match, settle

LEAST = {"azul_solo": 200, "solitario40": 500, "nove_colonne": 500, "aftaebr": 150}
PUZZLE = Puzzle(
    "solitario40",
    2,
    ("QD>1", "turn"),
    Theme.STOCK,
    "7S",
    ("turn", "7S>3"),
    ("4D", "KH"),
    (),
    0,
    1410,
    ("greedy",),
)


@pytest.mark.parametrize("game", THEMES)
def test_enough_puzzles_are_shipped_one_a_deal(game: str) -> None:
    puzzles = shipped(game)
    assert len(puzzles) >= LEAST[game]
    assert len({puzzle.deal for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.theme for puzzle in puzzles} <= set(THEMES[game])
    assert all(LEAST_GRADE <= puzzle.grade <= MOST_GRADE for puzzle in puzzles)
    grades = [puzzle.grade for puzzle in puzzles]
    assert grades == sorted(grades) and grades[-1] - grades[0] > 400, "easy and hard ones"


def test_many_winning_placements_of_aftaebr_are_no_captures() -> None:
    """Those are the hard ones: the bot that only looks for captures finds hardly any."""
    puzzles = [one for one in shipped("aftaebr") if one.theme is not Theme.CHAIN]
    quiet = [puzzle for puzzle in puzzles if puzzle.theme is Theme.QUIET]
    assert len(quiet) * 4 > len(puzzles)
    assert sum("greedy" in puzzle.fails for puzzle in quiet) > 0.9 * len(quiet)
    assert sum(len(puzzle.line) > 1 for puzzle in quiet) >= 10


def captures(puzzle: Puzzle) -> list[int]:
    """How many pieces each placement of the solver takes."""
    game, state = game_of(puzzle), position_of(puzzle)
    seat, taken = game.actor(state), []
    for move in puzzle.line:
        is_ours = game.actor(state) == seat
        state = play(game, state, move)
        taken += [state.note.captured] if is_ours else []
    return taken


def test_greedy_and_safe_miss_captures_that_are_prepared() -> None:
    missed = [one for one in shipped("aftaebr") if {"greedy", "safe"} <= set(one.fails)]
    prepared = [one for one in missed if captures(one)[0] == 0 and any(captures(one))]
    assert len(prepared) >= 12


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 300_000


@pytest.mark.parametrize("game", THEMES)
def test_positions_are_those_of_practice_tables(game: str) -> None:
    """The match plays by its own gate; the puzzle's position is the same."""
    for puzzle in shipped(game)[::40]:
        match = settle(new_match(game_of(puzzle), deal_seed(puzzle.deal), is_practice=True))
        for text in puzzle.moves:
            player = match.actor(0)
            assert player is not None
            match = match.move(player, match.game.parse_move(text))
        state, found = match.boards[0].state, position_of(puzzle)
        if hasattr(state, "unseen"):
            state = replace(state, unseen=0, stopped=None)
        assert found == state


def test_a_puzzle_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert parse_puzzle(str(PUZZLE)) == PUZZLE
    others = [replace(PUZZLE, deal=3, limit=12, theme=Theme.FEWEST, key="12"), PUZZLE]
    for name in ("some.jsonl", "some.jsonl.gz"):
        write_puzzles(tmp_path / name, others)
        assert read_puzzles(tmp_path / name) == others
    twice = (tmp_path / "some.jsonl.gz").read_bytes()
    write_puzzles(tmp_path / "some.jsonl.gz", others)
    assert (tmp_path / "some.jsonl.gz").read_bytes() == twice, "the same file on every day"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "expected a puzzle as JSON"),
        ("[]", "expected a puzzle as JSON"),
        (str(PUZZLE).replace('"deal":2', '"deal":"2"'), "is no number"),
        (str(PUZZLE).replace('"stock"', '"column"'), "expected a theme of solitario40"),
        (str(PUZZLE).replace('"key"', '"kee"'), "expected a puzzle as JSON"),
        (str(PUZZLE).replace("solitario40", "briscola"), "expected a theme of briscola"),
    ],
)
def test_a_line_that_is_no_puzzle_is_named(tmp_path: Path, line: str, why: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{PUZZLE}\n{line}\n")
    with pytest.raises(PuzzleError, match=r"bad\.jsonl, line 2") as error:
        read_puzzles(path)
    assert why in str(error.value)


def test_a_file_that_is_no_file_of_puzzles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(str(PUZZLE).encode())[:-9])
    for name in ("cut.jsonl.gz", "missing.jsonl"):
        with pytest.raises(PuzzleError, match=name):
            read_puzzles(tmp_path / name)
    (tmp_path / "twice.jsonl").write_text(f"{PUZZLE}\n{PUZZLE}\n")
    with pytest.raises(PuzzleError, match="one puzzle a deal"):
        read_puzzles(tmp_path / "twice.jsonl")


def test_puzzles_have_names() -> None:
    puzzle = shipped("aftaebr")[0]
    assert puzzle_named(puzzle.id) is puzzle
    for name in ("aftaebr-0", "aftaebr", "", "briscola-1", "../x-1"):
        with pytest.raises(PuzzleError):
            puzzle_named(name)
