"""A real terminal, a real pipe, a real Ctrl-C."""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli_run import run

COMMAND = [sys.executable, "-c", "from tavolino.cli import main; main()"]
PROMPT = re.compile(rb"> $")


class Screen:
    """A child at a pseudo-terminal of 80 × 24."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process, self.descriptor = process, descriptor

    def read(self) -> str:
        """Everything up to the next prompt, or to the end."""
        data = b""
        while not PROMPT.search(data):
            try:
                chunk = os.read(self.descriptor, 4096)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                break
            if not chunk:
                break
            data += chunk
        return data.decode()

    def type(self, line: str) -> str:
        os.write(self.descriptor, f"{line}\n".encode())
        return self.read()


@contextmanager
def screen(*arguments: str) -> Iterator[Screen]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    term = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"}
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")} | term
    with subprocess.Popen(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=env,
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(theirs)
        try:
            yield Screen(process, ours)
        finally:
            process.kill()
            os.close(ours)


def test_a_terminal_gets_colours_and_a_cleared_screen() -> None:
    with screen("play", "solitario40", "-n", "7") as here:
        first = here.read()
        assert "\x1b[2J" in first and "\x1b[1;38;2;" in first
        assert "A♥ alla base" in here.type("ah")
        here.type("q")
        assert here.process.wait() == 0


def test_the_board_and_the_prompt_fit_in_24_lines() -> None:
    for game in ("azul_solo", "solitario40", "nove_colonne", "aftaebr"):
        with screen("play", game, "-n", "7") as here:
            here.read()
            shown = here.type("1")
            assert shown[shown.rindex("\x1b[2J") :].count("\n") < 24


def test_the_chooser_in_a_terminal() -> None:
    with screen() as here:
        assert "Tavolino" in here.read()
        assert "what shall we play" in here.type("l")
        assert "deal no." in here.type("2")
        here.type("q")
        assert here.process.wait() == 0


def test_control_c_is_quiet_and_keeps_the_game(tmp_path: Path) -> None:
    saved = tmp_path / "g"
    with screen("play", "azul_solo", "-n", "7", "--save", str(saved)) as here:
        here.read()
        here.type("1")
        here.process.send_signal(signal.SIGINT)
        assert "Traceback" not in here.read()
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


def test_letters_that_a_terminal_lacks_are_replaced() -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, "play", "solitario40", "-n", "7"],
        input=b"ah\n\xff\xfe\nq\n", capture_output=True, env=env, check=True,
    )  # fmt: skip
    assert b"AH alla base" in done.stdout and b"######" in done.stdout
    assert done.stdout.isascii()
