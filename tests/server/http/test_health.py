"""Readiness tests reading and writing; liveness costs nothing."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from support.fixtures import runtime_of
from support.servers.in_memory import InMemoryServer, run_scenario
from support.servers.process import ServerProcess

from tavolino.server.http import health
from tavolino.server.storage.database import open_database
from tavolino.server.storage.database.probe import ROW, ProbeError, probe

pytestmark = pytest.mark.hardening

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path, "--workers", "0")
    server.start()
    yield server
    server.stop()


def until(url: str, status: int) -> str:
    """A result is used for a second, so ask again for a while."""
    with httpx.Client(base_url=url, timeout=30) as client:
        for _ in range(2_000):
            answer = client.get("/health")
            if answer.status_code == status:
                return answer.text
    raise AssertionError(answer.text)


def test_a_full_disk(server: ServerProcess) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1_000, UNLIMITED[1]))
    assert "the database cannot be written: " in until(server.url, 503)
    assert httpx.get(f"{server.url}/health/live", timeout=30).status_code == 200
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, UNLIMITED)
    until(server.url, 200)


def test_a_damaged_file(client: TestClient[Litestar], config: object) -> None:
    database = runtime_of(client).database
    assert client.get("/health").status_code == 200
    assert database.engine.url.database
    file = Path(database.engine.url.database)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    good = file.read_bytes()
    file.write_bytes(b"\xff" * len(good))
    answer = client.get("/health")
    assert answer.status_code == 503 and answer.json()["code"] == "unavailable"
    assert "the database cannot be read: " in answer.json()["text"]
    assert client.get("/health/live").status_code == 200
    file.write_bytes(good)
    assert client.get("/health").status_code == 200


def test_a_deleted_file_is_noticed_and_not_created(tmp_path: Path) -> None:
    async def scenario() -> None:
        file = tmp_path / "tavolino.db"
        database = open_database(f"sqlite:///{file}")
        try:
            await probe(database)
            file.unlink()
            with pytest.raises(ProbeError, match="cannot be read"):
                await probe(database)
            assert not file.exists()
        finally:
            database.close()

    asyncio.run(scenario())


def test_a_database_that_does_not_respond(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(health, "probe", never)
    monkeypatch.setattr(health, "DATABASE_SECONDS", 0.01)
    assert "not responded" in client.get("/health").json()["text"]
    assert client.get("/health/live").status_code == 200


def test_one_test_for_all_who_ask_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_SECONDS", 3_600.0)
    tests: list[object] = []

    async def count(database: object) -> None:
        tests.append(database)
        await asyncio.sleep(0)

    monkeypatch.setattr(health, "probe", count)

    async def scenario(server: InMemoryServer) -> None:
        readiness = server.runtime.readiness
        assert await asyncio.gather(*(readiness.problem() for _ in range(50))) == [""] * 50
        assert await readiness.problem() == ""
        assert len(tests) == 1

    run_scenario(tmp_path, scenario)


def test_the_probe_leaves_one_row(client: TestClient[Litestar]) -> None:
    for _ in range(3):
        client.get("/health")
    with runtime_of(client).database.engine.connect() as connection:
        names = [row[0] for row in connection.exec_driver_sql("SELECT name FROM keys")]
    assert names.count(ROW) == 1
