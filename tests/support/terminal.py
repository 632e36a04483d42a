"""The command line at a pseudo-terminal, as a person sees it."""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

from support.timeout import TIMEOUT

COMMAND = [sys.executable, "-c", "from tavolino.cli import main; main()"]


class Screen:
    """A child at a pseudo-terminal."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int, prompt: str) -> None:
        self.process, self.descriptor = process, descriptor
        self.prompt = re.compile(prompt.encode())

    def read(self) -> str:
        """Everything up to the next prompt, or to the end."""
        data = b""
        while not self.prompt.search(data):
            ready, _, _ = select.select([self.descriptor], [], [], TIMEOUT)
            assert ready, f"no prompt after: {data[-200:]!r}"
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

    def signal(self, number: signal.Signals) -> str:
        """What the child says to a signal. One that comes just before the child waits for input
        may go unnoticed until the next: Python looks at it only when the waiting is broken off."""
        for _ in range(12):
            self.process.send_signal(number)
            if select.select([self.descriptor], [], [], TIMEOUT / 12)[0]:
                break
        return self.read()

    def press(self, key: str) -> str:
        os.write(self.descriptor, key.encode())
        return self.read()

    def type(self, line: str) -> str:
        os.write(self.descriptor, f"{line}\n".encode())
        return self.read()


@contextmanager
def screen(
    *arguments: str, columns: int = 80, lines: int = 24, prompt: str = "> $"
) -> Iterator[Screen]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    term = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONUTF8": "1"}
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")} | term
    with subprocess.Popen(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=env,
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(theirs)
        try:
            yield Screen(process, ours, prompt)
        finally:
            process.kill()
            os.close(ours)


def plain(shown: str) -> str:
    """The last screen without colours, however its lines were broken."""
    last = shown[max(shown.rfind("\x1b[2J"), 0) :]
    return " ".join(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", last).split())
