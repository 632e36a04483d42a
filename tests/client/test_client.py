"""The Python client, with a real server in another process."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Coroutine, Iterator
from functools import partial
from itertools import islice
from typing import Any

import msgspec
import pytest
from support.servers.networks.faulty_proxy import faulty_proxy
from support.servers.process import ServerProcess
from support.timeout import TIMEOUT

import tavolino.client
from tavolino.chance import commit
from tavolino.client import Client, Live, NoAnswer, ServerLost, TableState, UnfairTable
from tavolino.client.contributions import Contribution, check_contribution
from tavolino.client.errors import REFUSALS, refusal
from tavolino.client.reconnecting_socket import MAX_WAIT, MIN_WAIT, backoff
from tavolino.game import OptionError
from tavolino.server.config import Config
from tavolino.server.errors import (
    IllegalMove,
    NotAllowed,
    NotFound,
    NotOver,
    NotSignedIn,
    NotYourTurn,
    Refusal,
    Stale,
    TableOver,
    TooFast,
    WrongPassword,
)
from tavolino.server.live.domain import messages as m
from tavolino.server.sockets.allowance import BURST_SECONDS


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


# The example


def test_the_example_of_the_docstring_always_works(real: ServerProcess) -> None:
    """Sixty times: the position used to be missing if the socket was read a moment too early."""
    docstring = inspect.getdoc(tavolino.client) or ""
    example = re.search(r"\n\n((?:    .*\n)+)", docstring)
    assert example and "await live.watch" in example[1]
    source = f"async def run():\n{example[1]}    return info, update\n"
    names: dict[str, Any] = {"Client": partial(Client, timeout=TIMEOUT)}
    exec(source.replace("http://127.0.0.1:8000", real.url), names)

    async def scenario() -> None:
        for _ in range(60):
            info, update = await names["run"]()
            assert info.deal == 7 and update.last

    run_scenario(scenario())


def test_watching_a_table_that_waits_does_not_wait_for_a_position(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        info = await client.create_table("table", "aftaebr")
        async with client.connect() as live:
            assert (await live.watch(info.table)).phase == "lobby"
            assert not live.tables[info.table].updates

    run_scenario(scenario())


def test_turns_of_a_table_that_nobody_has_watched_yet(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        info = await client.create_table("practice", "solitario40", deal=7)
        async with client.connect() as live:
            counts = []
            async for position in live.turns(info.table):
                counts.append(position.count)
                if len(counts) == 3:
                    break
                await live.move(info.table, position.moves[0])
            assert counts == [counts[0], counts[0] + 1, counts[0] + 2]

    run_scenario(scenario())


def test_turns_of_a_contest_are_those_of_ones_own_board(real: ServerProcess) -> None:
    """An onlooker sees several boards, and has no turn at any of them."""

    async def scenario() -> None:
        host, other, onlooker = [await guest(real.url) for _ in range(3)]
        info = await host.create_table("contest", "solitario40", players=2, onlookers="boards")
        async with host.connect() as live, onlooker.connect() as watching:
            await watching.watch(info.table)
            waiting = asyncio.ensure_future(anext(watching.turns(info.table)))
            await other.join(info.table)
            await host.start(info.table)
            position = await anext(live.turns(info.table))
            assert position.board == 0 and position.actor == 0
            await watching.until(lambda: len(watching.tables[info.table].updates) == 2)
            await live.move(info.table, position.moves[0])
            await watching.until(
                lambda: watching.tables[info.table].updates[0].count > position.count
            )
            assert not waiting.done()
            waiting.cancel()

    run_scenario(scenario())


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


def test_practice_undo_redo_and_the_same_deal_again(real: ServerProcess) -> None:
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
            await client.delete_table(restarted.table)
            with pytest.raises(NotFound):
                await client.table(restarted.table)

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


def test_messages_refused_as_too_fast_raise_at_once(real: ServerProcess) -> None:
    """Not after the time limit: the refusal names the message or the table."""

    async def scenario() -> None:
        client = await guest(real.url)
        table = (await client.create_table("practice", "solitario40")).table
        async with client.connect() as live:
            live.timeout = 1_000 * TIMEOUT
            pings = [asyncio.create_task(live.ping()) for _ in range(FLOOD)]
            await asyncio.sleep(0)  # they are sent before
            with pytest.raises(TooFast):
                await live.watch(table)
            answers = await asyncio.gather(*pings, return_exceptions=True)
            assert {type(answer) for answer in answers} == {m.Pong, TooFast}
            assert table not in live.tables

    run_scenario(scenario())


FLOOD = int(BURST_SECONDS * Config.messages_per_second) + 30
"""Messages at once: more than a burst, but not so many that the server closes the socket."""
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


def test_starting_a_table_that_starts_by_itself_changes_nothing(real: ServerProcess) -> None:
    async def scenario() -> None:
        anna, bruno, carla = [await guest(real.url) for _ in range(3)]
        info = await anna.create_table("table", "aftaebr")
        full = await bruno.join(info.table)
        assert full.phase == "countdown"
        again = await anna.start(info.table)
        assert (again.phase in ("countdown", "playing"), again.starts_at) == (True, full.starts_at)
        with pytest.raises(TableOver):
            await carla.start(info.table)

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


# Fair seeds


def test_a_client_checks_that_its_nonce_is_in_the_seed(real: ServerProcess) -> None:
    async def scenario() -> None:
        anna, bruno = await guest(real.url), await guest(real.url)
        settings: dict[str, Any] = {"players": 2, "contest": {"time_limit": "1"}}
        info = await anna.create_table("contest", "solitario40", **settings)
        await bruno.join(info.table)
        for client in (anna, bruno):
            with pytest.raises(NotOver):
                await client.check_seed(info.table)
        async with anna.connect() as live:
            await live.watch(info.table)
            over = live.tables[info.table]
            await live.until(lambda: bool(over.info and over.info.phase == "over"))
            for client in (anna, bruno):
                await client.check_seed(info.table)
        with pytest.raises(UnfairTable, match="did not sit down"):
            await (await guest(real.url)).check_seed(info.table)
        again = await anna.rematch(info.table)
        assert (await bruno.rematch(info.table)).table == again.table

    run_scenario(scenario())


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"commitment": "ab" * 32}, "expected the commitment"),
        ({"secret": "11" * 32}, "expected the secret of"),
        ({"nonces": ["cc", "bb"]}, "expected the nonce aa, got cc, bb"),
    ],
)
def test_an_unfair_seed_is_named(changed: dict[str, Any], sentence: str) -> None:
    secret = "2a" * 32
    info = msgspec.convert(
        {
            **dict.fromkeys(m.TableInfo.__struct_fields__),
            **{"type": "table", "table": "t", "kind": "contest", "game": "solitario40"},
            **{"options": {}, "phase": "over", "seats": [], "players": 2, "yours": [0]},
            **{"boards": [], "is_host": True, "is_public": False, "onlookers": "none"},
            **{"watching": 0, "commitment": commit(secret), "secret": secret},
            **{"nonces": ["aa", "bb"], "reserved": []},
        },
        m.TableInfo,
    )
    ours = Contribution(commit(secret), "aa")
    check_contribution(info, ours)
    with pytest.raises(UnfairTable, match=sentence):
        check_contribution(msgspec.structs.replace(info, **changed), ours)


def test_the_table_in_the_address_is_only_for_load_balancers(real: ServerProcess) -> None:
    async def scenario() -> None:
        client = await guest(real.url)
        async with client.connect("a table that does not exist") as live:
            table = await practising(client, live)
            before = live.position(table)
            assert (await live.move(table, before.moves[0])).count > before.count

    run_scenario(scenario())
