"""The web server itself, in a thread, with a test's own configuration; raw connections to it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from support.servers.app import app_for
from support.timeout import TIMEOUT
from tavolino.server.config import Config
from tavolino.server.process.web_server import web_server

HOST = b"Host: localhost\r\n"
GET = b"GET /health/live HTTP/1.1\r\n" + HOST
"""Without the empty line."""


@contextmanager
def web_server_for(config: Config) -> Iterator[int]:
    """Its port."""
    bound = socket.create_server(("127.0.0.1", 0))
    with app_for(config) as app:
        server = web_server(app, config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive())
            assert server.started
            yield bound.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(TIMEOUT)


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def open_raw(port: int, data: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
    connection.sendall(data)
    return connection


def read_all(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection; a test fails if it does not."""
    received = bytearray()
    with suppress(ConnectionError):
        while data := connection.recv(65_536):
            received += data
    return bytes(received)


def ask(port: int, data: bytes) -> tuple[int, bytes]:
    """The status and the body of the answer to raw bytes; the server must close the connection."""
    with open_raw(port) as connection:
        with suppress(ConnectionError):  # it may be closed before everything is sent
            connection.sendall(data)
        answer = read_all(connection)
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body
