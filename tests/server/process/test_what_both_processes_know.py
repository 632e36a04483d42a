"""Two processes with PostgreSQL and Redis: days, onlookers, accounts and notices are shared."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select
from support.servers.hub import Socket, until
from support.servers.in_memory import InMemoryServer, Run, Visitor

from tavolino.server.clock import day_of
from tavolino.server.daily.deals import DailyDeal, deals_at
from tavolino.server.http.close_codes import SIGNED_OUT
from tavolino.server.live.domain import messages as m
from tavolino.server.live.listeners.turns import current_turn
from tavolino.server.process.runtime import Runtime
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.schema import tables
from tavolino.server.users.notices import notifier as notifier_module
from tavolino.server.users.notices.web_push import encode64, new_key, parse_key, public_bytes

GAME = "azul_solo"
PASSWORD = "una frase lunga"


pytestmark = pytest.mark.parametrize("run", ["two processes"], indirect=True)


async def deal(runtime: Runtime) -> DailyDeal:
    """Of today."""
    at = runtime.database.clock.now()
    return (await deals_at(runtime.database, at))[day_of(at)][GAME]


def test_a_person_has_one_daily_game_whatever_process_is_asked(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna = await server.visitor()
        tablet = server.device(anna)
        here, there = anna.runtime, tablet.runtime
        drawn = await asyncio.gather(deal(here), deal(there))
        assert here is not there and drawn[0] == drawn[1]

        async def open_at(runtime: Runtime) -> str:
            one = drawn[0]
            return (await runtime.lobby.open_daily(anna.person, one.day, GAME, one.fair)).id

        names = await asyncio.gather(*(open_at(one) for one in (here, there) * 3))
        (table,) = set(names)
        for visitor in (anna, tablet):
            await visitor.watch(table)
        moved = await anna.move(table)
        await tablet.until(lambda x: isinstance(x, m.Update) and x.seq == moved.seq)
        assert (await tablet.position(table)).view == moved.view
        stored = await here.database.row(select(func.count()).select_from(tables))
        assert stored and stored[0] == 1

    run(scenario)


def test_onlookers_at_another_process_see_what_they_may(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered(GAME, 2, kind="contest", onlookers="standings")
        onlooker = Visitor(people[1].runtime, (await server.visitor()).person)
        await onlooker.watch(table)
        assert people[0].runtime is not onlooker.runtime
        moved = await people[0].move(table, board=0)
        assert isinstance(moved, m.Update)
        await onlooker.until(lambda x: isinstance(x, m.Standings) and x.seq >= moved.seq)
        rival = people[1]
        await rival.until(lambda x: isinstance(x, m.Standings) and x.seq >= moved.seq)
        assert not [x for x in onlooker.got if isinstance(x, m.Update)]
        assert {x.board for x in rival.got if isinstance(x, m.Update)} == {1}

        _, private = await server.gathered("aftaebr", 2, kind="table", onlookers="none")
        for runtime in (people[0].runtime, people[1].runtime):
            stranger = Visitor(runtime, onlooker.person)
            stranger.send(m.Watch(private))
            error = await stranger.until(lambda x: isinstance(x, m.Error))
            assert error.code == "not_allowed"

    run(scenario)


def test_a_guest_who_signs_in_at_one_process_is_the_account_at_the_other(run: Run) -> None:
    """The guest's sockets there are closed, and the seat is the account's."""

    async def scenario(server: InMemoryServer) -> None:
        anna = await server.visitor()
        other = server.device(anna).runtime
        sessions = anna.runtime.sessions
        first = await sessions.new_guest("test")
        account = await sessions.create_account(first, "Anna", PASSWORD, "test")
        table = (await server.open(anna, GAME)).id
        socket = Socket(other, sessions.cookie_for(anna.person))
        await socket.welcome()
        onlooker = Visitor(other, (await server.visitor()).person)
        await onlooker.watch(table)  # so that it has the table in memory
        assert other.registry.tables[table].settings.players_of(anna.person.id)
        signed_in = await sessions.sign_in(anna.person, "Anna", PASSWORD, "test")
        assert signed_in.id == account.id
        assert await socket.close_code() == SIGNED_OUT
        await until(lambda: other.registry.tables[table].settings.players_of(account.id))
        tablet = Visitor(other, account)
        await tablet.watch(table)
        assert isinstance(await tablet.move(table), m.Update)
        await socket.leave()

    run(scenario)


def test_one_of_two_processes_notifies_of_a_turn(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have the table in memory, and both want to."""
    posted, claims = list[str](), list[bool]()

    async def post(endpoint: str, *_: Any) -> int:
        posted.append(endpoint)
        return 201

    monkeypatch.setattr(notifier_module, "post", post)

    def counted(runtime: Runtime) -> None:
        claim = runtime.turn_notices._claim

        async def claimed(turn: Any) -> bool:
            claims.append(await claim(turn))
            return claims[-1]

        monkeypatch.setattr(runtime.turn_notices, "_claim", claimed)

    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("aftaebr", 2, kind="table", turn_seconds=86_400)
        runtimes = [one.runtime for one in people]
        opened = runtimes[0].registry.tables[table].table
        turn = current_turn(opened, 0)
        assert turn
        absent, present = sorted(people, key=lambda one: one.person.id != turn.user)
        keys = (encode64(public_bytes(parse_key(new_key()))), encode64(bytes(16)))
        url = "https://push.example.org/absent"
        subscriptions = absent.runtime.notifier.subscriptions
        await subscriptions.add(absent.person.id, url, *keys, "it", Requester("test"))
        onlooker = Visitor(absent.runtime, (await server.visitor()).person)
        await onlooker.watch(table)
        await absent.leave()
        assert present.runtime is not absent.runtime
        for runtime in runtimes:
            counted(runtime)
        for runtime in runtimes:
            runtime.turn_notices.on_turn(turn)
        await until(lambda: len(claims) == 2 and posted)
        assert sorted(claims) == [False, True] and posted == [url]

    run(scenario, notice_seconds=0)
