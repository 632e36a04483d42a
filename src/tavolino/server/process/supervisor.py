"""Several server processes behind one port: started, watched and stopped by the one that binds it.

All of them accept connections from the same socket, so nobody is turned away while one of them is
replaced. A process that ends by itself is started again. ``SIGHUP`` replaces all, one by one, for
instance after an upgrade.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

from tavolino.server.config import Config
from tavolino.server.http.logs import set_up_logs

RETRY_SECONDS = 1.0
"""From the end of a process to its next start."""
STOP_SECONDS = 20.0
POLL_SECONDS = 0.2

log = logging.getLogger("tavolino.server")
_spawn = multiprocessing.get_context("spawn")


def serve_one(
    config: Config,
    bound: socket.socket,
    log_json: bool,
    on_server: Callable[[Any], None] = lambda _: None,
) -> bool:
    """Serves in this process until a signal ends it; False if it could not start."""
    gc.disable()  # what is loaded stays: until the server runs there is nothing to collect
    from tavolino.server.process.app import create_app
    from tavolino.server.process.web_server import fit, raise_file_limit, web_server

    set_up_logs(log_json)
    config = fit(config, raise_file_limit(config))
    server = web_server(create_app(config), config)
    on_server(server)
    # uvicorn raises the signal again after its shutdown: then there is nothing left to do.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    server.run(sockets=[bound])
    return bool(server.started)


def _run_process(config: Config, bound: socket.socket, log_json: bool, ready: Any) -> None:
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def watch(server: Any) -> None:
        threading.Thread(target=_watch, args=(server, ready), daemon=True).start()

    serve_one(config, bound, log_json, watch)


def _watch(server: Any, ready: Any) -> None:
    """Tells when it has started; ends it when the process that started it is gone."""
    while not server.started:
        time.sleep(0.02)
    ready.set()
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        server.should_exit = True


class Member:
    """One of the processes."""

    def __init__(self, *arguments: Any) -> None:
        self.ready = _spawn.Event()
        self.process: SpawnProcess = _spawn.Process(
            target=_run_process, args=(*arguments, self.ready)
        )
        self.process.start()

    def is_ready(self) -> bool:
        return bool(self.ready.is_set())

    def stop(self) -> None:
        if self.process.is_alive():
            self.process.terminate()

    def wait(self) -> None:
        self.process.join(STOP_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Supervisor:
    def __init__(self, config: Config, bound: socket.socket, log_json: bool, count: int) -> None:
        self._arguments, self._count = (config, bound, log_json), count
        self._members: list[Member] = []
        self._is_stopping = self._is_replacing = False

    def run(self) -> bool:
        """Until a signal ends it; False if no process could start."""
        set_up_logs(self._arguments[2])
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._replace)
        self._members = [Member(*self._arguments) for _ in range(self._count)]
        has_started = self._wait_until_ready(self._members)
        while has_started and not self._is_stopping:
            wait([member.process.sentinel for member in self._members], POLL_SECONDS)
            self._replace_dead()
            if self._is_replacing:
                self._is_replacing = False
                self._replace_all()
        for member in self._members:
            member.stop()
        for member in self._members:
            member.wait()
        return has_started

    def _stop(self, *_: Any) -> None:
        self._is_stopping = True

    def _replace(self, *_: Any) -> None:
        self._is_replacing = True

    def _wait_until_ready(self, members: list[Member]) -> bool:
        """As long as they live: one of them may migrate a large database."""
        while not all(member.is_ready() for member in members):
            is_over = any(not member.process.is_alive() for member in members)
            if is_over or self._is_stopping:
                return self._is_stopping
            time.sleep(POLL_SECONDS / 4)
        return True

    def _replace_dead(self) -> None:
        for n, member in enumerate(self._members):
            if not member.process.is_alive() and not self._is_stopping:
                log.error("a process ended with %s: it is replaced", member.process.exitcode)
                time.sleep(RETRY_SECONDS)
                self._members[n] = Member(*self._arguments)

    def _replace_all(self) -> None:
        """A new process is ready before an old one stops."""
        for n, old in enumerate(self._members):
            new = Member(*self._arguments)
            if not self._wait_until_ready([new]):
                log.error("a new process could not start: the old ones go on")
                new.stop()
                new.wait()
                return
            self._members[n] = new
            old.stop()
            old.wait()
