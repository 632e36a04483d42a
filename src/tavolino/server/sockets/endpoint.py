"""The WebSocket endpoint: authenticates users and limits connections. Middleware checks origins."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from tavolino.server.accounts.sessions import Sessions
from tavolino.server.accounts.users import User
from tavolino.server.config import Config
from tavolino.server.http.close_codes import FULL, SIGNED_OUT
from tavolino.server.http.limits.addresses import address_key
from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.updates import frame
from tavolino.server.live.interfaces import Frame
from tavolino.server.live.pubsub import MESSAGES, USERS
from tavolino.server.live.registry import TableRegistry
from tavolino.server.sockets.connection import EXTENSION, Adviser, Connection

GOING_AWAY, TRY_AGAIN_LATER = 1012, 1013
CHECK_SECONDS = 2.0

log = logging.getLogger("tavolino.live")


class LiveEndpoint:
    def __init__(
        self, config: Config, sessions: Sessions, registry: TableRegistry, adviser: Adviser
    ) -> None:
        self._config, self._sessions, self._registry = config, sessions, registry
        self._adviser = adviser
        self.connections: set[Connection] = set()
        """The connections of this process."""
        self._of_user: defaultdict[str, set[Connection]] = defaultdict(set)

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        cookie = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
        await send({"type": "websocket.accept"})
        try:
            await self._serve(scope, cookie.decode("latin-1"), receive, send)
        except SQLAlchemyError as error:  # the client comes back, and asks again for all it needs
            log.warning("a socket is closed: %s", str(error).splitlines()[0])
            with suppress(Exception):  # the client may have disconnected already
                await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})

    async def _serve(self, scope: Any, cookie: str, receive: Any, send: Any) -> None:
        # From here until the connection is counted nothing waits: a cookie revoked later closes it.
        client = scope.get("client")
        address = address_key(client[0]) if client else ""
        user = await self._sessions.user_of(cookie, address)
        refused = self._refused(user)
        if user is None or refused:
            code, reason = refused or (SIGNED_OUT, "not signed in")
            await send({"type": "websocket.close", "code": code, "reason": reason})
            return
        socket = scope.get("extensions", {}).pop(EXTENSION, None)
        connection = Connection(self._registry, self._adviser, user, send, socket)
        self.add(connection)
        try:
            end = await connection.run(receive)
            if end is not None:
                await connection.close(end)
        finally:
            self._remove(connection)

    def add(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._of_user[connection.user_id].add(connection)

    def _remove(self, connection: Connection) -> None:
        self.connections.discard(connection)
        own = self._of_user[connection.user_id]
        own.discard(connection)
        if not own:
            del self._of_user[connection.user_id]

    def _refused(self, user: User | None) -> tuple[int, str] | None:
        if user is None:
            return SIGNED_OUT, "not signed in: create a guest with POST /api/me"
        if len(self.connections) >= self._config.max_connections:
            return FULL, "the server is full: try again later"
        if len(self._of_user.get(user.id, ())) >= self._config.max_connections_of_user:
            return FULL, "too many connections of one user"
        return None

    def is_connected(self, user: str) -> bool:
        return user in self._of_user

    def on_revoked(self, user: User) -> None:
        """Cookies of earlier epochs are revoked: closes their connections, in every process."""
        self._disconnect(user.id, user.epoch)
        self._registry.pubsub.publish(USERS, user.id)

    async def on_renamed(self, user: User) -> None:
        """Every process reads the user again."""
        self._registry.pubsub.publish(USERS, user.id)

    def subscribe(self) -> None:
        """To what other processes revoke, and to their messages for users."""

        def check(user: str) -> None:
            self._registry.spawn(self._check_surely([user]))

        def check_all() -> None:
            self._registry.spawn(self._check_surely(list(self._of_user)))

        self._registry.pubsub.subscribe(USERS, check, check_all)
        self._registry.pubsub.subscribe(MESSAGES, self._on_message)

    async def keep_checking(self) -> None:
        """Background task: while no messages arrive, the database says who has signed out."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            if not self._registry.pubsub.is_connected:
                await self._check_surely(list(self._of_user))

    async def _check_surely(self, users: Sequence[str]) -> None:
        """Until the database answers."""
        while True:
            try:
                await self._check(users)
                return
            except Exception as error:
                log.warning("cookies cannot be checked, again soon: %s", error)
                await asyncio.sleep(CHECK_SECONDS)

    async def _check(self, users: Sequence[str]) -> None:
        """Closes the connections whose cookies another process may have revoked.

        A read that began earlier cannot bring a revoked cookie back: sessions remember the newer
        epoch.
        """
        epochs = await self._sessions.epochs(users)
        for user in users:
            self._disconnect(user, epochs.get(user, math.inf))

    def _disconnect(self, user: str, epoch: float) -> None:
        for connection in self._of_user.get(user, ()):
            if connection.user.epoch < epoch:
                self._registry.spawn(connection.close(SIGNED_OUT))

    def send(self, user: str, message: m.Outgoing) -> None:
        """To all sockets of a user, at every process."""
        data = frame(message)
        self._put(user, data)
        self._registry.pubsub.publish(MESSAGES, f"{user} {data.text}")

    def _on_message(self, content: str) -> None:
        """From another process."""
        user, _, text = content.partition(" ")
        self._put(user, Frame(text.encode()))

    def _put(self, user: str, data: Frame) -> None:
        for connection in self._of_user.get(user, ()):
            connection.put(data)

    async def close(self) -> None:
        for connection in list(self.connections):
            await connection.close(GOING_AWAY)
