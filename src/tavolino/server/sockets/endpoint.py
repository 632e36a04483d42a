"""The WebSocket endpoint: authenticates users and limits connections. Middleware checks origins."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tavolino.server.accounts.sessions import Sessions
from tavolino.server.accounts.users import User
from tavolino.server.config import Config
from tavolino.server.http.close_codes import FULL, SIGNED_OUT
from tavolino.server.live.registry import TableRegistry
from tavolino.server.sockets.connection import Adviser, Connection

GOING_AWAY = 1012


class LiveEndpoint:
    def __init__(
        self, config: Config, sessions: Sessions, registry: TableRegistry, adviser: Adviser
    ) -> None:
        self._config, self._sessions, self._registry = config, sessions, registry
        self._adviser = adviser
        self.connections: set[Connection] = set()
        """The connections of this process."""
        self._of_user: Counter[str] = Counter()

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        cookie = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        await send({"type": "websocket.accept"})
        # From here until the connection is counted nothing waits: a cookie revoked later closes it.
        user = await self._sessions.user_of(cookie.decode("latin-1"))
        refused = self._refused(user)
        if user is None or refused:
            code, reason = refused or (SIGNED_OUT, "not signed in")
            await send({"type": "websocket.close", "code": code, "reason": reason})
            return
        connection = Connection(self._registry, self._adviser, user, send)
        self.connections.add(connection)
        self._of_user[user.id] += 1
        try:
            end = await connection.run(receive)
            if end is not None:
                await connection.close(end)
        finally:
            self.connections.discard(connection)
            self._of_user[user.id] -= 1
            if not self._of_user[user.id]:
                del self._of_user[user.id]

    def _refused(self, user: User | None) -> tuple[int, str] | None:
        if user is None:
            return SIGNED_OUT, "not signed in: create a guest with POST /api/me"
        if len(self.connections) >= self._config.max_connections:
            return FULL, "the server is full: try again later"
        if self._of_user[user.id] >= self._config.max_connections_of_user:
            return FULL, "too many connections of one user"
        return None

    def is_connected(self, user: str) -> bool:
        return user in self._of_user

    def disconnect_user(self, user: str) -> None:
        """Closes the connections of a user who signed out everywhere."""
        for connection in [c for c in self.connections if c.user.id == user]:
            self._registry.spawn(connection.close(SIGNED_OUT))

    async def close(self) -> None:
        for connection in list(self.connections):
            await connection.close(GOING_AWAY)
