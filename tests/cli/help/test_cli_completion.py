"""Completion in the shells, and the two names of the deal number."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from support.cli import run

from tavolino.catalogue import own_bots
from tavolino.cli import COMMANDS, main
from tavolino.cli.help.completion import SHELLS, script_of

BASH = """
{script}
while IFS= read -r COMP_LINE; do
    COMP_POINT=${{#COMP_LINE}} COMPREPLY=()
    _tavolino_completion {program}
    echo "${{COMPREPLY[*]}}"
done
"""


def in_bash(folder: Path, *lines: str) -> list[list[str]]:
    """What the script for Bash leaves for it to insert."""
    program = folder / "tavolino"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tavolino "$@"\n')
    program.chmod(0o755)
    asked = BASH.format(script=script_of("bash"), program=program)
    done = subprocess.run(
        ["bash", "--norc", "-c", asked],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def test_bash_completes_values_with_its_own_word_breaks(tmp_path: Path) -> None:
    """It splits words at = and :, and replaces only what comes after them."""
    assert in_bash(
        tmp_path,
        "tavolino play so",
        "tavolino play --save 'a file' solitario40 -o empty_column=a",
        "tavolino play aftaebr --bot 2=ma",
        "tavolino play aftaebr --bot=2=ma",
    ) == [["solitario40"], ["any"], ["maestro"], ["maestro"]]


@pytest.fixture
def offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str, str], list[str]]:
    """What the program answers to the script of zsh or fish, for a line."""

    def ask(shell: str, line: str) -> list[str]:
        monkeypatch.setenv("_TAVOLINO_COMPLETE", f"complete_{shell}")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        with pytest.raises(SystemExit):
            main([])
        answer = capsys.readouterr().out
        if shell == "fish":
            return [line.split("\t")[0] for line in answer.split("\n") if line]
        return re.findall(r'^(?:_arguments .*\(\()?"([^"]*)"', answer, re.MULTILINE)

    return ask


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_commands_options_and_values_are_completed(
    shell: str, offered: Callable[[str, str], list[str]]
) -> None:
    def ask(line: str) -> list[str]:
        return offered(shell, f"tavolino {line}")

    assert set(COMMANDS.split(", ")) <= set(ask(""))
    assert ask("deal --nu") == ["--number"]
    for command in ("play", "deal", "rules", "lesson", "perft", "bot-match", "puzzles play"):
        assert ask(f"{command} az") == ["azul_solo"], command
    assert "aftaebr" not in ask("solve ")
    assert ask("play solitario40 --option dr") == ["draw=3", "draw=1"]
    assert ask("play aft -o ") == [*(f"players={n}" for n in (2, 3, 4)), "time_limit=none"]
    assert ask("play aftaebr --bot 2=ma") == ["2=maestro"]
    assert ask("play solitario40 --bot 2=") == []
    assert ask("bot-match nove_colonne greedy fa") == ["facile"]
    assert ask("play --faces n") == ["napoletane"]
    assert ask("deal --difficulty w") == ["winnable"]
    assert ask("lab run wi") == ["winnability"]
    assert ask("lab run seats -o players=3") == ["players=3"]
    assert ask("puzzles play azul_solo --theme fl") == ["floor"]
    assert ask("puzzles make aftaebr --theme ch") == ["chain"]
    assert ask("--lang ") == ["it", "en"]
    assert ask("completion z") == ["zsh"]


def test_installed_bots_are_completed(
    monkeypatch: pytest.MonkeyPatch, offered: Callable[[str, str], list[str]]
) -> None:
    point = EntryPoint("patient", "some_bots:Patient", own_bots.GROUP)
    monkeypatch.setattr(own_bots, "_points", lambda: {point.name: point})
    for line in ("bot-match aftaebr pa", "serve --bots pa"):
        assert offered("fish", f"tavolino {line}") == ["patient"]
    assert offered("fish", "tavolino play aftaebr --bot 4=pa") == ["4=patient"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_for_each_shell(shell: str) -> None:
    script = run("completion", shell)
    assert script.code == 0 and "_TAVOLINO_COMPLETE" in script.out
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=script.out, text=True, check=True)


def test_other_shells_are_refused() -> None:
    result = run("completion", "tcsh", "--lang", "en")
    assert result.code == 2 and "bash, zsh, fish" in result.err


def test_the_old_name_of_the_deal_number_works_with_a_hint() -> None:
    new = run("deal", "solitario40", "--number", 7, "--json")
    for words in (["--seed", 7], ["--seed=7"]):
        old = run("deal", "solitario40", *words, "--json", "--lang", "en")
        assert old.code == 0 and old.out == new.out
        assert old.err == "Note: the deal number is now given with --number; --seed still works.\n"
    assert new.err == ""
    assert "--seed" not in run("deal", "--help").out
    assert "--seed" in run("bot-match", "--help").out
