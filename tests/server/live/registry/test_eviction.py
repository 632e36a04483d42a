"""Closed tables are freed by reference counting, without the cycle collector."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.servers.in_memory import InMemoryServer, run_scenario

from tavolino.server.live.domain.messages import Undo
from tavolino.server.live.registry import tables


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
def test_closed_tables_and_connections_are_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "GRACE_SECONDS", 0.01)

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
