"""The door for sockets: who comes, and whether there is room. Origins are checked at the edge."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tavolino.server.config import Config
from tavolino.server.connection import Connection
from tavolino.server.hall import Hall
from tavolino.server.identity import Identity
from tavolino.server.people import Person

SIGNED_OUT, FULL = 4401, 4503
"""Codes of our own with which a socket is closed."""
GOING_AWAY = 1012


class Door:
    def __init__(self, config: Config, identity: Identity, hall: Hall) -> None:
        self._config, self._identity, self._hall = config, identity, hall
        self.connections: set[Connection] = set()
        """Those of this process."""
        self._of_person: Counter[str] = Counter()

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        cookie = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        person = await self._identity.person_of(cookie.decode("latin-1"))
        await send({"type": "websocket.accept"})
        refused = self._refused(person)
        if person is None or refused:
            code, reason = refused or (SIGNED_OUT, "nobody is signed in")
            await send({"type": "websocket.close", "code": code, "reason": reason})
            return
        connection = Connection(self._hall, person, send)
        self.connections.add(connection)
        self._of_person[person.id] += 1
        try:
            end = await connection.run(receive)
            if end is not None:
                await connection.close(end)
        finally:
            self.connections.discard(connection)
            self._of_person[person.id] -= 1
            if not self._of_person[person.id]:
                del self._of_person[person.id]

    def _refused(self, person: Person | None) -> tuple[int, str] | None:
        if person is None:
            return SIGNED_OUT, "nobody is signed in: ask for a guest with POST /api/me"
        if len(self.connections) >= self._config.max_connections:
            return FULL, "the house is full, try again later"
        if self._of_person[person.id] >= self._config.max_connections_of_person:
            return FULL, "too many connections of one person"
        return None

    def turn_out(self, person: str) -> None:
        """Who signed out everywhere leaves the tables too."""
        for connection in [c for c in self.connections if c.person.id == person]:
            self._hall.spawn(connection.close(SIGNED_OUT))

    async def close(self) -> None:
        for connection in list(self.connections):
            await connection.close(GOING_AWAY)
