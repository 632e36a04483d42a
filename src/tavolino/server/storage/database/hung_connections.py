"""Cuts connections to a PostgreSQL server that does not answer.

A server or a proxy that keeps a connection open but says nothing would hold the thread that waits
for it forever: neither the statement's time limit, which the database keeps, nor TCP ends that.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DisconnectionError

CHECK_SECONDS = 0.5
FRESH_SECONDS = 1.0
"""A connection that was used since then is not asked whether it still works."""

log = logging.getLogger("tavolino.storage")


class HungConnections:
    def __init__(self, engine: Engine, seconds: float) -> None:
        self._seconds = seconds
        self._since: dict[Any, float] = {}
        """When each connection that waits for an answer began to wait."""
        self._thread: threading.Thread | None = None
        self._is_closed = threading.Event()
        if engine.dialect.name != "sqlite":
            event.listen(engine, "checkout", self._check)
            event.listen(engine, "checkin", _note_use)

    def close(self) -> None:
        self._is_closed.set()

    @contextmanager
    def watched(self, connection: Connection) -> Iterator[None]:
        """Some work in this thread that must not take longer."""
        if connection.dialect.name == "sqlite":
            yield
            return
        raw = connection.connection.dbapi_connection
        self._begin(raw)
        try:
            yield
        finally:
            self._since.pop(raw, None)

    def _begin(self, raw: Any) -> None:
        self._since[raw] = time.monotonic()
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, name="tavolino-hung", daemon=True)
            self._thread.start()

    def _check(self, raw: Any, record: Any, _: Any) -> None:
        """Before a connection of the pool is used: the server may have been restarted."""
        if time.monotonic() - record.info.get("used_at", time.monotonic()) < FRESH_SECONDS:
            return
        self._begin(raw)
        try:
            raw.execute("SELECT 1")
            raw.rollback()
        except Exception as error:
            raise DisconnectionError(str(error)) from None
        finally:
            self._since.pop(raw, None)

    def _watch(self) -> None:
        while not self._is_closed.wait(CHECK_SECONDS):
            before = time.monotonic() - self._seconds
            for raw, since in list(self._since.items()):
                if since < before and raw in self._since:
                    self._since[raw] = time.monotonic()
                    _cut(raw)


def _note_use(_: Any, record: Any) -> None:
    record.info["used_at"] = time.monotonic()


def _cut(raw: Any) -> None:
    """All who wait for an answer get an error at once."""
    log.warning("the database does not answer: a connection is cut")
    with suppress(Exception), socket.socket(fileno=os.dup(raw.fileno())) as cut:
        cut.shutdown(socket.SHUT_RDWR)
