"""Requests that are too large, too slow or too many: refused, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
import uvloop
from litestar import Litestar
from litestar.testing import TestClient
from support.servers.web_server import (
    GET,
    HOST,
    ask,
    open_raw,
    read_all,
    wait_until,
    web_server_for,
)
from uvicorn.server import ServerState

from tavolino.server.config import Config
from tavolino.server.http.limits.addresses import Proxies
from tavolino.server.http.limits.connections import Connections
from tavolino.server.http.limits.protocol import MAX_CONTENT, HttpProtocol
from tavolino.server.http.limits.small_reads import (
    EACH_TIME,
    SOCKET_BYTES,
    RoundRobin,
    RoundRobinReads,
    SmallReads,
)

pytestmark = pytest.mark.hardening

POST = b"POST /api/me HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
CLOSE = b"Connection: close\r\n\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    config = Config(tmp_path_factory.mktemp("data"), workers=0, head_seconds=0.3, body_seconds=0.3)
    with web_server_for(config) as port:
        yield port


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (GET + b"X: x\r\n" * 200 + CLOSE, 431, "too_large"),
        (GET + b"X: " + b"x" * 9_000 + b"\r\n" + CLOSE, 431, "too_large"),
        (GET + b"X: " + b"x" * 5_000_000, 431, "too_large"),
        (GET + b"x" * 5_000_000, 431, "too_large"),
        (b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\n" + HOST + CLOSE, 431, "too_large"),
        (b"G" * 5_000_000, 431, "too_large"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", 411, "no_length"),
        (POST + b"Content-Length: %d\r\n\r\n" % (MAX_CONTENT + 1), 413, "too_large"),
        (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_message"),
        (b"\x16\x03\x01", 400, "bad_message"),
        (GET, 408, "too_slow"),
        (POST.replace(b"/me", b"/sign-in") + b"Content-Length: 100\r\n\r\n{", 408, "too_slow"),
    ],
    ids=lambda value: repr(value[:50]) if isinstance(value, bytes) else None,
)
def test_a_bad_request_is_refused_and_closed(
    port: int, request_: bytes, status: int, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    got, body = ask(port, request_)
    problem = json.loads(body)
    assert (got, problem["code"]) == (status, code) and problem["text"]
    assert ask(port, GET + CLOSE)[0] == 200
    assert not [record for record in caplog.records if record.exc_info]


def test_a_usual_request_passes(port: int) -> None:
    fields = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 100) for n in range(60))
    assert ask(port, GET + fields + CLOSE)[0] == 200
    assert ask(port, POST + b"Content-Length: 2\r\n" + CLOSE + b"{}")[0] == 201
    with open_raw(port, (GET + b"\r\n") * 20 + GET + CLOSE) as connection:
        assert read_all(connection).count(b"HTTP/1.1 200") == 21


def test_a_refused_body_is_read_so_that_the_refusal_is_seen(port: int) -> None:
    large = b"x" * 2_000_000
    head = POST.replace(b"POST", b"PATCH") + b"Content-Length: %d\r\n" % len(large) + CLOSE
    with open_raw(port, head + large) as connection:
        assert read_all(connection).startswith(b"HTTP/1.1 4")


def test_a_connection_without_a_request_is_closed_in_silence(port: int) -> None:
    with open_raw(port) as connection:
        assert read_all(connection) == b""


def test_a_request_that_waits_for_its_turn_is_not_late(config: Config) -> None:
    """It has arrived: when many come at once, the time until it is parsed is the server's."""
    limits = replace(config, head_seconds=0.1)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def asked() -> bytes:
        proxies, turns = Proxies(()), RoundRobin()
        parts: dict[str, Any] = {
            "limits": limits,
            "open_connections": Connections(10, 10, proxies),
            "proxies": proxies,
            "turns": turns,
            "config": uvicorn.Config(app, ws="none", lifespan="off", log_config=None),
            "server_state": ServerState(),
            "app_state": {},
        }
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: RoundRobinReads(HttpProtocol(**parts), turns), "127.0.0.1", 0
        )
        async with server:
            address = server.sockets[0].getsockname()
            for _ in range(100 * EACH_TIME):  # of the same address, for 0.4 s or more
                turns.add(address[0], lambda: time.sleep(0.001))
            reader, writer = await asyncio.open_connection(*address)
            writer.write(GET + CLOSE)
            answer = await reader.read()
            writer.close()
            return answer

    assert asyncio.run(asked()).startswith(b"HTTP/1.1 200")


def test_the_oldest_half_request_makes_room(config: Config) -> None:
    """Slowloris: half requests lock nobody out, not even from the same address."""
    with web_server_for(replace(config, max_connections_of_address=3)) as port:
        half = [open_raw(port, GET)]
        assert ask(port, GET + CLOSE)[0] == 200  # by now the server has seen the first one
        half += [open_raw(port, GET) for _ in range(20)]
        assert ask(port, GET + CLOSE)[0] == 200
        assert [read_all(connection) for connection in half[:-2]] == [b""] * 19
        half[-1].sendall(CLOSE)
        assert read_all(half[-1]).startswith(b"HTTP/1.1 200")
        for connection in half:
            connection.close()


class FakeTransport(asyncio.Transport):
    is_aborted = False

    def abort(self) -> None:
        self.is_aborted = True


