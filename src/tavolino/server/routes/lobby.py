"""Tables: open, list, join, start, play again."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, PathParameter
from sqlalchemy import select

from tavolino.server.answers import READING, WRITING, refusals
from tavolino.server.clock import now
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
from tavolino.server.given import GivenHouse, GivenPerson, GivenVisitor
from tavolino.server.info import info_for
from tavolino.server.messages import TableInfo
from tavolino.server.people import Person
from tavolino.server.requests import Join, NewTable, PublicTables, SeatBot
from tavolino.server.schema import tables
from tavolino.server.table import Table

Code = Annotated[str, PathParameter(description="The code of a table.", max_length=32)]
LISTED = 50
LISTED_FOR = 2 * 3600 * 1000
"""Whoever opened a table before that has gone; its code still works."""


def _info(table: Table, person: Person | None) -> TableInfo:
    return info_for(table, person.id if person else None, [])


class LobbyRoutes(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @post(
        summary="Open a table",
        responses=refusals(*WRITING, BadOption, NotSignedIn, TooFast, Unavailable),
    )
    async def open(
        self, house: GivenHouse, person: GivenPerson, data: JSONBody[NewTable]
    ) -> TableInfo:
        house.openings.spend(person.id)
        return _info(await house.lobby.open(person, data), person)

    @get(summary="Public tables that wait for players", responses=refusals(*READING))
    async def listed(self, house: GivenHouse, visitor: GivenVisitor) -> PublicTables:
        waiting = (
            select(tables.c.id)
            .where(tables.c.phase == "lobby", tables.c.created_at > now() - LISTED_FOR)
            .where(tables.c.settings.contains('"is_public":true'))
            .order_by(tables.c.created_at.desc())
            .limit(LISTED)
        )
        names = [row.id for row in await house.store.rows(waiting)]
        found = [_info(await house.hall.table(name), visitor) for name in names]
        return PublicTables(found)

    @get("/{code:str}", summary="About a table", responses=refusals(*READING, NotFound))
    async def one(self, house: GivenHouse, visitor: GivenVisitor, code: Code) -> TableInfo:
        return _info(await house.hall.table(code), visitor)

    @post(
        "/{code:str}/join",
        summary="Sit down",
        status_code=200,
        responses=refusals(
            *WRITING, BadOption, NotAllowed, NotFound, NotSignedIn, TableFull, TableOver
        ),
    )
    async def join(
        self, house: GivenHouse, person: GivenPerson, code: Code, data: JSONBody[Join]
    ) -> TableInfo:
        table = await house.hall.table(code)
        await house.lobby.join(person, table, data.nonce)
        return _info(table, person)

    @post(
        "/{code:str}/leave",
        summary="Get up, before the start",
        status_code=200,
        responses=refusals(*WRITING, NotFound, NotSeated, NotSignedIn, TableOver),
    )
    async def leave(self, house: GivenHouse, person: GivenPerson, code: Code) -> TableInfo:
        table = await house.hall.table(code)
        await house.lobby.leave(person, table)
        return _info(table, person)

    @post(
        "/{code:str}/bots",
        summary="The host seats a program",
        status_code=200,
        responses=refusals(
            *WRITING, BadOption, NotAllowed, NotFound, NotSignedIn, TableFull, TableOver
        ),
    )
    async def seat_bot(
        self, house: GivenHouse, person: GivenPerson, code: Code, data: JSONBody[SeatBot]
    ) -> TableInfo:
        table = await house.hall.table(code)
        await house.lobby.seat_bot(person, table, data.bot)
        return _info(table, person)

    @post(
        "/{code:str}/seats/{player:int}/free",
        summary="The host frees a seat",
        status_code=200,
        responses=refusals(*WRITING, NotAllowed, NotFound, NotSignedIn, TableOver),
    )
    async def free(
        self, house: GivenHouse, person: GivenPerson, code: Code, player: FromPath[int]
    ) -> TableInfo:
        table = await house.hall.table(code)
        await house.lobby.remove(person, table, player)
        return _info(table, person)

    @post(
        "/{code:str}/start",
        summary="The host starts",
        status_code=200,
        responses=refusals(*WRITING, NotAllowed, NotFound, NotSignedIn, TableOver),
    )
    async def start(self, house: GivenHouse, person: GivenPerson, code: Code) -> TableInfo:
        table = await house.hall.table(code)
        await house.lobby.start(person, table)
        return _info(table, person)

    @post(
        "/{code:str}/rematch",
        summary="Play again, one seat further",
        responses=refusals(
            *WRITING, NotAllowed, NotFound, NotSeated, NotSignedIn, TableFull, TableOver
        ),
    )
    async def rematch(self, house: GivenHouse, person: GivenPerson, code: Code) -> TableInfo:
        table = await house.hall.table(code)
        return _info(await house.lobby.rematch(person, table), person)

    @post(
        "/{code:str}/restart",
        summary="The same practice deal from the start",
        responses=refusals(
            *WRITING, NotAllowed, NotFound, NotSeated, NotSignedIn, TooFast, Unavailable
        ),
    )
    async def restart(self, house: GivenHouse, person: GivenPerson, code: Code) -> TableInfo:
        house.openings.spend(person.id)
        table = await house.hall.table(code)
        return _info(await house.lobby.again(person, table), person)


handlers = [LobbyRoutes]
