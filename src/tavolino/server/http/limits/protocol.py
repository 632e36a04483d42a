"""The web server's HTTP protocol with limits: size and time of a request, connections by address.

uvicorn limits none of these but the size of a head (https://github.com/Kludex/uvicorn/issues/157).
The parser is h11: httptools collects endless header fields, and starts every pipelined request.
"""

from __future__ import annotations

import asyncio
from typing import Any, NoReturn

import h11
from msgspec import json
from uvicorn.protocols.http.h11_impl import H11Protocol

from tavolino.server.config import Config
from tavolino.server.errors import (
    BadMessage,
    HeadTooLarge,
    NoLength,
    Refusal,
    TooLarge,
    TooSlow,
    Unavailable,
)
from tavolino.server.http.error_handlers import Problem
from tavolino.server.http.limits.addresses import HEAD_END, Proxies, address_key
from tavolino.server.http.limits.connections import Connections
from tavolino.server.http.limits.small_reads import SOCKET_BYTES, RoundRobin, SmallReads

MAX_CONTENT = 4 * 2**20
"""No handler takes as much. What a handler refuses is still read, or the client would not see the
refusal; larger bodies are cut off."""
MAX_FIELD = 8_000
"""Bytes of the request line and of a header field; the WebSocket library accepts 8,192."""
CLOSE_SECONDS = 1.0
"""For a client to read why it is being disconnected."""
TURN_SECONDS = 0.5
"""Until a request that was waiting for its turn is looked at again."""
SEND_SECONDS = 60.0
"""For a client to read the rest of a response."""


class MeasuredConnection(h11.Connection):
    """Refuses requests of a kind or size that no client of ours sends."""

    def __init__(self, config: Config) -> None:
        super().__init__(h11.SERVER, config.max_head)
        self._config = config
        self.refusal: Refusal = BadMessage("expected a request of HTTP/1.1")

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            self._count_fields()
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as error:
            if error.error_status_hint == 431:
                problem = f"expected a request head of at most {self._config.max_head} bytes"
                self.refusal = HeadTooLarge(problem)
            raise
        if isinstance(event, h11.Request):
            self._measure(event)
        return event

    def _count_fields(self) -> None:
        """Before they are parsed, which would take longer."""
        received, _ = self.trailing_data
        end = HEAD_END.search(received)
        fields = received.count(b"\n", 0, end.start() if end else len(received))
        if fields > self._config.max_headers:
            problem = f"expected at most {self._config.max_headers} header fields"
            self._refuse(HeadTooLarge(problem))

    def _refuse(self, refusal: Refusal) -> NoReturn:
        self.refusal = refusal
        raise h11.RemoteProtocolError(str(refusal), refusal.status)

    def _measure(self, request: h11.Request) -> None:
        try:
            check_head(request)
        except Refusal as refusal:
            self._refuse(refusal)


def check_head(request: h11.Request) -> None:
    if len(request.target) > MAX_FIELD:
        raise HeadTooLarge(f"expected an address of at most {MAX_FIELD} bytes")
    for name, value in request.headers:
        if len(name) + len(value) > MAX_FIELD:
            raise HeadTooLarge(f"expected header fields of at most {MAX_FIELD} bytes")
        # Tiny chunks cost more time than anything else that can be sent.
        if name == b"transfer-encoding":
            raise NoLength("expected a body with Content-Length, got Transfer-Encoding")
        if name == b"content-length" and int(value) > MAX_CONTENT:
            raise TooLarge(f"expected a body of at most {MAX_CONTENT} bytes")


class HttpProtocol(H11Protocol):
    def __init__(
        self,
        limits: Config,
        open_connections: Connections,
        proxies: Proxies,
        turns: RoundRobin,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self.conn = self._measured = MeasuredConnection(limits)
        self._limits, self._open, self._proxies = limits, open_connections, proxies
        self._turns = turns
        self._forwarded = ""
        """The client of the last request, as a proxy says."""
        self._stage: Any = None
        """What is awaited: ``h11.IDLE`` a head, ``h11.SEND_BODY`` a body."""
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        """Runs while the client does not read."""
        self._is_upgraded = False
        self.has_unread = False
        """Something has arrived and waits for its turn: the client is not late."""

    @property
    def read_paused(self) -> bool:
        return self.flow.read_paused

    @property
    def address(self) -> str:
        """Of the other end, which may be a proxy."""
        return self.client[0] if self.client else ""

    def turn_of(self, data: bytes) -> str:
        """Whose turn it is to be read: the client's address, also behind a proxy of ours.

        ``data`` has arrived and is not parsed yet.
        """
        if self.address in self._proxies and self.conn.their_state is h11.IDLE:
            received, _ = self.conn.trailing_data
            self._forwarded = self._proxies.client_in_head(self.address, received + data)
        return self.turn

    @property
    def turn(self) -> str:
        """Of the client of the last request."""
        return address_key(self._forwarded or self.address)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._open.add(transport, self.address):
            self._set_timer()
        else:
            self.refuse(Unavailable("too many connections are open: try again later"))

    def cut_off(self) -> None:
        """The transport has ended: the app must not write to it. ``connection_lost`` follows."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        self._open.remove(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._stop_unread()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)
            self._set_timer()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stop_unread()
        self._unread = self.loop.call_later(SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_unread()

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_timer()
        if self.transport.is_closing():
            self._abort_unsent()

    def timeout_keep_alive_handler(self) -> None:
        if not self.has_unread:
            super().timeout_keep_alive_handler()
            self._abort_unsent()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_timer()
        self._is_upgraded = True
        self._open.work(self.transport)
        super().handle_websocket_upgrade(event)
        socket: Any = self.transport.get_protocol()
        self.transport.set_protocol(SmallReads(socket, SOCKET_BYTES, self._turns))
        if not socket.handshake_initiated:  # uvicorn would keep it open forever
            self.refuse(BadMessage("expected the handshake of a WebSocket"))

    def send_400_response(self, msg: str) -> None:
        self.refuse(self._measured.refusal)

    def refuse(self, refusal: Refusal) -> None:
        """Answers instead of the app, if it has not answered yet, and closes the connection."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # or the app would answer too
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        body = json.encode(Problem(refusal.code, str(refusal)))
        headers = [
            ("content-type", "application/json"),
            ("content-length", str(len(body))),
            ("connection", "close"),
        ]
        events: list[h11.Event] = [
            h11.Response(status_code=refusal.status, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ]
        self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
        self.transport.close()
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    # Time

    def _set_timer(self) -> None:
        """Starts again whenever something else is awaited."""
        stage = self.conn.their_state
        if stage is self._stage or self._is_upgraded or self.transport.is_closing():
            return
        self._stage = stage
        self._stop_timer()
        if stage is h11.IDLE or stage is h11.SEND_BODY:
            self._open.wait(self.transport)
            is_head = stage is h11.IDLE
            seconds = self._limits.head_seconds if is_head else self._limits.body_seconds
            self._timer = self.loop.call_later(seconds, self._time_out)
        else:
            self._open.work(self.transport)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        if self.has_unread:
            self._timer = self.loop.call_later(TURN_SECONDS, self._time_out)
            return
        received, _ = self.conn.trailing_data
        if self._stage is h11.IDLE and not received:
            self.transport.abort()  # nothing was asked
        else:
            self.refuse(TooSlow("the request took too long to arrive"))

    def _abort_unsent(self) -> None:
        """A closed transport waits until the client has read everything: not forever."""
        if self.transport.get_write_buffer_size():
            self.loop.call_later(SEND_SECONDS, self.transport.abort)
