"""Sockets: frames that no message consists of are counted, and the end of a socket is prompt."""

from __future__ import annotations

import asyncio
import socket
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from support.servers.web_server import HOST, ask, open_raw, read_all, web_server_for
from uvicorn.config import Config as UvicornConfig
from uvicorn.server import ServerState
from websockets.frames import Close
from websockets.protocol import State
from websockets.server import ServerProtocol

from tavolino.server.config import Config
from tavolino.server.http.limits.addresses import Proxies
from tavolino.server.http.limits.connections import Connections
from tavolino.server.http.limits.small_reads import SOCKET_BYTES, RoundRobin, SmallReads
from tavolino.server.sockets.protocol import SocketProtocol

pytestmark = pytest.mark.hardening

MASK = b"\0\0\0\0"
PING, PONG = b"\x89\x80" + MASK, b"\x8a\x80" + MASK
BEGINNING, PART = b"\x01\x80" + MASK, b"\x00\x80" + MASK
BAD = b"\x81\x81" + MASK + b"{"


@pytest.fixture
def port(config: Config) -> Iterator[int]:
    with web_server_for(replace(config, messages_per_second=20)) as port:
        yield port


def open_socket(port: int, *headers: bytes) -> socket.socket:
    """A WebSocket of a new guest, after the welcome."""
    guest = httpx.post(f"http://127.0.0.1:{port}/api/me", timeout=30)
    cookie = guest.cookies["tavolino"].encode()
    key = b64encode(bytes(16))
    connection = open_raw(
        port,
        b"GET /live HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + b"\r\n"
        b"Cookie: tavolino=" + cookie + b"\r\n" + b"".join(headers) + b"\r\n",
    )
    received = b""
    while b"welcome" not in received and b"\x88" not in received:
        data = connection.recv(4_096)
        assert data, received
        received += data
    return connection


def close_code(received: bytes) -> int:
    """Of the close frame at the end."""
    at = received.rindex(b"\x88")
    return Close.parse(received[at + 2 : at + 2 + received[at + 1]]).code


@pytest.mark.parametrize("method", [b"GET", b"POST"])
def test_a_handshake_with_a_body_is_refused(port: int, method: bytes) -> None:
    """The connection would stay open forever, without a user and without a time limit."""
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 5\r\n"
    head = method + b" /live HTTP/1.1\r\n" + HOST + upgrade
    with open_raw(port, head + b"\r\nhello") as connection:
        received = read_all(connection)
    assert received.startswith(b"HTTP/1.1 400") and b"bad_message" in received


@pytest.mark.parametrize("frame", [PING, PONG, PART], ids=["ping", "pong", "part"])
def test_too_many_control_frames_and_empty_parts_end_the_socket(port: int, frame: bytes) -> None:
    with open_socket(port) as connection:
        with suppress(ConnectionError):
            connection.sendall((BEGINNING if frame == PART else b"") + frame * 200)
        received = read_all(connection)
    assert close_code(received) == 1008
    assert received.count(b"\x8a\x00") < 200


def test_a_few_pings_are_answered(port: int) -> None:
    with open_socket(port) as connection:
        connection.sendall(PING * 20)
        received = b""
        while received.count(b"\x8a\x00") < 20:
            received += connection.recv(4_096)


def test_a_socket_that_the_server_has_closed_ends_at_once(port: int) -> None:
    """Although the client neither answers the close frame nor stops sending."""
    with open_socket(port) as connection:
        connection.settimeout(5)  # it used to be read for ten seconds
        connection.sendall(BAD * 200)
        received = read_all(connection)
        assert close_code(received) == 1008


def test_what_arrives_after_the_close_is_not_parsed(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of the second for which the client may still read the close frame."""
    parsed: list[bool] = []
    receive = ServerProtocol.receive_data

    def noted(self: ServerProtocol, data: bytes) -> None:
        parsed.append(self.state is State.CLOSING)
        receive(self, data)

    monkeypatch.setattr(ServerProtocol, "receive_data", noted)
    with open_socket(port) as connection:
        connection.settimeout(5)
        with suppress(OSError):
            while True:  # until the server cuts it off
                connection.sendall(BAD)
    assert parsed and not any(parsed)


class StuckTransport(asyncio.Transport):
    """Of a client that reads nothing."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 2)})
        self.aborted = asyncio.Event()

    def write(self, data: Any) -> None: ...

    def is_closing(self) -> bool:
        return self.aborted.is_set()

    def close(self) -> None: ...

    def abort(self) -> None:
        self.aborted.set()


class EndedTransport(StuckTransport):
    def write(self, data: Any) -> None:
        raise RuntimeError("unable to perform operation: the handler is closed")


def test_a_server_that_stops_writes_nothing_to_a_connection_that_has_ended(config: Config) -> None:
    """Connections that end together are cleared away in turn: one may still wait for that."""

    async def scenario() -> None:
        connections = Connections(9, 9, Proxies([]))
        settings = UvicornConfig(app=lambda: None, lifespan="off", log_config=None)
        protocol = SocketProtocol(
            config, connections, config=settings, server_state=ServerState(), app_state={}
        )
        protocol.connection_made(EndedTransport())
        protocol.handshake_complete = True
        SmallReads(protocol, SOCKET_BYTES, RoundRobin()).connection_lost(None)
        protocol.shutdown()

    asyncio.run(scenario())


def test_a_client_that_reads_nothing_is_cut_off(config: Config) -> None:
    """A closed transport waits until everything is read, so a close frame is not enough."""

    async def scenario() -> None:
        connections = Connections(9, 9, Proxies([]))
        settings = UvicornConfig(app=lambda: None, lifespan="off", log_config=None)
        protocol = SocketProtocol(
            config, connections, config=settings, server_state=ServerState(), app_state={}
        )
        transport = StuckTransport()
        protocol.connection_made(transport)
        protocol.pause_writing()
        closing = asyncio.ensure_future(protocol.send({"type": "websocket.close", "code": 1013}))
        async with asyncio.timeout(30):
            await transport.aborted.wait()
        closing.cancel()

    asyncio.run(scenario())


def test_sockets_behind_a_proxy_count_by_client(config: Config) -> None:
    limits = replace(config, max_connections_of_address=1, proxies=("127.0.0.1/32",))
    with web_server_for(limits) as port:
        first = open_socket(port, b"X-Forwarded-For: 192.0.2.1\r\n")
        with open_socket(port, b"X-Forwarded-For: 192.0.2.2\r\n") as other:
            other.sendall(PING)
            assert other.recv(2) == b"\x8a\x00"
        with open_socket(port, b"X-Forwarded-For: 6.6.6.6, 192.0.2.1\r\n") as second:
            assert second.recv(1) == b""  # closed already, with 4503
        first.close()


def test_connections_by_address_include_sockets(config: Config) -> None:
    with web_server_for(replace(config, max_connections_of_address=3)) as port:
        sockets = [open_socket(port) for _ in range(2)]
        third = open_raw(
            port,
            b"GET /live HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
            + b64encode(bytes(16))
            + b"\r\n\r\n",
        )
        assert third.recv(12) == b"HTTP/1.1 101"  # closed with 4401, but only after a moment
        status, body = ask(port, b"")
        assert status == 503 and b"unavailable" in body
        for connection in [*sockets, third]:
            connection.close()
