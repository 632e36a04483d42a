"""A practice game in a terminal: questions, lists, saving, the end."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from unittest.mock import patch

import pytest
from support.cli import diligent, random_game, record_in, run
from support.terminal import plain, screen

from tavolino.game import CHANCE
from tavolino.games.nove_colonne import NoveColonne
from tavolino.record import verify
from tavolino.translations import text

# Leaving


def test_quitting_an_unsaved_game_needs_confirmation() -> None:
    with screen("play", "solitario40", "-n", "7") as here:
        here.read()
        assert "n. 8 " in plain(here.type("n 8"))  # nothing was played
        here.type("t")
        assert text("it", "table.unsaved_new") in plain(here.type("n 7"))
        assert "mosse 2" in plain(here.type("t"))
        assert text("it", "table.unsaved_new") in plain(here.type("n 7"))
        assert "mosse 0" in plain(here.type("n 7"))
        here.type("t")
        assert text("it", "table.unsaved_quit") in plain(here.type("q"))
        here.type("q")
        assert here.process.wait() == 0


def test_quitting_a_saved_game_needs_no_confirmation(tmp_path: Path) -> None:
    with screen("play", "solitario40", "-n", "7") as here:
        here.read()
        here.type("t")
        here.type(f"s {tmp_path / 'g'}")
        here.type("q")
        assert here.process.wait() == 0


def test_every_game_of_a_session_is_saved(tmp_path: Path) -> None:
    (tmp_path / "g-2.txt").write_text("mine")
    file = tmp_path / "g.txt"
    typed = ["t", "n 8", "n 9", "t", "t", "n 10", "t"]
    result = run("play", "solitario40", "-n", 7, "--save", file, typed=typed)
    assert result.code == 0
    kept = {path.name: path for path in tmp_path.iterdir()}
    assert sorted(kept) == ["g-2.txt", "g-3.txt", "g-4.txt", "g.txt"]
    assert kept["g-2.txt"].read_text() == "mine"
    origins = [record_in(kept[name]).origin for name in ("g.txt", "g-3.txt", "g-4.txt")]
    assert origins == [7, 9, 10]
    assert "Partita salvata in" in result.out and str(kept["g-4.txt"]) in result.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_killed_game_is_saved(number: signal.Signals, tmp_path: Path) -> None:
    with screen("play", "solitario40", "-n", "7", "--save", str(tmp_path / "g")) as here:
        here.read()
        here.type("t")
        here.signal(number)
        assert here.process.wait() == 128 + number
    assert len(record_in(tmp_path / "g").match.log) == 2


def test_an_unwritable_directory_is_reported_before_the_game(tmp_path: Path) -> None:
    no = PermissionError(13, "Permission denied")
    with patch("tavolino.cli.output.files.tempfile.mkstemp", side_effect=no):
        result = run("play", "solitario40", "--save", tmp_path / "g", typed=["t"])
    assert (result.code, result.out) == (2, "")
    assert "impossibile scrivere il file" in result.err and "permesso negato" in result.err


def test_a_record_that_cannot_be_written_is_printed(tmp_path: Path) -> None:
    full = OSError(28, "No space left on device")
    with patch("tavolino.cli.output.files.Path.write_bytes", side_effect=full):
        result = run("play", "solitario40", "-n", 7, "--save", tmp_path / "g", typed=["ah"])
    assert result.code == 2 and "il disco è pieno" in result.err
    again = tmp_path / "again"
    again.write_text(result.out[result.out.index("tavolino record 1") :])
    assert [str(entry.act) for entry in record_in(again).match.log[1:]] == ["AH>b"]
    verify(record_in(again))
    assert list(tmp_path.iterdir()) == [again]


def test_a_person_is_asked_for_another_file(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with screen("play", "solitario40", "-n", "7", "--save", str(folder / "g")) as here:
        here.read()
        here.type("t")
        folder.rmdir()
        os.write(here.descriptor, f"q\n{tmp_path / 'g'}\n".encode())
        assert here.process.wait() == 0
    assert len(record_in(tmp_path / "g").match.log) == 2


def test_only_plain_files_are_replaced(tmp_path: Path) -> None:
    fifo, dangling, link = tmp_path / "fifo", tmp_path / "dangling", tmp_path / "link"
    os.mkfifo(fifo)
    dangling.symlink_to(tmp_path / "nowhere")
    (tmp_path / "real").write_text("old")
    link.symlink_to(tmp_path / "real")
    typed = [f"s! {fifo}", f"s {dangling}", f"s! {dangling}", f"s! {link}"]
    result = run("play", "solitario40", "-n", 7, typed=typed)
    assert result.words.count("non è un file normale") == 3
    assert fifo.is_fifo() and dangling.is_symlink() and link.is_symlink()
    assert not (tmp_path / "nowhere").exists()
    assert record_in(tmp_path / "real").origin == 7


# Giving up, dead ends


def test_giving_up_can_be_undone(tmp_path: Path) -> None:
    for moves in ([], ["1"]):
        file = tmp_path / f"g{len(moves)}"
        typed = [*moves, "x", "u", "2"]
        result = run("play", "nove_colonne", "-n", 7, "--save", file, typed=typed)
        assert text("it", "n9.given_up") in result.out
        assert text("it", "table.plays_on") in result.out
        match = record_in(file).match
        assert not match.is_over and match.boards[0].tally.moves == 2 * len(moves) + 1
        acts = [str(entry) for entry in match.log if entry.actor != CHANCE]
        again = [str(act) for act in acts[: len(moves)]]  # the log only grows (R-N9-24)
        undone = ["referee 1: given up", "player 1: undo", *again]
        assert acts[len(moves) : -1] == undone
        verify(record_in(file))


def test_a_dead_end_is_announced_however_it_is_reached(tmp_path: Path) -> None:
    notice = text("it", "n9.dead_end")
    with patch.object(NoveColonne, "is_dead_end", return_value=True):
        result = run("play", "nove_colonne", "-n", 7, "--save", tmp_path / "g", typed=["1", "u"])
        assert result.out.count(notice) == 3  # the deal, the move, the undo
        assert notice in run("play", "--record", tmp_path / "g").out


def test_a_practice_stall_does_not_say_to_wait() -> None:
    result = run("play", "solitario40", "-n", 26, typed=diligent("solitario40", 26)[:5])
    assert text("it", "told.stall") in result.words and "Attendi" not in result.out


# Numbers


def test_a_number_is_a_move_only_while_it_is_on_the_screen() -> None:
    with screen("play", "azul_solo", "-n", "7") as here:
        here.read()
        shown = plain(here.type("3"))
        assert text("it", "table.not_listed", got="3") in shown and "3R rosso" in shown
        assert "2R" not in shown and "mosse 0" in shown
        assert "mosse 1" in plain(here.type("31"))
        assert text("it", "table.not_a_move", got="7") in plain(here.type("7"))
        here.type("")
        number = re.findall(r"(\d+)\) 4B>f", plain(here.type("4B")))[0]
        assert "mosse 2" in plain(here.type(number))
    with screen("play", "solitario40", "-n", "7") as here:
        here.read()
        assert "mosse 1" in plain(here.type("3"))


@pytest.mark.parametrize("game", ["azul_solo", "aftaebr"])
def test_the_list_has_every_move_in_aligned_columns(game: str) -> None:
    start = ["1", "1"] if game == "aftaebr" else []
    out = run("play", game, "-n", 7, typed=[*start, "m"]).out
    rows = out[out.rindex(text("it", "table.listing")) :].splitlines()[2:]
    assert len(rows) <= 14
    ends = {match.end() for row in rows for match in re.finditer(r"(?<= )(\d+|·)(?= |$)", row)}
    assert len(ends) == 12
    assert len(re.findall(r"(?<= )\d+(?= |$)", " ".join(rows))) == (144 if start else 108)


def test_the_discards_of_azul_are_shown() -> None:
    """None before the first round is scored; then what was left of the lines and the floor."""
    out = run("play", "azul_solo", "-n", 5, typed=random_game("azul_solo", 5)).words
    shown = re.findall(r"Scarti (–|\S+)", out)
    assert shown[0] == "–" and shown[-1] != "–"


# After the end


def test_after_the_end_the_result_stays_and_moves_are_refused(tmp_path: Path) -> None:
    moves = diligent("solitario40", 4)
    file = tmp_path / "g"
    typed = [*moves, "1", "m", "2S", "t", "f", "x", "?"]
    result = run("play", "solitario40", "-n", 4, "--save", file, typed=typed)
    assert result.out.count(text("it", "s40.solved")) == 8
    assert result.out.count(text("it", "table.over")) == 6
    assert text("it", "s40.solved") in run("play", "--record", file).out
    assert text("it", "s40.solved") in run("replay", file, "--at", len(moves) + 1).out


def test_replay_says_who_won_a_timed_game(tmp_path: Path) -> None:
    file = tmp_path / "g"
    limit = ["--option", "time_limit=0.000001"]
    run("play", "aftaebr", "-n", 7, *limit, "--save", file, typed=["1"])
    out = run("replay", file).words
    assert "Tempo scaduto. Vincono a pari merito Giocatore 1, Giocatore 2" in out
    assert out.startswith("AFTAEBR · partita n. 7 · Giocatore 1, Giocatore 2 0/2")
