"""A real terminal, a real pipe, a real Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from support.cli import random_game, run
from support.terminal import COMMAND, plain, screen

from tavolino.catalogue import BUILT_IN
from tavolino.translations import LANGUAGES, text


def test_a_terminal_gets_colours_and_a_cleared_screen() -> None:
    with screen("play", "solitario40", "-n", "7") as here:
        first = here.read()
        assert "\x1b[2J" in first and "\x1b[1;38;2;" in first
        assert "Asso di coppe alla base" in here.type("ah")
        here.type("q")
        here.type("q")
        assert here.process.wait() == 0


def test_the_board_and_the_prompt_fit_in_24_lines() -> None:
    for game in ("azul_solo", "solitario40", "nove_colonne", "aftaebr"):
        with screen("play", game, "-n", "7") as here:
            here.read()
            shown = here.type("m")
            assert shown[shown.rindex("\x1b[2J") :].count("\n") < 24
            shown = here.type("1")
            assert shown[shown.rindex("\x1b[2J") :].count("\n") < 24


def test_the_end_of_a_round_fits_in_24_lines() -> None:
    moves = random_game("azul_solo", 5)
    with screen("play", "azul_solo", "-n", "5") as here:
        here.read()
        screens = [shown[shown.rindex("\x1b[2J") :] for shown in map(here.type, moves)]
    ends = [shown for shown in screens if "Fine del round" in shown]
    assert len(ends) == 4 and max(shown.count("\n") for shown in screens) < 24


def test_the_help_fits_in_24_lines() -> None:
    for lang in LANGUAGES:
        for game in BUILT_IN:
            end = f"{re.escape(text(lang, 'how.back'))} $"
            with screen("--lang", lang, "play", game, "-n", "7", prompt=end) as here:
                shown = here.type("?")
                page = shown[shown.rindex("\x1b[2J") :]
                assert page.count("\n") < 24 and text(lang, "table.more") not in page


def test_the_menu_in_a_terminal() -> None:
    with screen() as here:
        assert "Tavolino" in here.read()
        assert "what shall we play" in here.type("l")
        assert "deal no." in here.type("2")
        here.type("q")
        assert here.process.wait() == 0


def test_control_c_is_quiet_and_saves_the_game(tmp_path: Path) -> None:
    saved = tmp_path / "g"
    with screen("play", "azul_solo", "-n", "7", "--save", str(saved)) as here:
        here.read()
        here.type("m")
        assert "mosse 1" in here.type("1")
        assert f"Partita salvata in {saved}" in " ".join(here.signal(signal.SIGINT).split())
        assert here.process.wait() == 130
    assert run("verify", saved).code == 0


def test_replay_steps_back_and_forth(tmp_path: Path) -> None:
    saved = tmp_path / "g"
    run("play", "azul_solo", "-n", 7, "--save", saved, typed=["1", "1"])
    with screen("replay", str(saved)) as here:
        assert " 0/5 " in here.read()
        assert " 1/5 " in here.type("")
        assert " 2/5 " in here.type("")
        assert " 1/5 " in here.type("b")
        assert " 5/5 " in here.type("5")
        assert " 5/5 " in here.type("")
        assert "Non capisco" in here.type("6")
        here.type("q")
        assert here.process.wait() == 0


def test_a_broken_pipe_is_quiet(tmp_path: Path) -> None:
    saved = tmp_path / "g"
    run("play", "aftaebr", "-n", 7, "--save", saved, typed=["1"] * 60)
    with subprocess.Popen(
        [*COMMAND, "replay", str(saved)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_characters_that_a_terminal_lacks_are_replaced() -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, "play", "solitario40", "-n", "7", "--faces", "francesi"],
        input=b"ah\n\xff\xfe\nq\n", capture_output=True, env=env, check=True,
    )  # fmt: skip
    assert b"AH alla base" in done.stdout and b"######" in done.stdout
    assert done.stdout.isascii()


def test_a_narrow_terminal_is_warned_once() -> None:
    wanted = text("it", "table.narrow", wanted=80, got=50)
    with screen("play", "solitario40", "-n", "7", columns=50) as here:
        assert plain(here.read()).count(wanted) == 1
    with screen("play", "solitario40", "-n", "7") as here:
        assert "colonne, il" not in plain(here.read())


def test_a_low_terminal_gets_pages() -> None:
    with screen("play", "azul_solo", "-n", "7", lines=10, prompt="continua $") as here:
        os.write(here.descriptor, b"m\n")
        assert text("it", "table.more") in here.read()


def test_a_pipe_gets_no_blanks_at_the_ends_of_lines() -> None:
    for game in ("azul_solo", "solitario40", "aftaebr"):
        out = run("play", game, "-n", 7, typed=["1", "m", "?"]).out
        assert [line for line in out.splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize(
    ("words", "redirection", "code", "said"),
    [
        ("deal sol -n 5", ">&-", 2, "Errore: input o output non riuscito: è chiuso\n"),
        ("deal sol -n 5", ">/dev/full", 2, "Errore: input o output non riuscito: il disco"),
        ("--help", ">/dev/full", 2, "Errore: input o output non riuscito: il disco"),
        ("deal foo", "2>&-", 2, ""),
        ("deal foo", "2>/dev/full", 2, ""),
        ("play sol -n 5", "<&-", 0, ""),
    ],
)
def test_streams_that_are_closed_or_full(
    words: str, redirection: str, code: int, said: str
) -> None:
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND, *words.split()]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert done.stderr.startswith(said) and done.stderr.count("\n") == (1 if said else 0)


def test_a_help_page_into_a_closed_pipe() -> None:
    with subprocess.Popen(
        [*COMMAND, "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as p:
        assert p.stdout and p.stderr
        p.stdout.close()
        assert p.stderr.read() == b"" and p.wait() == 141


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_hint_in_a_terminal(game: str) -> None:
    with screen("--lang", "en", "play", game, "-n", "2") as here:
        here.read()
        assert "Hint: " in plain(here.type("h"))


@pytest.mark.parametrize("key", ["c", "d"])
def test_control_c_and_control_d_ask_as_q_does(key: str) -> None:
    with screen("play", "azul_solo", "-n", "7") as here:

        def press() -> str:
            return here.signal(signal.SIGINT) if key == "c" else here.press("\x04")

        here.read()
        here.type("m")
        assert "mosse 1" in here.type("1")
        assert text("it", "table.unsaved_quit")[:40] in plain(press())
        # The game goes on.
        assert "mosse 1" in here.type("m")
        press()
        press()
        assert here.process.wait() == {"c": 130, "d": 0}[key]


def test_without_a_move_control_c_leaves_at_once() -> None:
    with screen("play", "azul_solo", "-n", "7") as here:
        here.read()
        here.signal(signal.SIGINT)
        assert here.process.wait() == 130


def test_the_rules_of_a_game(tmp_path: Path) -> None:
    for lang, title in (("it", "Nove colonne"), ("en", "Nove colonne")):
        printed = run("rules", "nove", "--lang", lang)
        assert printed.code == 0 and printed.out.startswith(f"# {title}")
        assert "README.md" not in printed.out, "a link to a file that is not here"
    refused = run("rules", "chess", "--lang", "en")
    assert refused.code == 2 and "chess" in refused.err


def test_the_help_at_the_table_names_a_command_that_everybody_has() -> None:
    assert "tavolino rules azul_solo" in run("play", "azul_solo", typed=["?"]).out
