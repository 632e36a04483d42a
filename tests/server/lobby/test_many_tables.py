"""Many tables of one guest or address: what they may open, and what is kept in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import Select
from support.accounts import browser_of, problem
from support.servers.app import client_of
from support.servers.in_memory import InMemoryServer, run_scenario

from tavolino.server.config import Config
from tavolino.server.errors import TooManyGames
from tavolino.server.live.registry import sweep
from tavolino.server.lobby import lobby as lobby_module
from tavolino.server.queues.fair_queue import SERVER, Requester
from tavolino.server.storage.database import Database

TABLE: dict[str, Any] = {"game": "aftaebr", "kind": "table"}


@pytest.fixture
def two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "MAX_RUNNING", 2)


@pytest.mark.usefixtures("two_games")
def test_a_host_has_a_limited_number_of_running_games(tmp_path: Path) -> None:
    async def scenario(server: InMemoryServer) -> None:
        lobby, host = server.runtime.lobby, await server.visitor()
        waiting = [await server.open(host, "aftaebr", kind="table") for _ in range(3)]
        for table in waiting:
            await host.watch(table.id)  # or it would be evicted from memory until its clock is due
            await lobby.seat_bot(host.person, table, "random")
        phases = [table.settings.phase for table in waiting]
        assert phases[2] == "lobby" and "lobby" not in phases[:2]
        with pytest.raises(TooManyGames):
            await lobby.start(host.person, waiting[2])
        with pytest.raises(TooManyGames):
            await server.open(host, "aftaebr", kind="table")
        await server.open(host, "azul_solo")  # practice does not stay in memory
        other = await server.visitor()
        assert (await server.open(other, "aftaebr", kind="table")).settings.phase == "lobby"

    run_scenario(tmp_path, scenario)


def test_guests_of_one_address_share_a_limit_of_new_tables(config: Config) -> None:
    with client_of(replace(config, tables_per_minute=2)) as client:
        guests = [browser_of(client) for _ in range(15)]
        for guest in guests:
            guest.post("/api/me")
        opened = [guest.post("/api/tables", json=TABLE) for guest in guests for _ in range(2)]
        assert {answer.status_code for answer in opened[:20]} == {201}
        refused = [problem(answer) for answer in opened[20:] if answer.status_code != 201]
        assert set(refused) == {(429, "too_fast")}


def test_rematches_count_as_new_tables(config: Config) -> None:
    """Somebody could open the rematch of a game, leave it and open it again."""
    with client_of(replace(config, tables_per_minute=2)) as client:
        client.post("/api/me")
        table = client.post("/api/tables", json=TABLE).json()["table"]
        answers = [
            problem(client.post(f"/api/tables/{table}/rematch", json={}))[1] for _ in range(2)
        ]
        assert answers == ["not_allowed", "too_fast"]


def test_thousands_of_tables_are_looked_at_in_slices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(server: InMemoryServer) -> None:
        registry, looked, turns = server.runtime.registry, list[int](), 0
        running = await server.gathered("aftaebr", 2, kind="table")
        opened = registry.tables[running[1]]
        for n in range(10):
            registry.tables[f"copy{n}"] = opened

        async def count_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.ensure_future(count_turns())
        monkeypatch.setattr(registry, "evict_if_idle", lambda _: looked.append(turns))
        while len(looked) < len(registry.tables):
            await asyncio.sleep(0.001)
        counting.cancel()
        in_turn = [looked.count(turn) for turn in set(looked)]
        assert max(in_turn) <= 2

    monkeypatch.setattr(sweep, "SLICE", 2)
    monkeypatch.setattr(sweep, "SWEEP_SECONDS", 0.01)
    run_scenario(tmp_path, scenario)


PATHS = (
    "/api/friends",
    "/api/notices",
    "/api/me/daily",
    "/api/mail/no-such-token",
    "/api/friend-links/no-such-token",
    "/api/history",
    "/api/statistics",
    "/api/records",
    "/api/daily",
    "/api/account/export",
)


@pytest.mark.parametrize("path", PATHS)
def test_nobody_asks_the_database_in_the_name_of_the_server(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Its share is for what all others need."""
    account = {"name": "Anna", "password": "una frase lunga"}
    assert client.post("/api/account", json=account).status_code == 201
    asked: list[Requester] = []
    rows = Database.rows
    with client.portal() as portal:
        background = portal.call(asyncio.all_tasks)  # may look for due tables at any time

    async def noted(
        self: Database, query: Select[Any], requester: Requester = SERVER, *, is_long: bool = False
    ) -> Sequence[Any]:
        if asyncio.current_task() not in background:
            asked.append(requester)
        return await rows(self, query, requester, is_long=is_long)

    monkeypatch.setattr(Database, "rows", noted)
    assert client.get(path).status_code in (200, 404)
    assert asked and SERVER.owner not in {requester.owner for requester in asked}
