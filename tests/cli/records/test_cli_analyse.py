"""``tavolino analyse``: the page in both languages, the JSON object, bad input."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run
from support.matches.lost_games import lost_game

from tavolino.catalogue import make_game
from tavolino.contest import Contest
from tavolino.match import new_match, settle
from tavolino.record import Record
from tavolino.solvers.referee import ruling


@pytest.fixture
def lost_file(tmp_path: Path) -> Path:
    file = tmp_path / "lost.record"
    file.write_text(str(lost_game()))
    return file


def test_json_has_every_position_and_the_moments(lost_file: Path) -> None:
    data = run("analyse", lost_file, "--json").json
    assert data["game"] == "solitario40"
    keys = {"entry", "winnable", "best", "honest", "value"}
    assert all(set(position) == keys for position in data["positions"])
    first = data["positions"][0]
    assert first["entry"] == 1 and first["winnable"] is True and 0 < first["honest"] < 1
    (fatal,) = [moment for moment in data["moments"] if moment["kind"] == "win"]
    verdicts = {position["entry"]: position["winnable"] for position in data["positions"]}
    assert verdicts[fatal["entry"] - 1] is True and verdicts[fatal["entry"]] is False
    assert fatal["better"] and fatal["line"]


@pytest.mark.parametrize(
    "lang, words",
    [("it", ("è sfumata la vittoria", "Meglio")), ("en", ("threw the win away", "Better"))],
)
def test_the_page_names_the_fatal_move_and_a_better_one(
    lost_file: Path, lang: str, words: tuple[str, ...]
) -> None:
    shown = run("--lang", lang, "analyse", lost_file)
    assert shown.code == 0 and not [word for word in words if word not in shown.words]
    assert "▲" in shown.out and "█" in shown.out
    data = run("analyse", lost_file, "--json").json
    fatal = next(moment for moment in data["moments"] if moment["kind"] == "win")
    assert f"▲ {fatal['entry']} {fatal['move']}" in shown.words


def test_a_board_of_a_contest_is_chosen_by_its_number(tmp_path: Path) -> None:
    match = settle(
        new_match(make_game("solitario40"), b"seed", boards=2, contest=Contest()), ruling
    )
    for player in (0, 1, 1):
        match = match.move(player, match.legal_moves(player)[0], ruling)
    file = tmp_path / "contest.record"
    file.write_text(str(Record(match, ("Anna", "Bruno"))))
    first = run("analyse", file, "--json").json
    second = run("analyse", file, "--board", "2", "--json").json
    assert (len(first["positions"]), len(second["positions"])) == (2, 3)
    assert second["board"] == 2
    refused = run("analyse", file, "--board", "3")
    assert refused.code == 2 and "2" in refused.err and "3" in refused.err


def test_a_game_without_analysis_and_a_file_without_a_record_are_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.record"
    bad.write_text("no record")
    assert run("analyse", bad).code == 2
    assert run("analyse", tmp_path / "none.record").code == 2
