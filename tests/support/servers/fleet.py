"""Servers, PostgreSQL and Redis that fail while people play."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import create_engine, select

from support.databases.postgres import FragilePostgres
from support.servers.fault_check import Report, check_everything
from support.servers.groups import Group, table_of_two
from support.servers.holder import NotPossible
from support.servers.networks.namespace import Namespace
from support.servers.networks.tcp_proxy import TcpProxy
from support.servers.players import Progress
from support.servers.process import ServerProcess, free_port
from support.servers.redis import RedisServer
from support.timeout import TIMEOUT
from tavolino.server.storage.schema import processes

Kinds: TypeAlias = Sequence[dict[str, Any]]
During: TypeAlias = Callable[[list[Group], Progress], Coroutine[Any, Any, None]]
FOUR_TABLES: Kinds = [table_of_two()] * 4


def played(
    database: str, urls: Sequence[str], during: During, kinds: Kinds = FOUR_TABLES
) -> Report:
    """People play at tables of these kinds while something happens; then everything is compared."""
    groups = asyncio.run(_played(urls, during, kinds))
    engine = create_engine(database)
    try:
        return check_everything(engine, groups)
    finally:
        engine.dispose()


async def _played(urls: Sequence[str], during: During, kinds: Kinds) -> list[Group]:
    progress, end = Progress(), asyncio.Event()
    groups = await asyncio.gather(*(Group.gather(kind, urls, progress) for kind in kinds))
    playing = [asyncio.create_task(group.play(end)) for group in groups]
    disturbing = asyncio.create_task(during(groups, progress))
    watching = asyncio.create_task(progress.watch(2 * TIMEOUT))
    try:
        working = {disturbing, watching, *playing}
        await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
        for task in working:
            if task.done():
                task.result()  # somebody may have failed
    finally:
        end.set()
        disturbing.cancel()
        watching.cancel()
    await asyncio.gather(*playing)
    for group in groups:
        await group.leave()
    return groups


class Fleet:
    """Two server processes, each with a network of its own to PostgreSQL, and one Redis."""

    def __init__(self, directory: Path, stack: ExitStack) -> None:
        self.directory, self.stack = directory, stack
        self.postgres = stack.enter_context(FragilePostgres(free_port()))
        (directory / "redis").mkdir()
        self.redis = stack.enter_context(RedisServer(directory / "redis"))
        self.networks = [stack.enter_context(TcpProxy(self.postgres.port)) for _ in range(2)]
        self.servers: list[ServerProcess] = []

    def add(
        self, *more: str, port: int = 0, patch: str = "", network: Namespace | None = None
    ) -> ServerProcess:
        """Starts a server, whose PostgreSQL is at this port; ``patch`` is run at its beginning.

        Its bots think in a thread: processes would first make practice deals, for seconds.
        """
        database = network.database if network else self.postgres.url_at(port or self.postgres.port)
        options = ("--database", database, "--redis", self.redis.url, "--workers", "0", *more)
        name = f"server {len(self.servers)}"
        place: dict[str, Any] = (
            {"port": network.server_port, "inside": network.inside} if network else {}
        )
        server = ServerProcess(self.directory / name, *options, **place)
        if patch:
            folder = self.directory / f"{name} patch"
            folder.mkdir()
            (folder / "sitecustomize.py").write_text(patch)
            paths = [str(folder), os.environ.get("PYTHONPATH", "")]
            server.environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        server.start()
        self.servers.append(server)
        self.stack.callback(self._stop, server)
        return server

    def add_supervised(self) -> ServerProcess:
        """Two processes behind one port."""
        return self.add("--processes", "2")

    def _stop(self, server: ServerProcess) -> None:
        if server.is_running():
            server.stop()

    def add_two(self) -> None:
        for network in self.networks:
            self.add(port=network.port)

    @contextmanager
    def apart(self) -> Iterator[tuple[ServerProcess, Namespace | TcpProxy]]:
        """One more server in a network of its own, or the last one where that is not possible."""
        with ExitStack() as stack:
            try:
                network = stack.enter_context(Namespace(self.postgres.port, self.redis.port))
            except NotPossible as error:
                print(f"This machine has no networks for tests: {error}")
                yield self.servers[1], self.networks[1]
                return
            server = self.add(network=network)
            stack.callback(self._stop, server)
            stack.callback(self.servers.remove, server)
            yield server, network

    async def alive(self) -> set[str]:
        """The processes that have not been found dead by another."""
        return await asyncio.to_thread(self._alive)

    def _alive(self) -> set[str]:
        engine = create_engine(self.postgres.url)
        with engine.connect() as connection:
            found = set(connection.scalars(select(processes.c.id)))
        engine.dispose()
        return found

    def played(
        self, during: During, kinds: Kinds = FOUR_TABLES, urls: Sequence[str] = ()
    ) -> Report:
        urls = urls or [server.url for server in self.servers]
        return played(self.postgres.url, urls, during, kinds)


@contextmanager
def new_fleet(directory: Path) -> Iterator[Fleet]:
    with ExitStack() as stack:
        yield Fleet(directory, stack)
