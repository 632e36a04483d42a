"""Memory is freed by reference counting; the cycle collector hardly ever runs."""

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
from tavolino.server.process import gc_policy


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


@pytest.mark.parametrize(
    ("is_quiet", "seconds", "small_collections", "is_time"),
    [
        (True, 10, gc_policy.MIN_SMALL_COLLECTIONS + 1, True),
        (True, 10, gc_policy.MIN_SMALL_COLLECTIONS, False),
        (False, 10, 1_000, False),
        (False, gc_policy.MAX_SECONDS + 1, 1_000, True),
    ],
)
def test_a_full_collection_waits_until_nobody_plays_or_for_an_hour(
    is_quiet: bool, seconds: float, small_collections: int, is_time: bool
) -> None:
    assert gc_policy.is_worth_while(is_quiet, seconds, small_collections) is is_time


def test_what_is_loaded_after_the_start_is_not_traversed_again() -> None:
    """The compiler: to traverse its objects holds everybody up for a tenth of a second."""

    async def scenario() -> None:
        is_loaded = asyncio.Event()
        collecting = asyncio.create_task(gc_policy.collect_when_quiet(is_loaded.wait, lambda: 0))
        await asyncio.sleep(0)
        before = gc.get_freeze_count()
        loaded = [[n] for n in range(10_000)]
        is_loaded.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert gc.get_freeze_count() >= before + len(loaded)
        collecting.cancel()

    try:
        asyncio.run(scenario())
    finally:
        gc.unfreeze()
