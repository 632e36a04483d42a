"""``tavolino solve``: by deal number, by record, by a file of deals."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from support.cli import Result, dealt, run

from tavolino.catalogue import make_game
from tavolino.games.solitario40 import Solitario40
from tavolino.record import Record

PATIENCES = ("solitario40", "nove_colonne")
WINNABLE = 2
"""A deal number of both."""
SHORT = 8
"""Another, whose shortest win is proved quickly."""


def deal_of(state: Any) -> dict[str, Any]:
    """A state right after the deal, as a line of the deals file."""
    columns = [[str(card) for card in column] for column in state.columns]
    if hasattr(state, "reserve"):
        return {"columns": columns, "reserve": list(map(str, state.reserve))}
    return {"columns": columns, "stock": list(map(str, state.mazzetto + state.mazzo))}


def written(path: Path, *deals: object) -> Path:
    lines = (deal if isinstance(deal, str) else json.dumps(deal) for deal in deals)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def lines_of(result: Result) -> list[dict[str, Any]]:
    assert result.code == 0, result.err
    return [json.loads(line) for line in result.out.splitlines()]


def assert_wins(game: Any, state: Any, moves: str) -> None:
    for word in moves.split(" "):
        move = game.parse_move(word)
        assert move in game.legal_moves(state)
        state = game.apply(state, move)
    assert game.winners(state) == (0,)


@pytest.mark.parametrize("name", PATIENCES)
def test_a_deals_file_is_answered_line_by_line(name: str, tmp_path: Path) -> None:
    game, numbers = make_game(name), range(1, 21)
    states = [dealt(name, number).boards[0].state for number in numbers]
    file = written(tmp_path / "deals.jsonl", *map(deal_of, states))
    answers = lines_of(run("solve", name, "--deals", file, "--json"))
    assert len(answers) == len(states)
    for state, one, number in zip(states, answers, numbers):
        described = {"game", "options", "version"}
        assert set(one) == {"verdict", "seconds", "positions", "moves"} | described
        assert one["seconds"] >= 0 and one["positions"] >= 1
        if one["verdict"] == "solved":
            assert_wins(game, state, one["moves"])
        else:
            assert one["verdict"] == "impossible" and one["moves"] == ""
        (alone,) = lines_of(run("solve", name, "--number", number, "--json"))
        assert alone.pop("number") == number
        assert {**alone, "seconds": 0} == {**one, "seconds": 0}
    assert {one["verdict"] for one in answers} == {"solved", "impossible"}
    several = lines_of(run("solve", name, "--deals", file, "--json", "--jobs", 2))
    assert [{**one, "seconds": 0} for one in several] == [{**one, "seconds": 0} for one in answers]
    said = run("--lang", "en", "solve", name, "--deals", file).out
    solved = sum(one["verdict"] == "solved" for one in answers)
    assert f"can be won: {solved} of 20 ({solved / 20:.1%})" in said
    assert f"cannot be won: {20 - solved} of 20" in said


def test_other_keys_and_the_order_of_columns_are_ignored(tmp_path: Path) -> None:
    deal = deal_of(dealt("nove_colonne", WINNABLE).boards[0].state)
    mixed = {**deal, "columns": deal["columns"][::-1], "number": 1}
    file = written(tmp_path / "deals", deal, mixed)
    one, other = lines_of(run("solve", "nove", "--deals", file, "--json"))
    assert one["verdict"] == other["verdict"] == "solved"


def test_options_change_the_answer(tmp_path: Path) -> None:
    rnd, deals = Random(4), []
    for _ in range(60):
        names = list(map(str, Solitario40().cards))
        rnd.shuffle(names)
        starts = [k * (k + 1) // 2 for k in range(8)]
        columns = [names[a:b] for a, b in pairwise(starts)]
        deals.append({"columns": columns, "stock": names[28:]})
    file = written(tmp_path / "deals", *deals)
    king = lines_of(run("solve", "solitario40", "--deals", file, "--json"))
    free = lines_of(
        run("solve", "solitario40", "--deals", file, "-o", "empty_column=any", "--json")
    )
    won = [(a["verdict"] == "solved", b["verdict"] == "solved") for a, b in zip(king, free)]
    assert all(any_wins for king_wins, any_wins in won if king_wins)  # more is allowed
    assert sum(b for _, b in won) > sum(a for a, _ in won) > 0


@pytest.mark.parametrize("name", PATIENCES)
def test_a_half_played_game(name: str, tmp_path: Path) -> None:
    match = dealt(name, WINNABLE)
    game = match.game
    (whole,) = lines_of(run("solve", name, "-n", WINNABLE, "--json"))
    words = whole["moves"].split(" ")
    for word in words[:12]:
        match = match.move(0, game.parse_move(word))
    file = tmp_path / "game"
    file.write_text(str(Record(match, ("Anna",), WINNABLE)))
    (rest,) = lines_of(run("solve", name, "--record", file, "--json"))
    assert_wins(game, match.boards[0].state, rest["moves"])
    (start,) = lines_of(run("solve", name, "--record", file, "--at", 1, "--json"))
    del whole["number"]  # a record is the position that it ends with
    assert {**start, "seconds": 0} == {**whole, "seconds": 0}


def test_the_maximum_points(tmp_path: Path) -> None:
    state = dealt("solitario40", WINNABLE).boards[0].state
    file = written(tmp_path / "deals", deal_of(state))
    (best,) = lines_of(run("solve", "solitario40", "--deals", file, "--score", "--json"))
    assert best["verdict"] == "solved" and best["score"] == [565, 565]
    said = run("--lang", "en", "solve", "solitario40", "-n", WINNABLE, "--score").out
    assert "Maximum points: 565." in said and best["moves"].split(" ")[0] in said


@pytest.mark.parametrize("name", PATIENCES)
def test_the_shortest_win(name: str) -> None:
    state = dealt(name, SHORT).boards[0].state
    (any_line,) = lines_of(run("solve", name, "-n", SHORT, "--json"))
    (best,) = lines_of(run("solve", name, "-n", SHORT, "--shortest", "--json"))
    length = len(best["moves"].split(" "))
    assert (best["shortest"], best["lower"], best["proved"]) == (length, length, True)
    assert length < len(any_line["moves"].split(" "))
    assert_wins(dealt(name, SHORT).game, state, best["moves"])
    said = run("--lang", "en", "solve", name, "-n", SHORT, "--shortest").out
    assert f"in {length} moves." in said and "No line that wins is shorter: this is proved." in said


def test_the_shortest_wins_of_several_deals(tmp_path: Path) -> None:
    deals = [deal_of(dealt("solitario40", n).boards[0].state) for n in (WINNABLE, SHORT)]
    file = written(tmp_path / "deals", *deals)
    lines = lines_of(run("solve", "solitario40", "--deals", file, "--shortest", "--json"))
    mean = sum(line["shortest"] for line in lines) / 2
    said = run("--lang", "en", "solve", "solitario40", "--deals", file, "--shortest").out
    assert f"shortest line proved: 2 of 2; mean length {mean:.1f}" in said


def test_what_cannot_be_won_has_no_shortest_win() -> None:
    (lost,) = lines_of(run("solve", "nove_colonne", "-n", 1, "--shortest", "--json"))
    assert lost["verdict"] == "impossible" and "shortest" not in lost


def test_a_solution_for_people() -> None:
    (whole,) = lines_of(run("solve", "nove_colonne", "-n", WINNABLE, "--json"))
    result = run("solve", "nove_colonne", "-n", WINNABLE)
    words = whole["moves"].split(" ")
    assert f"Si può vincere, in {len(words)} mosse." in result.out
    assert " ".join(words) in result.words


GOOD = deal_of(dealt("solitario40", 1).boards[0].state)
NINE = deal_of(dealt("nove_colonne", 1).boards[0].state)


@pytest.mark.parametrize(
    ("game", "line", "why"),
    [
        ("solitario40", "[1]", "expected a JSON object with the deal, got '[1]'"),
        ("solitario40", "{", "expected a JSON object with the deal, got '{'"),
        ("solitario40", "", "expected a JSON object with the deal, got ''"),
        ("solitario40", "[" * 90_000, "expected a JSON object with the deal"),
        ("solitario40", {"stock": []}, 'expected a list of columns as "columns", got nothing'),
        ("solitario40", {**GOOD, "columns": 3}, 'expected a list of columns as "columns", got 3'),
        ("solitario40", {**GOOD, "columns": [[1]]}, "expected a list of card names as column 1"),
        ("solitario40", {**GOOD, "stock": None}, 'expected a list of card names as "stock"'),
        ("solitario40", {**GOOD, "stock": ["8D"] * 12}, "expected a card such as 7D or KS"),
        ("solitario40", {**GOOD, "stock": GOOD["stock"][1:]}, "expected 40 cards in the deal"),
        (
            "solitario40",
            {**GOOD, "stock": [*GOOD["stock"][1:], GOOD["stock"][1]]},
            "expected every card once in the deal",
        ),
        (
            "solitario40",
            {**GOOD, "columns": GOOD["columns"][::-1]},
            "expected columns of 1, 2, 3, 4, 5, 6, 7 cards, got 7, 6, 5, 4, 3, 2, 1",
        ),
        ("solitario40", {**GOOD, "columns": []}, "cards, got no"),
        ("nove_colonne", {**NINE, "columns": NINE["columns"][1:]}, "got 2, 3, 4, 5, 6, 7, 7, 7"),
        ("nove_colonne", {**NINE, "reserve": ["AS"] * 6}, "expected a card such as 8D or KS"),
    ],
)
def test_a_bad_deal_is_named_by_its_line(game: str, line: object, why: str, tmp_path: Path) -> None:
    good = GOOD if game == "solitario40" else NINE
    file = written(tmp_path / "deals", good, line, good)
    result = run("--lang", "en", "solve", game, "--deals", file, "--json")
    assert result.code == 2 and result.out == ""
    assert f"Error: the file {file}, line 2: " in result.err and why in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["solitario40"], "expected one of --number, --record and --deals"),
        (["solitario40", "-n", "1", "--deals", "x"], "expected one of --number"),
        (["solitario40", "-n", "1", "--at", "3"], "--at requires --record"),
        (["solitario40", "-n", "0"], "--number: expected a number from 1"),
        (["solitario40", "-n", "1", "--seconds", "-1"], "--seconds: expected a positive number"),
        (["solitario40", "-n", "1", "--seconds", "0"], "--seconds: expected a positive number"),
        (["solitario40", "-n", "1", "--jobs", "0"], "--jobs: expected a number from 1 to"),
        (["solitario40", "-n", "1", "-o", "draw=2"], "--option draw: expected a value among"),
        (
            ["aftaebr", "-n", "1"],
            "aftaebr has no solver; these games have one: solitario40, nove_colonne",
        ),
        (["solitario40", "--deals", "/no/such/file"], "/no/such/file cannot be read"),
        (["solitario40", "--deals", "/"], "the file / cannot be read"),
    ],
)
def test_bad_arguments(arguments: list[str], why: str) -> None:
    result = run("--lang", "en", "solve", *arguments)
    assert (result.code, result.out) == (2, "")
    assert why in result.err and result.err.count("\n") == 1


def test_files_without_deals(tmp_path: Path) -> None:
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.write_text("")
    binary.write_bytes(b"\xff\xfe\x00")
    for file, why in ((empty, "is empty"), (binary, "is not UTF-8 text")):
        result = run("--lang", "en", "solve", "nove", "--deals", file)
        assert result.code == 2 and f"the file {file} {why}" in result.err


def test_a_record_of_another_game(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(str(Record(dealt("nove_colonne", 1), ("Anna",), 1)))
    result = run("--lang", "en", "solve", "solitario40", "--record", file)
    assert result.code == 2 and "expected a game of solitario40 (deck=40" in result.err
    file.write_text(str(Record(dealt("solitario40", 1), ("Anna",), 1)))
    ones = ["solitario40", "--record", file, "-o", "draw=1"]
    result = run("--lang", "en", "solve", *ones)
    assert result.code == 2 and "got solitario40 (deck=40, draw=3" in result.err
    result = run("--lang", "en", "solve", "solitario40", "--record", file, "--at", "2")
    assert result.code == 2 and "--at: expected a number from 1 to 1" in result.err


def test_lines_end_where_json_lines_end(tmp_path: Path) -> None:
    deal = json.dumps({**GOOD, "name": "a\u2028b"}, ensure_ascii=False)
    file = tmp_path / "deals"
    file.write_bytes(f"\ufeff{deal}\r\n{deal}".encode())
    assert len(lines_of(run("solve", "solitario40", "--deals", file, "--json"))) == 2


def test_an_endless_file_is_refused() -> None:
    with patch("tavolino.cli.output.files.MAX_TEXT_BYTES", 1 << 20):
        result = run("--lang", "en", "solve", "solitario40", "--deals", "/dev/zero")
    assert result.code == 2 and "the file /dev/zero is larger than 1 MB" in result.err


def test_a_killed_command_leaves_no_workers(tmp_path: Path) -> None:
    deals = [deal_of(dealt("solitario40", n).boards[0].state) for n in range(1, 200)]
    file = written(tmp_path / "deals", *deals)
    solve = ["solve", "sol", "--deals", str(file), "-j", "2", "--json"]
    command = [sys.executable, "-c", "from tavolino.cli import main; main()", *solve]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the workers are at work
        process.terminate()
        process.stdout.read()  # ends only when nobody holds the other end
        assert process.wait() == 128 + signal.SIGTERM


def test_the_json_names_the_game_and_the_deal() -> None:
    data = run("solve", "solitario40", "-n", 5, "-o", "draw=1", "--json").json
    dealt = run("deal", "solitario40", "-n", 5, "-o", "draw=1", "--json").json
    for key in ("game", "version", "options", "number"):
        assert data[key] == dealt[key]
    assert data["verdict"] in ("solved", "impossible")
