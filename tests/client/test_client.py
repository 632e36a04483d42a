"""The Python client, with a real server in another process."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from itertools import islice
from typing import Any

import pytest
from support.proxy import faulty_proxy
from support.server_process import ServerProcess
from support.timeout import TIMEOUT

from tavolino.client import Client, Live, NoAnswer, ServerLost, TableState
from tavolino.client.errors import REFUSALS, refusal
from tavolino.client.reconnecting_socket import MAX_WAIT, MIN_WAIT, backoff
from tavolino.game import OptionError
from tavolino.server.errors import (
    IllegalMove,
    NotAllowed,
    NotFound,
    NotSignedIn,
    NotYourTurn,
    Refusal,
    Stale,
    WrongPassword,
)
from tavolino.server.live import messages as m


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("client"), "--workers", "0")
    server.start()
    yield server
    server.stop()


def run_scenario(scenario: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scenario, 2 * TIMEOUT))


async def guest(url: str) -> Client:
    client = Client(url, timeout=TIMEOUT)
    await client.guest()
    return client


async def practising(client: Client, live: Live, game: str = "solitario40") -> str:
    """A practice table whose first position is there."""
    info = await client.create_table("practice", game, deal=7)
    await seen(live, info.table)
    return info.table


async def seen(live: Live, table: str) -> m.Update:
    await live.watch(table)
    return await live.after(table, -1)


# Who


def test_a_guest_stays_the_same_with_the_cookie_alone(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = Client(real.url)
        first = await client.guest()
        assert first.is_guest and await client.me() == first
        assert await Client(real.url, client.cookie).me() == first
        assert await client.guest() == first

    run_scenario(scenario())


def test_an_account_is_the_same_user_on_another_device(real: ServerProcess) -> None:
    async def scenario() -> None:
        home, away = Client(real.url), Client(real.url)
        who = await home.guest()
        made = await home.create_account("Anna dei test", "una frase che ricordo")
        assert made.id == who.id and not made.is_guest
        assert await away.sign_in("Anna dei test", "una frase che ricordo") == made
        with pytest.raises(WrongPassword):
            await Client(real.url).sign_in("Anna dei test", "un'altra frase lunga")
        await away.sign_out()
        with pytest.raises(NotSignedIn):
            await away.me()

    run_scenario(scenario())


def test_a_client_without_a_session_gets_no_socket(real: ServerProcess) -> None:
    async def scenario() -> None:
        with pytest.raises(NotSignedIn):
            async with Client(real.url).connect():
                pass

    run_scenario(scenario())


def test_signing_out_everywhere_disconnects(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        async with client.connect() as live:
            await client.sign_out_everywhere()
            with pytest.raises(NotSignedIn):
                await live.until(lambda: False)
            with pytest.raises(NotSignedIn):
                await live.ping()

    run_scenario(scenario())


# Playing


def test_practice_undo_and_redo(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        async with client.connect() as live:
            table = await practising(client, live)
            start = live.position(table)
            after = await live.move(table, start.moves[0])
            assert (after.last, after.count) == (start.moves[0], start.count + 1)
            assert live.position(table) == after
            back = await live.undo(table)
            assert (back.view, back.moves) == (start.view, start.moves)
            again = await live.redo(table)
            assert again.view == after.view
            restarted = await client.restart(table)
            assert restarted.table != table and restarted.deal == 7
            fresh = await seen(live, restarted.table)
            assert fresh.view == start.view

    run_scenario(scenario())


def test_refusals_are_raised_with_their_types(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        with pytest.raises(NotFound):
            await client.table("zzzzzzzz")
        async with client.connect() as live:
            with pytest.raises(NotFound):
                await live.watch("zzzzzzzz")
            table = await practising(client, live)
            before = live.position(table)
            with pytest.raises(IllegalMove):
                await live.move(table, next(t for t in KINGS if t not in before.moves))
            with pytest.raises(NotAllowed):
                await live.finish(table)
            assert live.position(table).count == before.count
            await live.leave(table)
            with pytest.raises(NoAnswer):
                live.position(table)

    run_scenario(scenario())


KINGS = ("KD>b", "KH>b")
"""Moves that no deal allows at once."""


def test_a_stale_command_is_refused(real: ServerProcess) -> None:
    """Two devices of one person: the slower one decided on an old position."""

    async def scenario() -> None:
        client = await guest(real.url)
        async with client.connect() as live, client.connect() as slow:
            table = await practising(client, live)
            old = await seen(slow, table)
            await live.move(table, old.moves[-1])
            await slow.after(table, old.count)
            slow.tables[table].updates[0] = old
            with pytest.raises(Stale):
                await slow.move(table, old.moves[-1])

    run_scenario(scenario())


def test_two_at_a_table(real: ServerProcess) -> None:
    async def scenario() -> None:
        anna, bruno = await guest(real.url), await guest(real.url)
        info = await anna.create_table("table", "aftaebr", is_public=True)
        assert info.phase == "lobby" and info.yours == [0]
        assert info.table in [table.table for table in await bruno.tables()]
        assert (await bruno.join(info.table)).yours == [1]
        async with anna.connect() as one, bruno.connect() as other:
            sockets = (one, other)
            for live in sockets:
                await seen(live, info.table)
            for _ in range(6):
                position = one.position(info.table)
                assert position.actor is not None
                with pytest.raises(NotYourTurn):
                    await sockets[1 - position.actor].move(info.table, position.moves[0])
                await sockets[position.actor].move(info.table, position.moves[0])
                for live in sockets:
                    await live.after(info.table, position.count)
                assert one.position(info.table) == other.position(info.table)

    run_scenario(scenario())


def test_only_waiting_public_tables_are_listed(real: ServerProcess) -> None:
    async def scenario() -> None:
        anna, bruno = await guest(real.url), await guest(real.url)
        public = await anna.create_table("contest", "solitario40", players=2, is_public=True)
        private = await anna.create_table("contest", "solitario40", players=2, is_public=False)
        listed = [table.table for table in await bruno.tables()]
        assert public.table in listed and private.table not in listed
        await bruno.join(public.table)
        assert public.table not in [table.table for table in await bruno.tables()]
        # A private table can be joined with its code.
        assert (await bruno.join(private.table)).yours == [1]

    run_scenario(scenario())


def test_a_contest_shows_your_board_and_everybodys_points(real: ServerProcess) -> None:
    async def scenario() -> None:
        people = [await guest(real.url) for _ in range(2)]
        info = await people[0].create_table("contest", "nove_colonne", players=3)
        await people[1].join(info.table)
        assert (await people[0].start(info.table)).phase == "countdown"
        async with people[1].connect() as live:
            position = await seen(live, info.table)
            assert position.board == 1 and list(live.tables[info.table].updates) == [1]
            await live.move(info.table, position.moves[0])

            def is_counted() -> bool:
                standings = live.tables[info.table].standings
                return standings is not None and standings.mossa == 1

            await live.until(is_counted)

    run_scenario(scenario())


def test_messages_arrive_in_order(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        async with client.connect() as live:
            table = await practising(client, live, "nove_colonne")
            await live.ping()
            kinds = []
            async for message in live:
                kinds.append(type(message))
                if isinstance(message, m.Pong):
                    break
            assert kinds == [m.Welcome, m.TableInfo, m.Update, m.Pong]
            assert live.welcome and live.welcome.person == (await client.me()).id
            assert live.tables[table].info is not None

    run_scenario(scenario())


# A bad line


def test_a_command_whose_answer_was_lost_is_played_once(real: ServerProcess) -> None:
    async def scenario() -> None:
        async with faulty_proxy(real.url) as line:
            client = await guest(line.url)
            async with client.connect() as live:
                table = await practising(client, live)
                before = live.position(table)
                line.is_swallowing = True
                moving = asyncio.create_task(live.move(table, before.moves[-1]))
                await line.swallowed.wait()
                assert not moving.done()
                line.is_swallowing = False
                line.cut()
                after = await moving
                assert (after.last, after.count) == (before.moves[-1], before.count + 1)
                assert live.connections == 2
                assert (await live.undo(table)).view == before.view

    run_scenario(scenario())


def test_tables_are_watched_again(real: ServerProcess) -> None:
    async def scenario() -> None:
        async with faulty_proxy(real.url) as line:
            client = await guest(line.url)
            near = Client(real.url, client.cookie, TIMEOUT)
            async with client.connect() as live, near.connect() as other:
                table = await practising(client, live)
                position = await seen(other, table)
                line.cut()
                await live.until(lambda: live.connections == 2)
                await other.move(table, position.moves[-1])
                assert (await live.after(table, position.count)).last == position.moves[-1]

    run_scenario(scenario())


def test_silence_is_an_error(real: ServerProcess) -> None:
    async def scenario() -> None:
        async with faulty_proxy(real.url) as line:
            client = await guest(line.url)
            async with client.connect() as live:
                await live.ping()
                live.timeout = 0.05
                line.is_swallowing = True
                with pytest.raises(NoAnswer):
                    await live.ping()

    run_scenario(scenario())


def test_an_unreachable_server_is_reported() -> None:
    async def scenario() -> None:
        nowhere = Client("http://127.0.0.1:9", timeout=0.3)
        with pytest.raises(ServerLost):
            await nowhere.guest()
        with pytest.raises(NoAnswer):
            async with nowhere.connect():
                pass

    run_scenario(scenario())


def test_after_closing_nothing_waits(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        async with client.connect() as live:
            waiting = asyncio.create_task(live.until(lambda: False))
            await live.ping()
        with pytest.raises(ServerLost):
            await waiting
        with pytest.raises(ServerLost):
            await live.ping()

    run_scenario(scenario())


# Parts


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ftp://127.0.0.1", "", "http://"])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(OptionError, match="expected a URL"):
        Client(url)


def test_every_refusal_of_the_server_has_its_class() -> None:
    for code, kind in REFUSALS.items():
        assert type(refusal(code, "no")) is kind and kind.code == code
    assert type(refusal("something new", "no")) is Refusal


def test_the_backoff_grows_up_to_a_limit() -> None:
    waits = list(islice(backoff(), 12))
    assert MIN_WAIT / 2 <= waits[0] <= MIN_WAIT and MAX_WAIT / 2 <= waits[-1] <= MAX_WAIT
    assert all(wait <= MAX_WAIT for wait in waits)


def test_an_older_position_does_not_replace_a_newer_one() -> None:
    def update(seq: int) -> m.Update:
        view: Any = None
        return m.Update("t", 0, seq, seq, None, 0, view, [], [], None, [], [])

    known = TableState()
    for seq in (2, 3, 1):
        known.apply(update(seq))
    assert known.own.seq == 3
