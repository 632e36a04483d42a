"""The door for sockets: who comes, from where, and whether there is room."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from litestar import asgi
from litestar.types import Receive, Scope, Send

from tavolino.server.connection import Connection
from tavolino.server.house import House

SIGNED_OUT, FULL, FOREIGN = 4401, 4503, 4403


class Door:
    """The open connections of this process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.connections: set[Connection] = set()
        self.of_person: Counter[str] = Counter()

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        person = await self.house.identity.person_of(headers.get(b"cookie", ""))
        refused = self._refused(headers, person)
        await send({"type": "websocket.accept"})
        if refused:
            await send({"type": "websocket.close", "code": refused[0], "reason": refused[1]})
            return
        assert person is not None
        connection = Connection(self.house.hall, person, send)
        self.connections.add(connection)
        self.of_person[person.id] += 1
        try:
            code = await connection.run(receive)
            if code is not None:
                await send({"type": "websocket.close", "code": code})
        finally:
            self.connections.discard(connection)
            self.of_person[person.id] -= 1
            if not self.of_person[person.id]:
                del self.of_person[person.id]

    def _refused(self, headers: dict[bytes, str], person: Any) -> tuple[int, str] | None:
        config = self.house.config
        origin = headers.get(b"origin")
        own = {headers.get(b"host", ""), *(urlsplit(o).netloc for o in config.origins)}
        if origin is not None and urlsplit(origin).netloc not in own:
            return FOREIGN, "this page may not open a table here"
        if person is None:
            return SIGNED_OUT, "nobody is signed in: ask for a guest with POST /api/me"
        if len(self.connections) >= config.max_connections:
            return FULL, "the house is full, try again later"
        if self.of_person[person.id] >= config.max_connections_of_person:
            return FULL, "too many connections of one person"
        return None

    async def close(self, person: str | None = None, code: int = 1012) -> None:
        for connection in list(self.connections):
            if person in (None, connection.person.id):
                await connection.close(code)


@asgi("/live", copy_scope=False)
async def live(scope: Scope, receive: Receive, send: Send) -> None:
    door: Door = scope["litestar_app"].state.house.door
    await door.serve(scope, receive, send)
