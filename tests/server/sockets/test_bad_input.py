"""Bad input at the socket: a typed error or a closed connection, and no change."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select
from support.servers.in_memory import InMemoryServer, Visitor, run_scenario

from tavolino.server.live.domain import messages as m
from tavolino.server.live.interfaces import Frame
from tavolino.server.sockets.connection import MAX_REFUSALS, Connection
from tavolino.server.sockets.send_queue import MAX_BYTES
from tavolino.server.storage.schema import entries

pytestmark = pytest.mark.hardening

MALFORMED = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"{",
    b"[]",
    b"null",
    b'"move"',
    b"1e999",
    b"{}",
    b'{"type":"fly"}',
    b'{"type":"watch"}',
    b'{"type":"watch","table":7}',
    b'{"type":"watch","table":""}',
    b'{"type":"watch","table":"a","more":1}',
    b'{"type":"watch","type":"leave","table":"a","table":1}',
    b'{"type":"move","table":"a","id":"x","count":-1,"move":"y"}',
    b'{"type":"move","table":"a","id":"x","count":1e30,"move":"y"}',
    b'{"type":"move","table":"a","id":"","count":1,"move":"y"}',
    b'{"type":"welcome","person":"x","name":"y","is_guest":true,"now":1}',
    b"[" * 2_000,
    b'{"type":"watch","table":"a","more":' + b"[" * 3_000,
    b'{"type":"watch","table":' + b'{"a":' * 800,
    b'{"type":"ping","id":"' + b"a" * 5_000 + b'"}',
]


@pytest.mark.parametrize("frame", MALFORMED, ids=lambda frame: repr(frame[:24]))
def test_malformed_frames_are_refused_and_the_next_is_answered(
    tmp_path: Path, frame: bytes
) -> None:
    async def scenario(server: InMemoryServer) -> None:
        guest = await server.visitor()
        guest.send(frame)
        error = await guest.until(lambda x: isinstance(x, m.Error))
        assert error.code == "bad_message" and error.text
        guest.send(m.Ping("still here"))
        await guest.until(lambda x: isinstance(x, m.Pong))

    run_scenario(tmp_path, scenario)


def test_unknown_tables_and_tables_not_watched(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        guest = await server.visitor()
        for name in ("nothing", "../../etc", "a' OR 1=1 --", "\u0000"):
            since = len(guest.got)
            guest.send(m.Watch(name))
            error = await guest.until(lambda x: isinstance(x, m.Error), since)
            assert error.code == "not_found" and error.table == name
        guest.send(m.Move("nothing", "x", 0, "y"))
        error = await guest.until(lambda x: isinstance(x, m.Error) and x.id == "x")
        assert error.code == "not_allowed"

    run_scenario(tmp_path, scenario)


def mutated(rng: random.Random, frame: bytes) -> bytes:
    data = bytearray(frame)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) or 1)
        kind = rng.randrange(4)
        if kind == 0 and data:
            data[at] = rng.randrange(256)
        elif kind == 1:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 8)))
        elif kind == 2:
            del data[at : at + rng.randint(1, 8)]
        else:
            data[at:at] = data[at : at + 10]
    return bytes(data)


def test_mutated_messages_change_nothing_they_should_not(tmp_path: Path) -> None:
    """Thousands of broken frames from somebody who has no seat: the log stays as it is."""

    async def scenario(server: InMemoryServer) -> None:
        rng = random.Random(11)
        _, table = await server.gathered("aftaebr", 2, kind="table")
        before = await _entries(server)
        whole: list[m.Incoming] = [
            m.Watch(table),
            m.Leave(table),
            m.Move(table, "i", 1, "verde"),
            m.Undo(table, "i", 1),
            m.Redo(table, "i", 1),
            m.Finish(table, "i", 1),
            m.GiveUp(table, "i", 1),
            m.AskHint(table, "i", 1),
            m.Back(table),
            m.Ping("p"),
        ]
        frames = [msgspec.json.encode(message) for message in whole]
        for _ in range(40):
            guest = await server.visitor()
            for _ in range(MAX_REFUSALS):
                guest.send(mutated(rng, rng.choice(frames)))
            guest.send(m.Ping("end"))
            done = asyncio.ensure_future(guest.until(lambda x: isinstance(x, m.Pong)))
            await asyncio.wait({done, guest.run}, return_when=asyncio.FIRST_COMPLETED)
            done.cancel()
            assert not guest.run.done() or guest.run.result() == 1008
        assert await _entries(server) == before

    run_scenario(tmp_path, scenario, messages_per_second=1e6)


async def _entries(server: InMemoryServer) -> Any:
    return (await server.runtime.database.rows(select(func.count()).select_from(entries)))[0][0]


def test_a_flood_is_refused_and_then_disconnected(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        guest = await server.visitor()
        for n in range(500):
            guest.send(m.Ping(str(n)))
        assert await guest.run == 1008
        errors = [x for x in guest.got if isinstance(x, m.Error)]
        assert {error.code for error in errors} == {"too_fast"}
        answered = [x for x in guest.got if isinstance(x, m.Pong)]
        assert 30 <= len(answered) <= 100
        ids = {error.id for error in errors} | {pong.id for pong in answered}
        assert ids == {str(n) for n in range(len(ids))}  # every ping has its own answer

    run_scenario(tmp_path, scenario, messages_per_second=10)


def test_a_slow_reader_is_disconnected_and_uses_little_memory(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        closed = asyncio.Event()

        async def send(event: Any) -> None:
            if event["type"] == "websocket.close":
                assert event["code"] == 1013
                closed.set()
            else:
                await never

        person = (await server.visitor()).person
        slow = Connection(server.runtime.registry, server.runtime.bot_pool, person, send)
        for _ in range(10_000):
            slow.put(Frame(b"x" * 1_000))
        await asyncio.wait_for(closed.wait(), 10)
        assert slow._queue._bytes <= MAX_BYTES + 1_000

    run_scenario(tmp_path, scenario)


def test_frames_keep_their_order_when_a_reader_falls_behind(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        got: list[str] = []
        gate = asyncio.Event()

        async def send(event: Any) -> None:
            await gate.wait()
            got.append(event["text"])

        person = (await server.visitor()).person
        slow = Connection(server.runtime.registry, server.runtime.bot_pool, person, send)
        for n in range(50):
            slow.put(Frame(str(n).encode()))
        assert got == []
        gate.set()
        async with asyncio.timeout(10):
            while len(got) < 50:
                await asyncio.sleep(0)
        slow.put(Frame(b"50"))
        assert got == [str(n) for n in range(51)]

    run_scenario(tmp_path, scenario)


def test_the_seat_of_another_user_cannot_be_played(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        anna, table = await server.practice("solitario40")
        before = await anna.position(table)
        thief = await server.visitor()
        await thief.watch(table)
        for kind, more in ((m.Move, {"move": before.moves[0]}), (m.Undo, {}), (m.AskHint, {})):
            error = await thief.act(kind, table, **more)
            assert isinstance(error, m.Error) and error.code == "not_seated"
        assert (await anna.position(table)).seq == before.seq

    run_scenario(tmp_path, scenario)


def test_a_finished_table_takes_no_moves(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        people, table = await server.gathered("nove_colonne", 2, kind="contest")
        moves = (await people[0].position(table)).moves
        for n, player in enumerate(people):
            await player.act(m.GiveUp, table, board=n)
        error = await people[0].act(m.Move, table, move=moves[0])
        assert isinstance(error, m.Error) and error.code == "table_over"
        for kind in (m.Undo, m.AskHint):
            error = await people[0].act(kind, table)
            assert isinstance(error, m.Error) and error.code == "not_allowed"

    run_scenario(tmp_path, scenario)


def test_signing_out_everywhere_closes_the_sockets(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        guest = Visitor(server.runtime, await server.runtime.sessions.new_guest("test"))
        server.runtime.endpoint.add(guest.connection)
        await guest.until(lambda x: isinstance(x, m.Welcome))
        await server.runtime.sessions.sign_out_everywhere(guest.person)
        async with asyncio.timeout(10):
            while guest.connection.closing is None:
                await asyncio.sleep(0)
        assert guest.connection.closing == 4401

    run_scenario(tmp_path, scenario)


async def knocked(server: InMemoryServer, cookie: str) -> tuple[int | None, asyncio.Queue[Any]]:
    """A socket at the endpoint: the code that closes it at once, or None; and how to hang up."""
    receive: asyncio.Queue[Any] = asyncio.Queue()
    sent: asyncio.Queue[Any] = asyncio.Queue()
    scope = {"headers": [(b"cookie", cookie.encode())]}
    receive.put_nowait({"type": "websocket.connect"})
    server.runtime.registry.spawn(server.runtime.endpoint.serve(scope, receive.get, sent.put))
    assert (await sent.get())["type"] == "websocket.accept"
    return (await sent.get()).get("code"), receive


@pytest.mark.parametrize("limit", ["max_connections", "max_connections_of_user"])
def test_a_full_server_refuses_connections_until_one_closes(tmp_path: Path, limit: str) -> None:
    async def scenario(server: InMemoryServer) -> None:
        person = await server.runtime.sessions.new_guest("test")
        cookie = f"tavolino={server.runtime.sessions.cookie_for(person)}"
        (first, hang_up), (second, _) = [await knocked(server, cookie) for _ in range(2)]
        assert (first, second) == (None, None)
        assert (await knocked(server, cookie))[0] == 4503
        hang_up.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(10):
            while len(server.runtime.endpoint.connections) == 2:
                await asyncio.sleep(0)
        assert (await knocked(server, cookie))[0] is None

    run_scenario(tmp_path, scenario, **{limit: 2})
