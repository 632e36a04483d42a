"""Servers, PostgreSQL and Redis that fail while people play."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import create_engine

from support.databases.postgres import FragilePostgres
from support.servers.fault_check import Report, check_everything
from support.servers.players import Player, Progress, leave, same_positions, seat_pair
from support.servers.process import ServerProcess, free_port
from support.servers.redis import RedisServer
from support.servers.tcp_proxy import TcpProxy
from support.timeout import TIMEOUT

TABLES = 4
During: TypeAlias = Callable[[list[Player], Progress], Awaitable[None]]


def played(
    database: str, urls: Sequence[str], during: During, turn_seconds: float = 3600
) -> Report:
    """People play while something happens; then everything is compared."""
    players = asyncio.run(_played(urls, during, turn_seconds))
    engine = create_engine(database)
    try:
        return check_everything(engine, players)
    finally:
        engine.dispose()


async def _played(urls: Sequence[str], during: During, turn_seconds: float) -> list[Player]:
    progress, end = Progress(), asyncio.Event()
    pairs = [await seat_pair(urls, progress, turn_seconds) for _ in range(TABLES)]
    players = [player for pair in pairs for player in pair]
    playing = [asyncio.create_task(player.play(end)) for player in players]
    try:
        async with asyncio.timeout(3 * TIMEOUT):  # servers are started meanwhile
            await during(players, progress)
    finally:
        end.set()
        await asyncio.gather(*playing)
    await same_positions(players)
    await leave(players)
    return players


class Fleet:
    """Two server processes, each with a network of its own to PostgreSQL, and one Redis."""

    def __init__(self, directory: Path, stack: ExitStack) -> None:
        self.directory, self.stack = directory, stack
        self.postgres = stack.enter_context(FragilePostgres(free_port()))
        (directory / "redis").mkdir()
        self.redis = stack.enter_context(RedisServer(directory / "redis"))
        self.networks = [stack.enter_context(TcpProxy(self.postgres.port)) for _ in range(2)]
        self.servers: list[ServerProcess] = []

    def add(self, *more: str, port: int = 0, patch: str = "") -> ServerProcess:
        """Starts a server, whose PostgreSQL is at this port; ``patch`` is run at its beginning."""
        database = self.postgres.url_at(port or self.postgres.port)
        options = ("--database", database, "--redis", self.redis.url, "--workers", "1", *more)
        name = f"server {len(self.servers)}"
        server = ServerProcess(self.directory / name, *options)
        if patch:
            place = self.directory / f"{name} patch"
            place.mkdir()
            (place / "sitecustomize.py").write_text(patch)
            paths = [str(place), os.environ.get("PYTHONPATH", "")]
            server.environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        server.start()
        self.servers.append(server)
        self.stack.callback(self._stop, server)
        return server

    def _stop(self, server: ServerProcess) -> None:
        if server.is_running():
            server.stop()

    def add_two(self) -> None:
        for network in self.networks:
            self.add(port=network.port)

    def played(
        self, during: During, turn_seconds: float = 3600, urls: Sequence[str] = ()
    ) -> Report:
        urls = urls or [server.url for server in self.servers]
        return played(self.postgres.url, urls, during, turn_seconds)


@contextmanager
def new_fleet(directory: Path) -> Iterator[Fleet]:
    with ExitStack() as stack:
        yield Fleet(directory, stack)
