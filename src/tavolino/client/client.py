"""One user of one server: their account, and the tables they open and join."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from tavolino.client.contributions import Contribution, check_contribution, new_nonce
from tavolino.client.live import Live
from tavolino.client.rest import Rest
from tavolino.server.live.domain.messages import Kind, TableInfo

T = TypeVar("T")


class Me(msgspec.Struct, frozen=True):
    """The user of this client."""

    id: str
    """As it appears in messages."""
    name: str
    """As others see it."""
    is_guest: bool
    """Not an account: known by this cookie only."""


class PublicTables(msgspec.Struct, frozen=True):
    """The answer to a request for the public tables."""

    tables: list[TableInfo]
    """Those that wait for players."""


class Client:
    """The REST side of one user.

    Every request raises a ``Refusal`` of ``tavolino.server.errors`` if the server refuses it, and
    ``ServerLost`` if it does not respond.
    """

    def __init__(self, url: str, cookie: str = "", timeout: float = 30) -> None:
        """Talk to the server at ``url``, such as ``http://127.0.0.1:8000``.

        ``cookie`` continues the session of another client; ``timeout`` is how many seconds to wait
        for an answer. Raises ``OptionError`` for a URL that is none.
        """
        self._rest = Rest(url, cookie, timeout)
        self._timeout = timeout
        self._contributions: dict[str, Contribution] = {}

    @property
    def cookie(self) -> str:
        """With this cookie another client can act as the same user."""
        return self._rest.cookie

    def connect(self, table: str = "") -> Live:
        """The WebSocket, to be used with ``async with``.

        ``table`` is the one that you are going to watch, if you know it: a load balancer may then
        choose the process that has it. Later connections name the first table that is watched.
        """
        return Live(self._rest, self._timeout, table)

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
        """Open a table and take its first seat.

        ``kind`` is ``practice``, ``table`` or ``contest``. ``settings`` are the further fields of
        the request, which the page ``/schema`` of a server describes: ``deal=7``,
        ``options={"players": "3"}``, ``bots={"1": "medio"}`` (seats are numbered from 0), …
        """
        nonce = settings.get("nonce") or new_nonce()
        body = {"kind": kind, "game": game, **settings, "nonce": nonce}
        info = await self._request(TableInfo, "POST", "/api/tables", body)
        return await self._opened(info, nonce, is_fixed="nonce" in settings)

    async def tables(self) -> list[TableInfo]:
        """The public tables that wait for players."""
        return (await self._request(PublicTables, "GET", "/api/tables")).tables

    async def table(self, table: str) -> TableInfo:
        """Get a table."""
        return await self._request(TableInfo, "GET", f"/api/tables/{table}")

    async def join(self, table: str, nonce: str | None = None) -> TableInfo:
        """Take a seat, with a nonce for the seed: drawn here, once the commitment is known."""
        commitment, nonce = (await self.table(table)).commitment, nonce or new_nonce()
        info = await self._at(table, "join", {"nonce": nonce})
        if commitment:
            self._contributions[table] = Contribution(commitment, nonce)
        return info

    async def _opened(self, info: TableInfo, nonce: str, is_fixed: bool = False) -> TableInfo:
        """The first nonce came before the commitment; while the table waits it is replaced."""
        if info.commitment and info.phase == "lobby" and not is_fixed:
            return await self.join(info.table)
        if info.commitment:
            self._contributions[info.table] = Contribution(info.commitment, nonce)
        return info

    async def check_seed(self, table: str) -> None:
        """Check after a game that the server has kept its secret and used this client's nonce.

        Raises ``UnfairTable`` if not, and ``NotOver`` while the secret is not revealed.
        """
        check_contribution(await self.table(table), self._contributions.get(table))

    async def leave(self, table: str) -> TableInfo:
        """Leave a table in the lobby."""
        return await self._at(table, "leave")

    async def start(self, table: str) -> TableInfo:
        """Start the game; host only."""
        return await self._at(table, "start")

    async def rematch(self, table: str) -> TableInfo:
        """Open or join the rematch of a finished table, or the next game of its series."""
        known = (await self.table(table)).rematch
        if known:
            return await self.join(known)
        nonce = new_nonce()
        return await self._opened(await self._at(table, "rematch", {"nonce": nonce}), nonce)

    async def restart(self, table: str) -> TableInfo:
        """Open a new practice table with the same deal."""
        return await self._at(table, "restart")

    async def delete_table(self, table: str) -> None:
        """Delete a practice game, or a finished game that nobody else played."""
        await self._rest.request("DELETE", f"/api/tables/{table}")

    async def _at(self, table: str, command: str, body: Any = None) -> TableInfo:
        return await self._request(TableInfo, "POST", f"/api/tables/{table}/{command}", body)

    async def _request(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        response = await self._rest.request(method, path, body)
        return msgspec.json.decode(response, type=kind)
