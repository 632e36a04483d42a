"""Memory is freed by counting: the server's collector hardly ever looks at what is old."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.in_memory_server import InMemoryServer, run_scenario

from tavolino.server.live import garbage
from tavolino.server.live import registry as registry
from tavolino.server.live.messages import Undo


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def gone(thing: weakref.ref[Any]) -> None:
    async with asyncio.timeout(30):
        while thing() is not None:
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("no_collector")
def test_tables_and_connections_that_have_ended_are_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "LINGER_SECONDS", 0.01)

    async def scenario(server: InMemoryServer) -> None:
        host, name = await server.practice("azul_solo", deal=5)
        await host.move(name)
        await host.act(Undo, name)
        await host.act(Undo, name)  # refused
        table = weakref.ref(server.runtime.registry.tables[name])
        connection = weakref.ref(host.connection)
        await host.leave()
        del host.connection  # which sends to the visitor: a circle of the test's own
        await gone(connection)
        await gone(table)

    run_scenario(tmp_path, scenario)


def test_everything_is_looked_at_when_nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    busy: Any = SimpleNamespace(moves=0)

    async def moving(seconds: float) -> None:
        if len(looks) > 1:
            raise asyncio.CancelledError
        looks.append("slept")
        if len(looks) == 1:
            busy.moves += 1

    monkeypatch.setattr("tavolino.server.live.garbage.asyncio.sleep", moving)
    monkeypatch.setattr(
        "tavolino.server.live.garbage.gc.get_count", lambda: (0, garbage.MANY + 1, 0)
    )
    monkeypatch.setattr(
        "tavolino.server.live.garbage.gc.collect", lambda: looks.append("collected")
    )
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(garbage.collect_when_quiet(busy))
    assert looks == ["slept", "slept", "collected"]