def test_who_makes_room() -> None:
    connections = Connections(6, 3, Proxies(["10.0.0.1"]))
    transports = [FakeTransport() for _ in range(9)]
    a, b, c, d, e, f, g, h, i = transports
    assert all(connections.add(transport, "192.0.2.1") for transport in (a, b, c))
    connections.work(a)
    assert connections.add(d, "192.0.2.1") and b.is_aborted  # the oldest that waits
    connections.work(c)
    connections.work(d)
    assert not connections.add(e, "192.0.2.1")  # nobody of this address waits
    assert connections.add(f, "10.0.0.1") and connections.add(g, "10.0.0.1")
    assert connections.add(h, "10.0.0.1")  # full, but a proxy has no limit of its own
    connections.work(f)
    assert connections.add(i, "192.0.2.9") and g.is_aborted  # the oldest of all that wait
    connections.wait(f)
    assert connections.add(e, "192.0.2.9") and h.is_aborted  # a finished request waits again
    for transport in transports:
        connections.remove(transport)
    assert len(connections) == 0
    assert sum(t.is_aborted for t in transports) == 3


def test_a_little_at_a_time_by_address_in_turn() -> None:
    async def scenario() -> None:
        turns, done = RoundRobin(), list[str]()
        for address in [*"aaaaaaaaaaaa", *"bb"]:
            turns.add(address, lambda address=address: done.append(address))  # type: ignore[misc]
        steps = []
        while len(done) < 14:
            before = len(done)
            await asyncio.sleep(0)
            steps.append(len(done) - before)
        assert max(steps) == EACH_TIME
        assert "".join(done).startswith("ababaa")

    asyncio.run(scenario())


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_other_work_is_done_between_two_reads(run: Callable[..., None]) -> None:
    class Inner:
        transport, read_paused, turn = None, False, ""

        def __init__(self) -> None:
            self.sizes: list[int] = []
            self.at: list[int] = []

        def data_received(self, data: bytes) -> None:
            self.sizes.append(len(data))
            self.at.append(turn)

        def ignore(self, *_: object) -> None: ...

        connection_made = connection_lost = eof_received = cut_off = ignore

    turn = 0

    async def scenario() -> None:
        nonlocal turn
        inner, loop = Inner(), asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: SmallReads(inner, SOCKET_BYTES, RoundRobin()), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"x" * 100_000)
        async with asyncio.timeout(30):
            while sum(inner.sizes) < 100_000:
                turn += 1
                await asyncio.sleep(0)
        assert max(inner.sizes) == SOCKET_BYTES
        full = [at for at, size in zip(inner.at, inner.sizes) if size == SOCKET_BYTES]
        assert len(set(full)) == len(full)  # never two in one iteration of the loop
        writer.close()
        server.close()

    run(scenario())


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_connections_that_end_together_are_cleared_away_in_turn(run: Callable[..., None]) -> None:
    """As when the process of an attacker is killed; but nothing more is written to any of them."""
    many = 50

    class Inner:
        transport, read_paused, turn, is_cut_off = None, False, "192.0.2.1", False

        def connection_made(self, transport: asyncio.Transport) -> None:
            made.append(self)

        def cut_off(self) -> None:
            self.is_cut_off = True

        def eof_received(self) -> None: ...

        def connection_lost(self, exc: Exception | None) -> None:
            assert all(inner.is_cut_off for inner in made)
            lost.append(turn)

    made, lost, turn = list[Inner](), list[int](), 0

    async def scenario() -> None:
        nonlocal turn
        turns, loop = RoundRobin(), asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: SmallReads(Inner(), SOCKET_BYTES, turns), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(many)]
        async with asyncio.timeout(30):
            while len(made) < many:
                await asyncio.sleep(0)
            for client in clients:
                client.close()
            while len(lost) < many:
                turn += 1
                await asyncio.sleep(0)
        assert max(lost.count(one) for one in lost) == EACH_TIME
        server.close()

    run(scenario())


def test_open_files_limit_the_connections(tmp_path: Path) -> None:
    code = (
        "import resource; from pathlib import Path;"
        "from tavolino.server.config import Config;"
        "from tavolino.server.process.web_server import *;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, 1024));"
        "files = raise_file_limit(Config(Path('x'))); config = fit(Config(Path('x')), files);"
        "print(files, resource.getrlimit(resource.RLIMIT_NOFILE)[0], config.max_connections,"
        " config.max_connections_of_address)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert [int(word) for word in printed.split()] == [1024, 1024, 721, 412]


def test_an_upload_that_breaks_off_is_no_error(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), web_server_for(config) as port:
        guest = httpx.post(f"http://127.0.0.1:{port}/api/me", timeout=30)
        cookie = guest.cookies["tavolino"].encode()
        head = b"POST /api/records HTTP/1.1\r\nContent-Type: text/plain\r\nCookie: tavolino="
        head += cookie + b"\r\n" + HOST + b"Content-Length: 1000\r\n\r\n"
        open_raw(port, head + b"tavolino").close()

        def is_over() -> bool:
            parts = [getattr(record, "parts", {}) for record in caplog.records]
            return any(part.get("status") == 400 for part in parts)

        wait_until(is_over)
    assert not [record for record in caplog.records if record.exc_info]
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("seat", ["99999999999999999999", "9" * 1_000, "7", "-1"])
def test_a_seat_that_no_table_has(client: TestClient[Litestar], seat: str) -> None:
    client.post("/api/me")
    made = client.post("/api/tables", json={"game": "aftaebr", "kind": "table"})
    table = made.json()["table"]
    answer = client.post(f"/api/tables/{table}/seats/{seat}/free")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
