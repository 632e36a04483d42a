"""``tavolino lab``: run, report, questions, and what is refused."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console
from support.cli import run

from tavolino.chance import Rng, deal_seed
from tavolino.cli.experiments import lab
from tavolino.cli.output.terminal import Terminal
from tavolino.games.solitario40 import Solitario40
from tavolino.lab.runner import Progress
from tavolino.lab.studies import STUDIES
from tavolino.solvers.solitario40 import solver
from tavolino.translations import LANGUAGES, text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("lab") / "any"
    words = ("lab", "run", "winnability", "-o", "empty_column=any", "--deals", 300, "--out", out)
    result = run(*words)
    assert (result.code, str(out) in result.out) == (0, True)
    return out


def test_rows_say_what_the_solver_says(folder: Path) -> None:
    sql = "SELECT number, verdict, best, rejected FROM results WHERE number <= 60 ORDER BY number"
    rows = [
        json.loads(line)
        for line in run("lab", "report", folder, "--sql", sql, "--json").out.splitlines()
    ]
    game = Solitario40(empty_column="any")
    assert len(rows) == 60
    for row in rows:
        dealt = game.chance_move(game.start(), Rng(deal_seed(row["number"]), 0))
        state = game.apply(game.start(), dealt)
        assert row["rejected"] == dealt.rejected
        assert (row["verdict"] == "won") is solver.is_winnable(game, state)
        assert row["best"] == solver.best_score(game, state).low


def test_a_report_counts_and_draws(folder: Path) -> None:
    assert run("lab", "report", folder).code == 0
    report = (folder / "report" / "report.md").read_text()
    won = run(
        "lab",
        "report",
        folder,
        "--json",
        "--sql",
        "SELECT count(*) AS n FROM results WHERE verdict = 'won'",
    ).out
    assert f"Of 300 deals {json.loads(won)['n']:,} can be won" in report
    assert "tavolino lab run winnability -o empty_column=any --deals 300 --out DIR" in report
    for name in ("effort", "best"):
        for theme in ("light", "dark"):
            assert (folder / "report" / f"{name}-{theme}.png").read_bytes()[1:4] == b"PNG"
            assert "<svg" in (folder / "report" / f"{name}-{theme}.svg").read_text()


def test_one_report_of_several_levels(folder: Path, tmp_path: Path) -> None:
    greedy, random, report = (tmp_path / name for name in ("greedy", "random", "report"))
    for out, games in ((greedy, 9), (random, 5)):
        asked = ("seats", "-o", f"level={out.name}", "--deals", games, "--out", out)
        assert run("lab", "run", *asked).code == 0
    assert run("lab", "report", greedy, random, "--out", report).code == 0
    written = (report / "report.md").read_text()
    assert "14 games with 2 players" in written
    for level, games in (("greedy", 9), ("random", 5)):
        assert f"tavolino lab run seats -o level={level} --deals {games} --out DIR" in written
    rows = re.findall(r"^\| (\w+) \| (\d+) \| \d", written, re.MULTILINE)
    assert rows[:2] == [("random", "5"), ("greedy", "9")]
    assert "<svg" in (report / "seats-dark.svg").read_text()

    for words, sentence in (
        ([greedy, random], "needs --out"),
        ([greedy, folder, "--out", report / "more"], "differ only in the level"),
        ([greedy, greedy, "--out", report / "more"], "differ only in the level"),
        ([greedy, "--out", report / "report.md"], "expected a folder for the report"),
    ):
        refused = run("--lang", "en", "lab", "report", *words)
        assert refused.code == 2 and sentence in refused.err and refused.err.count("\n") == 1
    assert not (greedy / "report").exists() and not (report / "more").exists()


def test_a_run_that_begins_with_a_later_deal(tmp_path: Path) -> None:
    later, whole = tmp_path / "later", tmp_path / "whole"
    study = ("lab", "run", "redeals")
    assert run(*study, "--first", 8, "--deals", 4, "--out", later).code == 0
    assert run(*study, "--deals", 11, "--out", whole).code == 0
    sql = "SELECT * EXCLUDE seconds FROM results WHERE number > 7 ORDER BY number"
    asked = [run("lab", "report", out, "--sql", sql, "--json").out for out in (later, whole)]
    assert asked[0] == asked[1] and asked[0].count("\n") == 4
    assert run("lab", "report", later).code == 0
    report = (later / "report" / "report.md").read_text()
    assert "tavolino lab run redeals --first 8 --deals 4 --out DIR" in report
    assert "4 rows" in report

    refused = run("--lang", "en", *study, "--deals", 11, "--out", later)
    assert refused.code == 2 and "expected the first deal 8" in refused.err


def test_a_report_of_an_unfinished_run_counts_the_beginning_only(folder: Path) -> None:
    parts = sorted((folder / "results").iterdir())
    data = parts[-2].read_bytes()
    parts[-2].unlink()
    try:
        out = run(
            "lab", "report", folder, "--sql", "SELECT count(*) AS n FROM results", "--json"
        ).out
        assert json.loads(out)["n"] == int(parts[-2].name[:10]) - 1
    finally:
        parts[-2].write_bytes(data)


def test_the_list_names_every_study_in_both_languages() -> None:
    for lang in LANGUAGES:
        out = run("--lang", lang, "lab", "list").words
        for name in STUDIES:
            assert name in out and text(lang, f"study.{name}")[:30] in out
    listed = json.loads(run("lab", "list", "--json").out)
    assert [study["study"] for study in listed] == list(STUDIES)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "poker", "--deals", "5"], "expected a study among"),
        (["run", "winnability", "--deals", "0"], "--deals"),
        (["run", "winnability", "--deals", "many"], "--deals"),
        (["run", "winnability", "--deals", "5", "--jobs", "0"], "--jobs"),
        (["run", "winnability", "--deals", "5", "--first", "0"], "--first"),
        (["run", "winnability", "--deals", "5", "-o", "draw=2"], "expected 3 or 1 for draw"),
        (["run", "winnability", "--deals", "5", "-o", "draw"], "name=value"),
        (["run", "winnability", "--deals", "5", "-o", "draw=1", "-o", "draw=3"], "draw"),
        (["run", "winnability"], "--deals"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    result = run("--lang", "en", "lab", *words, "--out", out)
    assert result.code == 2
    assert sentence in result.err and result.err.count("\n") == 1
    assert not out.exists()


def test_questions_and_folders_that_make_no_sense(folder: Path, tmp_path: Path) -> None:
    for words, sentence in (
        ([folder, "--sql", "SELECT nothing FROM results"], "expected a question"),
        ([folder, "--sql", ""], "expected a question"),
        ([tmp_path], "expected a folder with the results"),
        ([Path(__file__)], "expected a folder with the results"),
        ([folder, "--sql", "SELECT 1", "--out", tmp_path / "report"], "expected one of them"),
    ):
        result = run("--lang", "en", "lab", "report", *words)
        assert result.code == 2 and sentence in result.err and result.err.count("\n") == 1


def test_answers_as_json_have_lists_and_no_infinity(folder: Path) -> None:
    sql = "SELECT [1, 2] AS some, 'inf'::DOUBLE AS most, 0.5::DOUBLE AS half"
    out = run("lab", "report", folder, "--json", "--sql", sql).out
    assert json.loads(out) == {"some": [1, 2], "most": None, "half": 0.5}


def test_the_time_left_does_not_count_the_start_of_the_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, printed = [0.0], io.StringIO()
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    notify = lab._lines(Terminal("en"), Console(file=printed))
    for seconds, done in ((0.0, 0), (600.0, 10), (720.0, 20)):
        clock[0] = seconds
        notify(Progress(done, 100))
    assert "about 16 minutes left" in printed.getvalue()
