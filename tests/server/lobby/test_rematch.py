"""A rematch takes everybody along: one table, however many ask, with a seat kept for each."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from support.servers.in_memory import InMemoryServer, Run, Visitor, in_memory_server

from tavolino.server.errors import NotAllowed, Refusal
from tavolino.server.live.domain import messages as m
from tavolino.server.live.registry import OpenTable
from tavolino.server.storage.schema import tables


async def finished(
    server: InMemoryServer, people: int = 2, **fields: Any
) -> tuple[list[Visitor], OpenTable]:
    """A table of aftaebr whose time is up."""
    seats = str(people + len(fields.get("bots", {})))
    options = {"time_limit": "0.05", "players": seats}
    visitors, name = await server.gathered(
        "aftaebr", people, kind="table", options=options, is_public=True, **fields
    )
    for visitor in visitors:
        await visitor.until(lambda x: isinstance(x, m.TableInfo) and x.phase == "over")
    return visitors, await server.runtime.registry.table(name)


async def asked_for(visitor: Visitor, table: str) -> m.TableInfo:
    """What a watcher of the old table gets when somebody asks for a rematch."""
    info: m.TableInfo = await visitor.until(
        lambda x: isinstance(x, m.TableInfo) and x.table == table and x.rematch is not None
    )
    return info


def test_everybody_and_the_onlookers_are_told_who_asks(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), old = await finished(server)
        guest = await server.visitor()
        await guest.watch(old.id)
        again = await server.runtime.lobby.rematch(bruno.person, old)
        for one in (anna, guest):
            info = await asked_for(one, old.id)
            assert (info.rematch, info.rematch_by) == (again.id, bruno.person.name)
        waiting = await anna.watch(again.id)
        assert waiting.phase == "lobby" and not waiting.is_public
        assert [(one.name, one.is_you) for one in waiting.reserved] == [(anna.person.name, True)]
        assert (await guest.watch(again.id)).reserved[0].is_you is False

    run(scenario)


def test_seats_bots_options_and_clock_are_as_before(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        bots = {"1": "random"}
        (anna, bruno), old = await finished(server, bots=bots, turn_seconds=77, onlookers="none")
        lobby = server.runtime.lobby
        await lobby.rematch(anna.person, old)
        again = await lobby.rematch(bruno.person, old)
        before, after = old.settings, again.settings
        assert after.game == before.game and after.kind == before.kind
        assert after.host_settings.turn_seconds == 77
        assert after.host_settings.onlookers == "none"
        assert after.phase != "lobby"
        seats = [(seat.user, seat.bot) for seat in before.seats]
        assert [(seat.user, seat.bot) for seat in after.seats] == [seats[-1], *seats[:-1]]
        assert after.fair and before.fair and after.fair.commitment != before.fair.commitment

    run(scenario)


def test_two_who_ask_at_once_get_one_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one, in_memory_server(tmp_path) as other:
            (anna, bruno), old = await finished(one)
            there = await other.runtime.registry.table(old.id)
            opened = await asyncio.gather(
                one.runtime.lobby.rematch(anna.person, old),
                other.runtime.lobby.rematch(bruno.person, there),
                one.runtime.lobby.rematch(bruno.person, old),
            )
            assert len({table.id for table in opened}) == 1
            query = select(tables.c.id).where(tables.c.follows == old.id)
            assert len(await one.runtime.database.rows(query)) == 1
            # Another process learns of it by pub/sub, which only says that the table has changed.
            carla = Visitor(other.runtime, anna.person)
            await carla.watch(old.id)
            other.runtime.registry.announce(old.id)
            assert (await asked_for(carla, old.id)).rematch == opened[0].id

    asyncio.run(scenario())


def test_seats_are_kept_until_the_host_frees_them(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), old = await finished(server)
        lobby, stranger = server.runtime.lobby, (await server.visitor()).person
        again = await lobby.rematch(anna.person, old)
        with pytest.raises(NotAllowed, match="kept for the players"):
            await lobby.join(stranger, again, None)
        (seat,) = again.settings.reserved
        await lobby.remove(anna.person, again, seat.player)
        assert again.settings.reserved == ()
        await lobby.join(stranger, again, None)
        assert again.settings.players_of(stranger.id) == [seat.player]
        with pytest.raises(Refusal) as refusal:
            await lobby.rematch(bruno.person, old)
        assert refusal.value.code == "table_over"

    run(scenario)


def test_a_bot_replaces_a_player_who_does_not_come(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, _), old = await finished(server)
        again = await server.runtime.lobby.rematch(anna.person, old)
        await server.runtime.lobby.seat_bot(anna.person, again, "random")
        assert again.settings.phase != "lobby"
        assert again.settings.host_settings.reserved == ()

    run(scenario)


def test_a_rematch_that_was_left_can_be_asked_for_again(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), old = await finished(server)
        lobby = server.runtime.lobby
        left = await lobby.rematch(anna.person, old)
        await asked_for(bruno, old.id)
        since = len(bruno.got)
        await lobby.leave(anna.person, left)
        gone = await bruno.until(
            lambda x: isinstance(x, m.TableInfo) and x.table == old.id, since=since
        )
        assert gone.rematch is None
        again = await lobby.rematch(bruno.person, old)
        assert again.id != left.id
        assert again.settings.reserved[0].user == anna.person.id

    run(scenario)
