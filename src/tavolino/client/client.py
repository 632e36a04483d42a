"""One person at one server: who they are, and the tables they open and join."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from tavolino.client.live import Live
from tavolino.client.rest import Rest
from tavolino.server.live.messages import Kind, TableInfo

T = TypeVar("T")


class Me(msgspec.Struct, frozen=True):
    id: str
    name: str
    is_guest: bool


class PublicTables(msgspec.Struct, frozen=True):
    tables: list[TableInfo]


class Client:
    def __init__(self, url: str, cookie: str = "", patience: float = 30) -> None:
        """``patience``: seconds after which a question without an answer is an error."""
        self._rest = Rest(url, cookie, patience)
        self._patience = patience

    @property
    def cookie(self) -> str:
        """With it another client can go on as the same person."""
        return self._rest.cookie

    def connect(self) -> Live:
        """The socket, to be used with ``async with``."""
        return Live(self._rest, self._patience)

    # Who I am

    async def guest(self) -> Me:
        return await self._ask(Me, "POST", "/api/me")

    async def me(self) -> Me:
        return await self._ask(Me, "GET", "/api/me")

    async def make_account(self, name: str, password: str) -> Me:
        """The guest becomes an account and keeps everything."""
        return await self._ask(Me, "POST", "/api/account", {"name": name, "password": password})

    async def sign_in(self, name: str, password: str) -> Me:
        return await self._ask(Me, "POST", "/api/sign-in", {"name": name, "password": password})

    async def sign_out(self) -> None:
        await self._rest.ask("POST", "/api/sign-out")

    async def sign_out_everywhere(self) -> None:
        await self._rest.ask("POST", "/api/sign-out-everywhere")

    # Tables

    async def create_table(self, kind: Kind, game: str, **settings: Any) -> TableInfo:
        """``settings`` as in the API: options, contest, players, deal, bots, is_public, …"""
        body = {"kind": kind, "game": game, **settings}
        return await self._ask(TableInfo, "POST", "/api/tables", body)

    async def tables(self) -> list[TableInfo]:
        """Those in the lobby that everybody may join."""
        return (await self._ask(PublicTables, "GET", "/api/tables")).tables

    async def table(self, table: str) -> TableInfo:
        return await self._ask(TableInfo, "GET", f"/api/tables/{table}")

    async def join(self, table: str, nonce: str | None = None) -> TableInfo:
        """``nonce`` goes into the seed; without one the server takes one."""
        return await self._at(table, "join", {"nonce": nonce} if nonce else {})

    async def leave(self, table: str) -> TableInfo:
        return await self._at(table, "leave")

    async def start(self, table: str) -> TableInfo:
        return await self._at(table, "start")

    async def rematch(self, table: str) -> TableInfo:
        return await self._at(table, "rematch")

    async def restart(self, table: str) -> TableInfo:
        """Practice: a new table with the same deal."""
        return await self._at(table, "restart")

    async def _at(self, table: str, what: str, body: Any = None) -> TableInfo:
        return await self._ask(TableInfo, "POST", f"/api/tables/{table}/{what}", body)

    async def _ask(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        return msgspec.json.decode(await self._rest.ask(method, path, body), type=kind)
