"""Tables: open, list, join, start, play again."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, PathParameter
from sqlalchemy import select

from tavolino.server.accounts.users import User
from tavolino.server.clock import now
from tavolino.server.dependencies import GivenRuntime, GivenUser, GivenVisitor
from tavolino.server.errors import (
    BadOption,
    NotAllowed,
    NotFound,
    NotSeated,
    NotSignedIn,
    TableFull,
    TableOver,
    TooFast,
    Unavailable,
)
from tavolino.server.http.error_handlers import READING, WRITING, refusals
from tavolino.server.live.messages import TableInfo
from tavolino.server.live.table import Table
from tavolino.server.live.table_info import info_for
from tavolino.server.lobby.requests import Join, NewTable, PublicTables, SeatBot
from tavolino.server.storage.schema import tables

Code = Annotated[str, PathParameter(description="The code of a table.", max_length=32)]
LISTED = 50
LISTED_FOR = 2 * 3600 * 1000
"""Whoever opened a table before that has gone; its code still works."""


def _info(table: Table, user: User | None) -> TableInfo:
    return info_for(table, user.id if user else None, [])


class LobbyRoutes(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post(
        summary="Open a table",
        responses=refusals(*WRITING, BadOption, NotSignedIn, TooFast, Unavailable),
    )
    async def open(
        self, runtime: GivenRuntime, user: GivenUser, data: JSONBody[NewTable]
    ) -> TableInfo:
        runtime.openings.acquire(user.id)
        return _info(await runtime.lobby.open(user, data), user)

    @get(summary="Public tables that wait for players", responses=refusals(*READING))
    async def listed(self, runtime: GivenRuntime, visitor: GivenVisitor) -> PublicTables:
        waiting = (
            select(tables.c.id)
            .where(tables.c.phase == "lobby", tables.c.created_at > now() - LISTED_FOR)
            .where(tables.c.settings.contains('"is_public":true'))
            .order_by(tables.c.created_at.desc())
            .limit(LISTED)
        )
        names = [row.id for row in await runtime.database.rows(waiting)]
        found = [_info(await runtime.registry.table(name), visitor) for name in names]
        return PublicTables(found)

    @get("/{code:str}", summary="About a table", responses=refusals(*READING, NotFound))
    async def one(self, runtime: GivenRuntime, visitor: GivenVisitor, code: Code) -> TableInfo:
        return _info(await runtime.registry.table(code), visitor)

    @post(
        "/{code:str}/join",
        summary="Sit down",
        status_code=200,
        responses=refusals(
            *WRITING, BadOption, NotAllowed, NotFound, NotSignedIn, TableFull, TableOver
        ),
    )
    async def join(
        self, runtime: GivenRuntime, user: GivenUser, code: Code, data: JSONBody[Join]
    ) -> TableInfo:
        table = await runtime.registry.table(code)
        await runtime.lobby.join(user, table, data.nonce)
        return _info(table, user)

    @post(
        "/{code:str}/leave",
        summary="Get up, before the start",
        status_code=200,
        responses=refusals(*WRITING, NotFound, NotSeated, NotSignedIn, TableOver),
    )
    async def leave(self, runtime: GivenRuntime, user: GivenUser, code: Code) -> TableInfo:
        table = await runtime.registry.table(code)
        await runtime.lobby.leave(user, table)
        return _info(table, user)

    @post(
        "/{code:str}/bots",
        summary="The host seats a program",
        status_code=200,
        responses=refusals(
            *WRITING, BadOption, NotAllowed, NotFound, NotSignedIn, TableFull, TableOver
        ),
    )
    async def seat_bot(
        self, runtime: GivenRuntime, user: GivenUser, code: Code, data: JSONBody[SeatBot]
    ) -> TableInfo:
        table = await runtime.registry.table(code)
        await runtime.lobby.seat_bot(user, table, data.bot)
        return _info(table, user)

    @post(
        "/{code:str}/seats/{player:int}/free",
        summary="The host frees a seat",
        status_code=200,
        responses=refusals(*WRITING, NotAllowed, NotFound, NotSignedIn, TableOver),
    )
    async def free(
        self, runtime: GivenRuntime, user: GivenUser, code: Code, player: FromPath[int]
    ) -> TableInfo:
        table = await runtime.registry.table(code)
        await runtime.lobby.remove(user, table, player)
        return _info(table, user)

    @post(
        "/{code:str}/start",
        summary="The host starts",
        status_code=200,
        responses=refusals(*WRITING, NotAllowed, NotFound, NotSignedIn, TableOver),
    )
    async def start(self, runtime: GivenRuntime, user: GivenUser, code: Code) -> TableInfo:
        table = await runtime.registry.table(code)
        await runtime.lobby.start(user, table)
        return _info(table, user)

    @post(
        "/{code:str}/rematch",
        summary="Play again, one seat further",
        responses=refusals(
            *WRITING, NotAllowed, NotFound, NotSeated, NotSignedIn, TableFull, TableOver
        ),
    )
    async def rematch(self, runtime: GivenRuntime, user: GivenUser, code: Code) -> TableInfo:
        table = await runtime.registry.table(code)
        return _info(await runtime.lobby.rematch(user, table), user)

    @post(
        "/{code:str}/restart",
        summary="The same practice deal from the start",
        responses=refusals(
            *WRITING, NotAllowed, NotFound, NotSeated, NotSignedIn, TooFast, Unavailable
        ),
    )
    async def restart(self, runtime: GivenRuntime, user: GivenUser, code: Code) -> TableInfo:
        runtime.openings.acquire(user.id)
        table = await runtime.registry.table(code)
        return _info(await runtime.lobby.again(user, table), user)


handlers = [LobbyRoutes]
