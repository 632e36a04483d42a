"""Routes for tables: open, list, join, start, rematch."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, PathParameter
from sqlalchemy import select

from tavolino.server.accounts.dependencies import CurrentUser, Visitor
from tavolino.server.accounts.requester import CurrentRequester
from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.errors import (
    BadOption,
    NeedsAccount,
    NotAllowed,
    NotFound,
    NotSeated,
    NotSignedIn,
    TableFull,
    TableOver,
    TooFast,
    TooManyGames,
    Unavailable,
)
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.live.domain.messages import TableInfo
from tavolino.server.live.registry import OpenTable
from tavolino.server.lobby.lobby import Lobby
from tavolino.server.lobby.requests import Join, NewTable, PublicTables, SeatBot
from tavolino.server.storage.schema import tables

Code = Annotated[str, PathParameter(description="The code of a table.", max_length=32)]
LISTED = 50
LISTED_FOR = 2 * 3600 * 1000
"""Older tables are not listed, but their codes still work."""


def _info(table: OpenTable, user: User | None) -> TableInfo:
    return table.broadcast.info(user.id if user else None)


class LobbyRoutes(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post(
        summary="Open a table",
        responses=refusals(
            *WRITING, BadOption, NeedsAccount, NotSignedIn, TooFast, TooManyGames, Unavailable
        ),
    )
    async def open(
        self,
        lobby: NamedDependency[Lobby],
        rate_limits: NamedDependency[RateLimits],
        requester: CurrentRequester,
        user: CurrentUser,
        data: JSONBody[NewTable],
    ) -> TableInfo:
        rate_limits.acquire_table(user.id, requester.owner)
        return _info(await lobby.open(user, data), user)

    @get(summary="List public tables waiting for players", responses=refusals(*READING))
    async def listed(
        self, lobby: NamedDependency[Lobby], requester: CurrentRequester, visitor: Visitor
    ) -> PublicTables:
        waiting = (
            select(tables.c.id)
            .where(tables.c.is_public, tables.c.phase == "lobby")
            .where(tables.c.created_at > now() - LISTED_FOR)
            .order_by(tables.c.created_at.desc())
            .limit(LISTED)
        )
        names = [row.id for row in await lobby.database.rows(waiting, requester)]
        found = [_info(await lobby.table(name), visitor) for name in names]
        return PublicTables(found)

    @get("/{code:str}", summary="Get a table", responses=refusals(*READING, NotFound))
    async def one(
        self,
        lobby: NamedDependency[Lobby],
        requester: CurrentRequester,
        visitor: Visitor,
        code: Code,
    ) -> TableInfo:
        return _info(await lobby.table(code, visitor.id if visitor else requester.owner), visitor)

    @delete(
        "/{code:str}",
        summary="Delete my game",
        responses=refusals(*WRITING, NotAllowed, NotFound, NotSeated, NotSignedIn),
    )
    async def delete(self, lobby: NamedDependency[Lobby], user: CurrentUser, code: Code) -> None:
        """Practice at any time; other games when they are over and nobody else played them."""
        await lobby.delete(user, await lobby.table(code, user.id))

    @post(
        "/{code:str}/join",
        summary="Join a table",
        status_code=200,
        responses=refusals(
            *WRITING,
            BadOption,
            NeedsAccount,
            NotAllowed,
            NotFound,
            NotSignedIn,
            TableFull,
            TableOver,
        ),
    )
    async def join(
        self, lobby: NamedDependency[Lobby], user: CurrentUser, code: Code, data: JSONBody[Join]
    ) -> TableInfo:
        table = await lobby.table(code, user.id)
        await lobby.join(user, table, data.nonce)
        return _info(table, user)

    @post(
        "/{code:str}/leave",
        summary="Leave a table before it starts",
        status_code=200,
        responses=refusals(*WRITING, NotFound, NotSeated, NotSignedIn, TableOver),
    )
    async def leave(
        self, lobby: NamedDependency[Lobby], user: CurrentUser, code: Code
    ) -> TableInfo:
        table = await lobby.table(code, user.id)
        await lobby.leave(user, table)
        return _info(table, user)

    @post(
        "/{code:str}/bots",
        summary="Seat a bot (host only)",
        status_code=200,
        responses=refusals(
            *WRITING, BadOption, NotAllowed, NotFound, NotSignedIn, TableFull, TableOver
        ),
    )
    async def seat_bot(
        self, lobby: NamedDependency[Lobby], user: CurrentUser, code: Code, data: JSONBody[SeatBot]
    ) -> TableInfo:
        table = await lobby.table(code, user.id)
        await lobby.seat_bot(user, table, data.bot)
        return _info(table, user)

    @post(
        "/{code:str}/seats/{player:int}/free",
        summary="Free a seat (host only)",
        status_code=200,
        responses=refusals(*WRITING, NotAllowed, NotFound, NotSignedIn, TableOver),
    )
    async def free(
        self, lobby: NamedDependency[Lobby], user: CurrentUser, code: Code, player: FromPath[int]
    ) -> TableInfo:
        table = await lobby.table(code, user.id)
        await lobby.remove(user, table, player)
        return _info(table, user)

    @post(
        "/{code:str}/start",
        summary="Start the game (host only)",
        status_code=200,
        responses=refusals(*WRITING, NotAllowed, NotFound, NotSignedIn, TableOver, TooManyGames),
    )
    async def start(
        self, lobby: NamedDependency[Lobby], user: CurrentUser, code: Code
    ) -> TableInfo:
        table = await lobby.table(code, user.id)
        await lobby.start(user, table)
        return _info(table, user)

    @post(
        "/{code:str}/rematch",
        summary="Open or join the rematch",
        responses=refusals(
            *WRITING, NotAllowed, NotFound, NotSeated, NotSignedIn, TableFull, TableOver, TooFast
        ),
    )
    async def rematch(
        self,
        lobby: NamedDependency[Lobby],
        rate_limits: NamedDependency[RateLimits],
        requester: CurrentRequester,
        user: CurrentUser,
        code: Code,
        data: JSONBody[Join | None],
    ) -> TableInfo:
        rate_limits.acquire_table(user.id, requester.owner)
        table = await lobby.table(code, user.id)
        return _info(await lobby.rematch(user, table, data.nonce if data else None), user)

    @post(
        "/{code:str}/restart",
        summary="Restart a practice deal",
        responses=refusals(
            *WRITING, NotAllowed, NotFound, NotSeated, NotSignedIn, TooFast, Unavailable
        ),
    )
    async def restart(
        self,
        lobby: NamedDependency[Lobby],
        rate_limits: NamedDependency[RateLimits],
        requester: CurrentRequester,
        user: CurrentUser,
        code: Code,
    ) -> TableInfo:
        rate_limits.acquire_table(user.id, requester.owner)
        table = await lobby.table(code, user.id)
        return _info(await lobby.restart(user, table), user)


handlers = [LobbyRoutes]
