"""A Redis server for tests, which can be killed and started again at the same port."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from support.servers.process import free_port
from support.timeout import TIMEOUT


class RedisServer:
    def __init__(self, directory: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.fail("redis-server is needed: apt install redis-server (make test installs it)")
        self.port = free_port()
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._command = [program, *options, "--dir", str(directory)]

    def __enter__(self) -> RedisServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(TIMEOUT)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        end = time.monotonic() + TIMEOUT
        while not self._answers():
            assert time.monotonic() < end, "Redis does not answer"
            time.sleep(0.02)

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(TIMEOUT)
