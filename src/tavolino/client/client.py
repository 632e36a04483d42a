"""One user of one server: their account, and the tables they open and join."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from tavolino.client.live import Live
from tavolino.client.rest import Rest
from tavolino.server.live.messages import Kind, TableInfo

T = TypeVar("T")


class Me(msgspec.Struct, frozen=True):
    """The user of this client."""

    id: str
    name: str
    is_guest: bool


class PublicTables(msgspec.Struct, frozen=True):
    tables: list[TableInfo]


class Client:
    """The REST side of one user."""

    def __init__(self, url: str, cookie: str = "", timeout: float = 30) -> None:
        """``timeout``: seconds to wait for an answer."""
        self._rest = Rest(url, cookie, timeout)
        self._timeout = timeout

    @property
    def cookie(self) -> str:
        """With this cookie another client can act as the same user."""
        return self._rest.cookie

    def connect(self) -> Live:
        """The WebSocket, to be used with ``async with``."""
        return Live(self._rest, self._timeout)

    # Accounts

    async def guest(self) -> Me:
        """Create or resume a guest session."""
        return await self._request(Me, "POST", "/api/me")

    async def me(self) -> Me:
        """The current user."""
        return await self._request(Me, "GET", "/api/me")

    async def create_account(self, name: str, password: str) -> Me:
        """Turn the guest into an account, which keeps the guest's games."""
        return await self._request(Me, "POST", "/api/account", {"name": name, "password": password})

    async def sign_in(self, name: str, password: str) -> Me:
        """Sign in to an account."""
        return await self._request(Me, "POST", "/api/sign-in", {"name": name, "password": password})

    async def sign_out(self) -> None:
        """Sign out on this client."""
        await self._rest.request("POST", "/api/sign-out")

    async def sign_out_everywhere(self) -> None:
        """Sign out on all devices."""
        await self._rest.request("POST", "/api/sign-out-everywhere")

    # Tables

    async def create_table(self, kind: Kind, game: str, **settings: Any) -> TableInfo:
        """Open a table. ``settings`` as in the API: options, contest, players, deal, bots, …"""
        body = {"kind": kind, "game": game, **settings}
        return await self._request(TableInfo, "POST", "/api/tables", body)

    async def tables(self) -> list[TableInfo]:
        """The public tables that wait for players."""
        return (await self._request(PublicTables, "GET", "/api/tables")).tables

    async def table(self, table: str) -> TableInfo:
        """Get a table."""
        return await self._request(TableInfo, "GET", f"/api/tables/{table}")

    async def join(self, table: str, nonce: str | None = None) -> TableInfo:
        """Take a seat. ``nonce`` contributes to the seed; the server draws one by default."""
        return await self._at(table, "join", {"nonce": nonce} if nonce else {})

    async def leave(self, table: str) -> TableInfo:
        """Leave a table in the lobby."""
        return await self._at(table, "leave")

    async def start(self, table: str) -> TableInfo:
        """Start the game; host only."""
        return await self._at(table, "start")

    async def rematch(self, table: str) -> TableInfo:
        """Open or join the rematch of a finished table, one seat further."""
        return await self._at(table, "rematch")

    async def restart(self, table: str) -> TableInfo:
        """Open a new practice table with the same deal."""
        return await self._at(table, "restart")

    async def _at(self, table: str, command: str, body: Any = None) -> TableInfo:
        return await self._request(TableInfo, "POST", f"/api/tables/{table}/{command}", body)

    async def _request(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        response = await self._rest.request(method, path, body)
        return msgspec.json.decode(response, type=kind)
