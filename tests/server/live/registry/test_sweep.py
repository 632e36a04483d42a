"""The sweep goes on whatever fails, and makes up for messages that do not come."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from support.servers.hub import Hub, play, rows_of, share, two_runtimes, until
from support.servers.in_memory import in_memory_server
from support.timeout import TIMEOUT

from tavolino.server.live.registry import background, sweep
from tavolino.server.storage.schema import tables
from tavolino.server.storage.writer import Statement


def test_without_messages_a_process_looks_at_the_log_by_itself(
    tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "SWEEP_SECONDS", 0.05)

    async def scenario() -> None:
        async with two_runtimes(tmp_path) as (one, other):
            players, table = await share(one, other)
            hub.is_cut = hub.is_noticed = True
            await play(players, table, 4)
            for player in players:
                await player.leave()

    asyncio.run(scenario())


def test_the_sweep_survives_what_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A query, and one daily game that cannot be read."""
    monkeypatch.setattr(sweep, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(sweep, "DAY_SECONDS", 0.01)

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            registry, person = one.runtime.registry, await one.visitor()
            settings = (await one.open(person, "nove_colonne")).settings
            broken = {"kind": "daily", "day": "2020-01-01", "options": "{}", "version": 1}
            for name, game in (("broken", "no such game"), ("other", "nove_colonne")):
                row = settings.row() | broken | {"id": name, "game": game, "phase": "playing"}
                await registry.database.writer.write(Statement(insert(tables), [row]))
            plain, failed = registry.claims.take_over, list[int]()

            async def fails(names: Any) -> Any:
                failed.append(1)
                raise OSError("the database is away")

            registry.claims.take_over = fails  # type: ignore[method-assign, assignment]
            await until(lambda: len(failed) > 2)
            registry.claims.take_over = plain  # type: ignore[method-assign]
            phase = select(tables.c.phase).where(tables.c.id == "other")
            async with asyncio.timeout(TIMEOUT):
                while [row.phase for row in await rows_of(one, phase)] != ["over"]:
                    await asyncio.sleep(0.01)
            await person.leave()

    asyncio.run(scenario())


def test_a_background_task_that_fails_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "RESTART_SECONDS", 0)

    async def scenario() -> None:
        async with in_memory_server(tmp_path) as one:
            begun = list[int]()

            async def work() -> None:
                begun.append(1)
                if len(begun) < 3:
                    raise OSError("once more")

            one.runtime.registry.keep(work)
            await until(lambda: len(begun) == 3)

    asyncio.run(scenario())
