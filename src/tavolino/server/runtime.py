"""The runtime: everything that one process of the server holds, put together once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tavolino.server.accounts.sessions import Sessions, open_sessions
from tavolino.server.clock import now as now
from tavolino.server.config import Config
from tavolino.server.daily.deals import keep_committing
from tavolino.server.http.metrics import Metrics
from tavolino.server.http.rate_limit import RateLimit
from tavolino.server.live.pubsub import open_pubsub
from tavolino.server.live.registry import TableRegistry
from tavolino.server.lobby.lobby import Lobby
from tavolino.server.sockets.endpoint import LiveEndpoint
from tavolino.server.storage.database import Database, open_database
from tavolino.server.workers.bot_pool import BotPool


class Runtime:
    def __init__(
        self,
        config: Config,
        database: Database,
        sessions: Sessions,
        registry: TableRegistry,
        metrics: Metrics,
    ) -> None:
        self.config, self.database, self.sessions = config, database, sessions
        self.registry, self.lobby, self.metrics = registry, Lobby(registry), metrics
        self.endpoint = LiveEndpoint(config, sessions, registry)
        self.openings = RateLimit(config.tables_per_minute, 60 / config.tables_per_minute)
        """How often a user may open a table."""
        self.uploads = RateLimit(config.uploads_per_minute, 60 / config.uploads_per_minute)
        """How often a user may upload a record: to read one takes long."""
        self.pars = RateLimit(5, 10)
        """How often a user may have a whole game played by a program."""
        metrics.count_live(registry, self.endpoint)
        sessions.on_epoch.append(self.endpoint.disconnect_user)
        sessions.on_moved.append(registry.moved)

    async def close(self) -> None:
        await self.endpoint.close()
        await self.registry.close()


@asynccontextmanager
async def open_runtime(config: Config, metrics: Metrics | None = None) -> AsyncIterator[Runtime]:
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = open_database(config.url)
    metrics = metrics or Metrics()
    metrics.count_commits_of(database.writer)
    try:
        sessions = await open_sessions(config, database)
        registry = TableRegistry(
            config, database, BotPool(config.workers), open_pubsub(config.redis)
        )
        runtime = Runtime(config, database, sessions, registry, metrics)
        registry.open()
        registry.spawn(keep_committing(database, now))
        try:
            yield runtime
        finally:
            await runtime.close()
            sessions.close()
    finally:
        database.close()
