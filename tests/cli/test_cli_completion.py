"""Completion in the shells, and the two names of the deal number."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from support.cli import run

from tavolino.cli import COMMANDS
from tavolino.cli.help.completion import SHELLS


def completed(line: str) -> list[str]:
    """What bash would offer."""
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    result = subprocess.run(
        [sys.executable, "-m", "tavolino"],
        env=os.environ | asked | {"_TAVOLINO_COMPLETE": "complete_bash"},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.split()


def test_commands_options_and_games_are_completed() -> None:
    assert completed("tavolino pl") == ["play"]
    assert "--number" in completed("tavolino deal --n")
    assert completed("tavolino deal az") == ["azul_solo"]
    assert set(COMMANDS.split(", ")) <= set(completed("tavolino "))


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
