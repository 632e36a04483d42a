"""Prepared frames, and commands that are taken when they arrive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.servers.in_memory import InMemoryServer, run_scenario
from websockets.frames import Frame as WebSocketFrame
from websockets.frames import Opcode

from tavolino.server.live.domain import messages as m
from tavolino.server.live.interfaces import Frame
from tavolino.server.lobby.requests import NewTable
from tavolino.server.sockets.connection import Connection


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_as_the_protocol_wants_it(size: int) -> None:
    payload = b"x" * size
    expected = WebSocketFrame(Opcode.TEXT, payload).serialize(mask=False)
    frame = Frame(payload)
    assert frame.wire == expected and frame.wire is frame.wire
    assert frame.message == {"type": "websocket.send", "text": payload.decode()}


class Wire:
    """A socket that writes while it is open."""

    def __init__(self) -> None:
        self.take: Callable[[bytes], bool] | None = None
        self.is_open = True
        self.got: list[m.Outgoing] = []
        self.sent: list[m.Outgoing] = []
        self.changed = asyncio.Event()

    def write(self, frame: Frame) -> bool:
        if self.is_open:
            self.got.append(msgspec.json.decode(frame.payload, type=m.Outgoing))
            self.changed.set()
        return self.is_open

    async def send(self, event: Any) -> None:
        self.sent.append(msgspec.json.decode(event["text"], type=m.Outgoing))
        self.changed.set()

    async def until(self, kind: type[m.Outgoing]) -> Any:
        while True:
            for message in (*self.got, *self.sent):
                if isinstance(message, kind):
                    return message
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 30)


def test_commands_are_taken_at_once_and_in_order(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        wire, incoming = Wire(), asyncio.Queue[Any]()
        person = (await server.visitor()).person
        registry = server.runtime.registry
        connection = Connection(registry, server.runtime.bot_pool, person, wire.send, wire)
        running = asyncio.create_task(connection.run(incoming.get))
        await wire.until(m.Welcome)
        assert wire.take is not None
        table = (await server.runtime.lobby.open(person, NewTable("azul_solo"))).id
        watch = msgspec.json.encode(m.Watch(table))
        assert not wire.take(watch), "what may have to wait is queued"
        incoming.put_nowait({"type": "websocket.receive", "bytes": watch})
        update = await wire.until(m.Update)
        move = m.Move(table, "one", update.count, update.moves[0])
        # Something is being handled: a command that came later has to wait.
        connection._is_waiting = False
        assert not wire.take(msgspec.json.encode(move))
        connection._is_waiting = True
        assert not wire.take(b"{") and not wire.take(msgspec.json.encode(m.Ping("x")))
        wire.got.clear()
        assert wire.take(msgspec.json.encode(move))
        assert (await wire.until(m.Update)).id == "one"
        # A client that has to read first gets the rest in the ordinary way.
        wire.is_open = False
        incoming.put_nowait({"type": "websocket.receive", "bytes": b'{"type":"ping","id":"y"}'})
        assert (await wire.until(m.Pong)).id == "y" and wire.sent
        incoming.put_nowait({"type": "websocket.disconnect"})
        await running
        assert wire.take is None

    run_scenario(tmp_path, scenario)
