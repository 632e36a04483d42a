"""Bots at the table, and matches between bots."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli import Result, record_in, run

from tavolino.bots import bots_of
from tavolino.bots.arena import Series
from tavolino.bots.bot import seed_of
from tavolino.game import Stop
from tavolino.games.aftaebr import Aftaebr
from tavolino.match import Call
from tavolino.record import verify
from tavolino.translations import text


def play(*more: object, typed: list[str]) -> Result:
    return run("play", "aftaebr", "--number", 3, *more, typed=typed)


def test_a_bot_moves_automatically_and_is_named_after_its_level(tmp_path: Path) -> None:
    result = play("--bot", "2=greedy", "--save", tmp_path / "g", typed=["1", "1"])
    assert result.code == 0
    record = record_in(tmp_path / "g")
    assert record.names == ("Giocatore 1", "greedy")
    assert [entry.actor for entry in record.match.log[1:]] == [0, 1, 0, 1]
    assert "greedy posa un" in result.out
    verify(record)


def test_a_bot_plays_what_it_chooses(tmp_path: Path) -> None:
    play("--bot", "2=safe", "--save", tmp_path / "g", typed=["1", "1", "1"])
    match = record_in(tmp_path / "g").match
    (board,) = match.boards
    for (seat, state), entry, after in zip(board.past, match.log, range(len(match.log))):
        if seat == 1:
            bot = bots_of("aftaebr")["safe"]
            assert entry.act == bot.choose(match.game, state, 1, seed_of(f"3 {after}"))


def test_bots_may_have_all_seats(tmp_path: Path) -> None:
    bots = [word for seat in (1, 2, 3) for word in ("--bot", f"{seat}=random")]
    result = play(*bots, "--save", tmp_path / "g", typed=["u"])
    match = record_in(tmp_path / "g").match
    assert match.is_over and match.players == 3
    assert text("it", "table.no_undo") in result.out


def test_undo_goes_back_to_the_last_move_of_a_person(tmp_path: Path) -> None:
    bots = ("--bot", "2=greedy", "--bot", "3=random")
    play(*bots, "--save", tmp_path / "a", typed=["1", "1", "1"])
    play(*bots, "--save", tmp_path / "b", typed=["1", "1", "1", "u", "u", "r", "r"])
    play(*bots, "--save", tmp_path / "c", typed=["1", "1", "1", "u", "u"])
    play(*bots, "--save", tmp_path / "d", typed=["1"])
    a, b, c, d = (record_in(tmp_path / name).match for name in "abcd")
    assert a.boards[0].state == b.boards[0].state
    assert c.boards[0].state == d.boards[0].state
    assert [e.actor for e in c.log if e.act is Call.UNDO] == [0, 0]


def test_names_of_people_are_enough(tmp_path: Path) -> None:
    play("--bot", "3=safe", "--name", "Anna", "--name", "Bruno", "--save", tmp_path / "g", typed=[])
    assert record_in(tmp_path / "g").names == ("Anna", "Bruno", "safe")
    both = ("--name", "Anna", "--name", "Hal")
    play("--bot", "2=safe", *both, "--save", tmp_path / "h", typed=[])
    assert record_in(tmp_path / "h").names == ("Anna", "Hal")


def test_a_saved_game_continues_with_a_bot(tmp_path: Path) -> None:
    play("--save", tmp_path / "a", typed=["1", "1", "1"])
    typed = ["1"]
    result = run(
        "play", "--record", tmp_path / "a", "--bot", "2=greedy", "--save", tmp_path / "b",
        typed=typed,
    )  # fmt: skip
    assert result.code == 0
    log = record_in(tmp_path / "b").match.log
    assert len(log) >= len(record_in(tmp_path / "a").match.log) + 2
    assert {entry.actor for entry in log[1:]} == {0, 1}


def test_a_new_game_keeps_the_bots(tmp_path: Path) -> None:
    play("--bot", "2=greedy", "--save", tmp_path / "g", typed=["1", "n 3", "1"])
    assert {entry.actor for entry in record_in(tmp_path / "g").match.log[1:]} == {0, 1}


BAD = [
    ["play", "aftaebr", "--bot", "maestro"],
    ["play", "aftaebr", "--bot", "0=maestro"],
    ["play", "aftaebr", "--bot", "5=maestro"],
    ["play", "aftaebr", "--bot", "3=maestro", "-o", "players=2"],
    ["play", "aftaebr", "--bot", "2=kasparov"],
    ["play", "aftaebr", "--bot", "2="],
    ["play", "aftaebr", "--bot", "2=safe", "--bot", "2=greedy"],
    ["play", "aftaebr", "--bot", "2=safe", *["--name", "A"] * 5],
    ["bot-match"],
    ["bot-match", "aftaebr"],
    ["bot-match", "briscola", "safe", "greedy"],
    ["bot-match", "aftaebr", "safe"],
    ["bot-match", "aftaebr", "safe", "safe"],
    ["bot-match", "aftaebr", "safe", "kasparov"],
    ["bot-match", "aftaebr", "safe", "greedy", "random", "-o", "players=2"],
    ["bot-match", "aftaebr", "random", "greedy", "safe", "facile", "medio"],
    ["bot-match", "aftaebr", "safe", "greedy", "--games", "0"],
    ["bot-match", "aftaebr", "safe", "greedy", "--games", "many"],
    ["bot-match", "aftaebr", "safe", "greedy", "--jobs", "0"],
    ["bot-match", "aftaebr", "safe", "greedy", "--seed", "-1"],
    ["bot-match", "aftaebr", "safe", "greedy", "-o", "players=5"],
]


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_unknown_bots_are_one_sentence_and_exit_code_two(arguments: list[str]) -> None:
    for lang in ("it", "en"):
        result = run("--lang", lang, *arguments)
        assert result.code == 2 and result.out == ""
        assert result.err.count("\n") == 1 and len(result.err) < 300


def test_how_many_bots_are_expected() -> None:
    two = run("bot-match", "aftaebr", "safe", "--lang", "en").err
    assert two == "Error: expected 2 different bots, got 'safe'\n"
    more = run("bot-match", "aftaebr", "safe", "-o", "players=4", "--lang", "en").err
    assert more == "Error: expected 2 to 4 different bots, got 'safe'\n"


def test_the_table_of_a_match() -> None:
    result = run("bot-match", "aftaebr", "random", "greedy", "--games", 6, "--seed", 4)
    assert result.code == 0 and "partite 6 su 6" in result.out
    series = Series(Aftaebr(2), ("random", "greedy"), 6, 4)
    won = sum(1 in (game.seating[w] for w in game.winners) for game in series.run())
    assert f"{won:.1f}/6" in result.out


def test_the_table_as_json_is_the_same_for_the_same_seed() -> None:
    words = ("bot-match", "aftaebr", "random", "greedy", "safe", "--games", 6, "--json")
    plain = run(*words).json
    assert plain == run(*words).json
    assert plain["options"]["players"] == "3" and plain["played"] == plain["games"] == 6
    assert [line["bot"] for line in plain["table"]] == ["random", "greedy", "safe"]
    assert sum(line["points"] for line in plain["table"]) == pytest.approx(6)
    for line in plain["table"]:
        assert line["within"][0] <= line["share"] <= line["within"][1]


def test_two_bots_may_share_four_seats() -> None:
    words = ("bot-match", "aftaebr", "random", "greedy", "-o", "players=4", "--games", 2, "--json")
    assert run(*words).json["options"]["players"] == "4"


def test_control_c_shows_the_table_so_far() -> None:
    command = [sys.executable, "-c", "from tavolino.cli import main; main()", "--lang", "en"]
    words = ["bot-match", "aftaebr", "random", "greedy", "--games", "1000000", "--jobs", "2"]
    with subprocess.Popen(
        [*command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)
    ) as process:
        assert process.stdout and process.stderr
        _wait_for_children(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert b"interrupted" in out and b"Traceback" not in err


def _wait_for_children(pid: int) -> None:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    while not children.read_text().split():
        os.sched_yield()


def test_a_bot_plays_a_patience_alone_and_leaves_it(tmp_path: Path) -> None:
    """It gives up at a dead end or a stall, which a person may take back."""
    said = text("it", "table.bot_leaves", bot=text("it", "level.greedy"))
    words = ("--number", 3, "--bot", "1=greedy", "--save")
    for game in ("nove_colonne", "solitario40"):
        result = run("play", game, *words, tmp_path / game, typed=[])
        assert result.code == 0 and said in result.words
        record = record_in(tmp_path / game)
        assert record.match.log[-1].act is Stop.GIVEN_UP
        verify(record)


@pytest.mark.parametrize("game", ["solitario40", "nove_colonne"])
def test_bots_play_the_same_deals_of_a_patience(game: str) -> None:
    words = ("bot-match", game, "random", "greedy", "--games", 3, "--seed", 5, "--json")
    plain = run(*words).json
    assert plain == run(*words, "--jobs", 2).json
    assert plain["played"] == plain["games"] == 6
    random, greedy = plain["table"]
    assert random["points"] + greedy["points"] == pytest.approx(3)
    (pair,) = plain["pairs"]
    assert pair["gain"] == pytest.approx(random["score"] - greedy["score"])
    for line in plain["table"]:
        assert line["score_within"][0] <= line["score"] <= line["score_within"][1]
        assert 0 <= line["wins"] <= 1
    assert "greedy" in run(*words[:-1]).out
