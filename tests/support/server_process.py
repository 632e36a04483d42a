"""A real server in a process of its own, killed and started again at the same place."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 90.0


class ServerProcess:
    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options = data, options
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> float:
        """Seconds until the first page."""
        began = time.monotonic()
        command = [sys.executable, "-m", "tavolino", "serve", "--port", str(self.port)]
        command += ["--data", str(self.data), "--no-open", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while not self._answers():
            assert self.process.poll() is None, "the server ended by itself"
            assert time.monotonic() - began < PATIENCE, "the server does not answer"
            time.sleep(0.02)
        return time.monotonic() - began

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """As a power cut would: no handler runs, nothing is flushed."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
