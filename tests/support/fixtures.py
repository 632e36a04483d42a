"""Servers and databases for tests. Modules that are slow to import are imported where needed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from support.databases.postgres import Cluster, postgres
from support.databases.stored_tables import ApiServer, serving

if TYPE_CHECKING:
    from argon2 import PasswordHasher
    from litestar import Litestar
    from litestar.testing import TestClient

    from support.servers.fleet import Fleet
    from support.servers.hub import Hub
    from support.servers.in_memory import InMemoryServer, Run
    from tavolino.server.config import Config
    from tavolino.server.process.runtime import Runtime
    from tavolino.server.storage.database import Database

__all__ = ["Cluster", "postgres"]

T = TypeVar("T")
BOTH = ("sqlite", "postgresql")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    from tavolino.server.config import Config

    return Config(tmp_path / "data", workers=0, password_hasher=quick_hasher())


@pytest.fixture
def client(config: Config) -> Iterator[TestClient[Litestar]]:
    """A browser without a session, and the server."""
    from support.servers.app import client_of

    with client_of(config) as client:
        yield client


def quick_hasher() -> PasswordHasher:
    from argon2 import PasswordHasher
    from argon2.profiles import CHEAPEST

    return PasswordHasher.from_parameters(CHEAPEST)


def runtime_of(client: TestClient[Litestar]) -> Runtime:
    runtime: Runtime = client.app.state.runtime
    return runtime


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with the newest schema, of each kind."""
    from support.databases.migrated import place_database
    from tavolino.server.config import Config

    if request.param == "sqlite":
        config = Config(tmp_path)
        place_database(config)
        return config.url
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture(params=BOTH)
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.empty_database()


def with_database(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Open a database in an event loop, work with it, close it."""
    from tavolino.server.storage.database import open_database

    async def run() -> T:
        database = open_database(url)
        try:
            return await work(database)
        finally:
            database.close()

    return asyncio.run(run())


@pytest.fixture(scope="session", params=BOTH)
def shared_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ApiServer]:
    """A server for all tests that ask about stored tables.

    One process with SQLite; or two with PostgreSQL and Redis, which are asked in turn.
    """
    url = redis = ""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        url, redis = cluster.new_database(), request.getfixturevalue("redis")
    with serving(tmp_path_factory.mktemp("server"), url, redis) as server:
        yield server


@pytest.fixture
def server(shared_server: ApiServer) -> ApiServer:
    """The shared server, emptied, with a new guest as the one who asks."""
    shared_server.clear()
    return shared_server


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """Runtimes of this test are connected like processes by Redis."""
    from support.servers.hub import Hub
    from tavolino.server.process import runtime

    hub = Hub()
    monkeypatch.setattr(runtime, "open_pubsub", hub.join)
    return hub


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server."""
    from support.servers.redis import RedisServer

    with RedisServer(tmp_path_factory.mktemp("redis")) as server:
        yield server.url


@pytest.fixture(params=["one process", "two processes"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs a scenario at one process with SQLite, and at two with PostgreSQL and Redis."""
    from support.servers.in_memory import in_memory_server, two_processes

    is_one = request.param == "one process"
    database = "" if is_one else request.getfixturevalue("postgres").new_database()
    redis = "" if is_one else request.getfixturevalue("redis")

    def run(scenario: Callable[[InMemoryServer], Awaitable[None]], **config: Any) -> None:
        async def live() -> None:
            serving = (
                in_memory_server(tmp_path, **config)
                if is_one
                else two_processes(tmp_path, database, redis, **config)
            )
            async with serving as server:
                await scenario(server)

        asyncio.run(live())

    return run


@pytest.fixture(scope="session")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Two servers that tests share; they leave everything running."""
    from support.servers.fleet import new_fleet

    with new_fleet(tmp_path_factory.mktemp("fleet")) as fleet:
        fleet.add_two()
        yield fleet


@pytest.fixture
def empty_fleet(tmp_path: Path) -> Iterator[Fleet]:
    """PostgreSQL and Redis without servers."""
    from support.servers.fleet import new_fleet

    with new_fleet(tmp_path) as fleet:
        yield fleet
