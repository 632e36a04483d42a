"""A real server in a process of its own, killed and started again at the same place."""

from __future__ import annotations

import fcntl
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import randbelow
from typing import TextIO, cast

from support.timeout import TIMEOUT

TESTS = Path(__file__).parents[2]


class ServerProcess:
    def __init__(
        self,
        data: Path,
        *options: str,
        python_path: Path | None = None,
        port: int = 0,
        inside: Sequence[str] = (),
    ) -> None:
        """``inside``: put before its command, for instance to run it in another network."""
        self.port = port or free_port()
        self._inside = inside
        self.environment = {"PYTHONPATH": str(python_path)} if python_path else {}
        """Where to find further packages."""
        self.arguments = ["serve", "--port", str(self.port), "--data", str(data), "--no-open"]
        self.arguments += options
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Until the first page."""
        command = [*self._inside, sys.executable, "-m", "tavolino", *self.arguments]
        environment = os.environ | self.environment
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        end = time.monotonic() + TIMEOUT
        while not self._answers():
            assert self.is_running(), f"the server ended by itself, with {self.wait()}"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.02)

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def members(self) -> list[int]:
        """The process ids of the servers behind the port, if there are several."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return [int(pid) for pid in children if "spawn_main" in command_line(int(pid))]

    def kill(self) -> None:
        """As a power cut would: no handler runs, nothing is flushed."""
        self.send_signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        self.send_signal(signal.SIGTERM)
        return self.wait()

    def send_signal(self, number: signal.Signals) -> None:
        """Does nothing if the server has ended: its process id may be somebody else's now."""
        assert self.process is not None
        self.process.send_signal(number)

    def wait(self) -> int:
        assert self.process is not None
        return self.process.wait(TIMEOUT)


def command_line(pid: int) -> str:
    """ "" if it has just ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


class ForkedServer(ServerProcess):
    """Started and killed many times: the imports are done once, by the process that forks it."""

    def __enter__(self) -> ForkedServer:
        command = [sys.executable, "-m", "support.servers.forker"]
        self._forker = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=TESTS
        )
        self._pid = 0
        return self

    def __exit__(self, *_: object) -> None:
        assert self._forker.stdin
        self._forker.stdin.close()
        assert self._forker.wait(TIMEOUT) == 0
        self._read.close()

    def send_signal(self, number: signal.Signals) -> None:
        """The forker keeps the process id until it starts the next server."""
        os.kill(self._pid, number)

    @property
    def _read(self) -> TextIO:
        assert self._forker.stdout
        return cast(TextIO, self._forker.stdout)

    def start(self) -> None:
        assert self._forker.stdin
        print(json.dumps(self.arguments), file=self._forker.stdin, flush=True)
        self._pid = int(self._read.readline())
        self.wait_until_it_answers()

    def is_running(self) -> bool:
        """The forker tells the end, which may be read later."""
        return not select.select([self._read], [], [], 0)[0]

    def wait(self) -> int:
        return int(self._read.readline())


PORTS = Path(tempfile.gettempdir()) / f"tavolino-test-ports-{os.getuid()}"
_reserved: list[TextIO] = []
"""Locked files, until this process ends."""


def free_port() -> int:
    """Below the ports that the system hands out, and reserved among all processes that run tests.

    So nobody takes it while a server starts, or starts again.
    """
    PORTS.mkdir(exist_ok=True)
    while True:
        port = 16_000 + randbelow(16_000)
        file = open(PORTS / str(port), "w")
        with suppress(OSError), socket.socket() as probe:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            probe.bind(("127.0.0.1", port))
            _reserved.append(file)
            return port
        file.close()
