"""The web server's WebSocket protocol with limits: control frames, and a prompt end.

uvicorn answers every ping, and parses what arrives for ten seconds after a close.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from tavolino.server.config import Config
from tavolino.server.http.limits.addresses import address_key
from tavolino.server.http.limits.connections import Connections
from tavolino.server.http.limits.protocol import CLOSE_SECONDS
from tavolino.server.live.interfaces import Frame as PreparedFrame
from tavolino.server.sockets.allowance import Allowance
from tavolino.server.sockets.connection import EXTENSION
from tavolino.server.sockets.frames import UNKNOWN, missing_after, short_text


class SocketProtocol(WebSocketsSansIOProtocol):
    def __init__(self, limits: Config, open_connections: Connections, **settings: Any) -> None:
        super().__init__(**settings)
        self._open = open_connections
        # Messages are counted by the connection; these never reach it.
        self._uncounted = Allowance(limits.messages_per_second)

        self._missing = UNKNOWN
        """Bytes of a frame that are still to come; 0 if a new one begins."""
        self.take: Callable[[bytes], bool] | None = None
        """Takes a message at once; False if it has to wait in the queue."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._missing = 0  # uvicorn passes on the request, and nothing after it
        if not self.close_sent:
            self._extensions()[EXTENSION] = self

    def _extensions(self) -> dict[str, Any]:
        scope: Any = getattr(self, "scope", {})
        extensions: dict[str, Any] = scope.get("extensions", {})
        return extensions

    def write(self, frame: PreparedFrame) -> bool:
        """Writes a frame that was prepared for many; False if the client has to read first."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(frame.wire)
        return True

    def send_receive_event_to_app(self) -> None:
        """A message that nothing waits before need not wake the task of its connection."""
        is_next = self.take and self.queue.empty() and not self.close_sent
        if is_next and len(self.frames) == 1 and self.take and self.take(self.frames[0]):
            self.frames = []
        else:
            super().send_receive_event_to_app()

    @property
    def turn(self) -> str:
        """Whose turn it is, by address."""
        return address_key(self.client[0] if self.client else "")

    def cut_off(self) -> None:
        """The transport has ended: nothing is written any more. ``connection_lost`` follows."""
        self.take = None
        self.disconnected = True
        self._open.remove(self.transport)

    def shutdown(self) -> None:
        """Of the server. A transport that has ended would raise, and the others be cut off."""
        if not self.disconnected:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._extensions().pop(EXTENSION, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            return
        text = short_text(data) if self._missing == 0 and self.conn.current_size is None else None
        if text is None:
            self._missing = missing_after(self._missing, data)
            super().data_received(data)
        else:
            self.curr_msg_data_type, self.frames = "text", [text]
            self.send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self._take():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._take():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._take():
            super().handle_cont(event)

    def _take(self) -> bool:
        if self.close_sent or self._uncounted.take():
            return not self.close_sent
        self.conn.fail(1008, "too many control frames")
        self.handle_parser_exception()
        return False

    def keepalive_timeout(self) -> None:
        self.transport.abort()

    # Not a coroutine of its own: this is called for every message.
    def send(self, message: Any) -> Coroutine[Any, Any, None]:
        is_close = message["type"] == "websocket.close"
        return self._close(message) if is_close else super().send(message)

    async def _close(self, message: Any) -> None:
        """Ends the stream after the close frame; what still arrives is not parsed."""
        self._abort_soon()
        await super().send(message)
        if not self.transport.is_closing():
            self.transport.write_eof()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._abort_soon()

    def _abort_soon(self) -> None:
        """A closed transport would wait until the client has read everything."""
        if not self.disconnected:
            self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
