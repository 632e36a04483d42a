"""What players say: fixed phrases, to everybody at the table, seldom, and never stored."""

from __future__ import annotations

import pytest
from support.servers.in_memory import InMemoryServer, Run, Visitor

from tavolino.server.errors import TooFast
from tavolino.server.live.domain import messages as m
from tavolino.server.live.phrase_limit import PHRASES, SECONDS, PhraseLimit


async def heard(visitor: Visitor) -> m.Said:
    said: m.Said = await visitor.until(lambda x: isinstance(x, m.Said))
    return said


async def refused(visitor: Visitor, message: m.Incoming | bytes) -> str:
    since = len(visitor.got)
    visitor.send(message)
    error: m.Error = await visitor.until(lambda x: isinstance(x, m.Error), since)
    return error.code


def test_everybody_at_the_table_hears_a_player(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), table = await server.gathered("aftaebr", 2, kind="table")
        guest = await server.visitor()
        await guest.watch(table)
        bruno.send(m.Say(table, "nice_move"))
        for one in (anna, bruno, guest):
            assert await heard(one) == m.Said(table, 1, "nice_move")

    run(scenario)


def test_onlookers_strangers_and_people_alone_say_nothing(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, _), table = await server.gathered("aftaebr", 2, kind="table")
        guest = await server.visitor()
        assert await refused(guest, m.Say(table, "hello")) == "not_allowed"
        await guest.watch(table)
        assert await refused(guest, m.Say(table, "hello")) == "not_seated"
        assert not [x for x in anna.got if isinstance(x, m.Said)]
        alone, practice = await server.practice("azul_solo")
        assert await refused(alone, m.Say(practice, "hello")) == "not_seated"
        free = b'{"type":"say","table":"%s","phrase":"come here"}' % table.encode()
        assert await refused(anna, free) == "bad_message"

    run(scenario)


def test_a_player_with_two_sockets_cannot_flood(run: Run) -> None:
    async def scenario(server: InMemoryServer) -> None:
        (anna, bruno), table = await server.gathered("aftaebr", 2, kind="table")
        tablet = server.device(anna)
        await tablet.watch(table)
        for n in range(PHRASES):
            (anna, tablet)[n % 2].send(m.Say(table, "hello"))
        for one in (anna, bruno, tablet):  # what was said at another process has come
            while sum(isinstance(x, m.Said) for x in one.got) < PHRASES:
                since = len(one.got)
                await one.until(lambda x: isinstance(x, m.Said), since)
        for one in (anna, tablet):
            assert await refused(one, m.Say(table, "hello")) == "too_fast"
        since = len(bruno.got)
        bruno.send(m.Say(table, "oops"))
        assert (await bruno.until(lambda x: isinstance(x, m.Said), since)).player == 1

    run(scenario)


def test_after_a_while_one_may_speak_again() -> None:
    at = 0.0
    limit = PhraseLimit(lambda: at)
    for _ in range(PHRASES):
        limit.take("anna")
    with pytest.raises(TooFast):
        limit.take("anna")
    limit.take("bruno")
    at = SECONDS
    limit.take("anna")
