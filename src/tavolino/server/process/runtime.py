"""Everything that one process of the server holds, put together once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tavolino.catalogue.own_bots import register_bot
from tavolino.server.accounts.sessions import Sessions, open_sessions
from tavolino.server.config import Config
from tavolino.server.daily.deals import keep_committing
from tavolino.server.http.health import Readiness
from tavolino.server.http.limits.rate_limit import RateLimits
from tavolino.server.http.metrics import Metrics
from tavolino.server.live.pubsub import LocalPubSub, PubSub
from tavolino.server.live.registry import TableRegistry
from tavolino.server.live.registry.sweep import Sweep
from tavolino.server.lobby.lobby import Lobby
from tavolino.server.process.shared_limits import share_limits
from tavolino.server.records.analyser import Analyser
from tavolino.server.records.fewest_moves import FewestMovesFinder
from tavolino.server.records.verifier import Verifier
from tavolino.server.sockets.endpoint import LiveEndpoint
from tavolino.server.storage.cleanup import Cleanup
from tavolino.server.storage.database import Database, open_database
from tavolino.server.users.friends.friends import Friends
from tavolino.server.users.friends.invitations import Invitations
from tavolino.server.users.notices.notifier import Notifier, open_notifier
from tavolino.server.users.notices.turns import TurnNotices
from tavolino.server.workers.bot_pool import BotPool
from tavolino.server.workers.deal_stock import DealStock
from tavolino.server.workers.readers import Readers
from tavolino.server.workers.referee import CompiledReferee

SEEN_SECONDS = 3600.0
"""Somebody who sent a request since then is not removed."""


class Runtime:
    def __init__(
        self,
        config: Config,
        database: Database,
        sessions: Sessions,
        registry: TableRegistry,
        bot_pool: BotPool,
        referee: CompiledReferee,
        metrics: Metrics,
        notifier: Notifier,
    ) -> None:
        deal_stock = self.deal_stock = DealStock(bot_pool)
        self.config, self.database, self.sessions = config, database, sessions
        self.registry, self.lobby, self.metrics = registry, Lobby(registry, deal_stock), metrics
        self.rate_limits, self.bot_pool, self.referee = RateLimits(config), bot_pool, referee
        share_limits(registry.pubsub, self.rate_limits, sessions.limits)
        self.sweep = Sweep(registry)
        self.readers = Readers()
        self.verifier = Verifier(referee.ready, config.verify_seconds)
        self.analyser = Analyser(database, bot_pool)
        self.fewest_moves = FewestMovesFinder(database, bot_pool)
        self.readiness = Readiness(database)
        self.endpoint = LiveEndpoint(config, sessions, registry, bot_pool)
        self.notifier = notifier
        self.friends = Friends(database, registry.presence, self.endpoint)
        self.invitations = Invitations(self.lobby, self.friends, self.endpoint, notifier)
        self.turn_notices = TurnNotices(registry, self.endpoint, notifier)
        self.cleanup = Cleanup(config, database, registry, self._is_here, database.clock.now)
        self._add_metrics()
        sessions.on_revoked.append(self.endpoint.on_revoked)
        self.endpoint.subscribe()
        sessions.on_merged.append(registry.on_merged)
        sessions.on_renamed += [self.endpoint.on_renamed, self.lobby.on_renamed]

    def _is_here(self, user: str) -> bool:
        return self.endpoint.is_connected(user) or self.sessions.was_seen(user, SEEN_SECONDS)

    def _add_metrics(self) -> None:
        registry, endpoint, writer = self.registry, self.endpoint, self.database.writer
        metrics = self.metrics
        metrics.add_counter("tavolino_commits", "Groups of moves committed", lambda: writer.commits)
        metrics.add_counter("tavolino_moves", "Commands committed", lambda: registry.moves)
        metrics.add_gauge("tavolino_tables", "Tables in memory", lambda: len(registry.tables))
        metrics.add_gauge("tavolino_connections", "Open sockets", lambda: len(endpoint.connections))
        for name, help, queue in (
            ("bot", "Moves, hints and pars", lambda: self.bot_pool.waiting),
            ("referee", "Hard questions", lambda: self.referee.waiting),
            ("verification", "Verifications", lambda: self.verifier.waiting),
            ("reader", "Replays, records and deals", lambda: self.readers.waiting),
            ("table", "Tables to be loaded", lambda: self.database.tables.waiting),
            ("query", "Short queries", lambda: self.database.queries.waiting),
            ("list", "Histories, statistics and rankings", lambda: self.database.lists.waiting),
            ("notice", "Push messages and mails", lambda: self.notifier.waiting),
        ):
            metrics.add_gauge(f"tavolino_{name}_queue", f"{help} that wait for their turn", queue)

        notifier = self.notifier
        metrics.add_counter("tavolino_notices", "Push messages and mails", lambda: notifier.sent)
        metrics.add_counter("tavolino_failed_notices", "Those that failed", lambda: notifier.failed)
        cleanup = self.cleanup
        metrics.add_counter("tavolino_removed", "Unused rows removed", lambda: cleanup.removed)

    async def close(self) -> None:
        await self.endpoint.close()
        await self.registry.close()
        self.turn_notices.close()
        self.analyser.close()
        self.fewest_moves.close()
        self.bot_pool.close()
        self.referee.close()
        self.readers.close()
        self.verifier.close()
        await self.notifier.close()


def open_pubsub(url: str) -> PubSub:
    if not url:
        return LocalPubSub()
    # Imported here because a single process does not need it.
    from tavolino.server.live.pubsub.redis_pubsub import RedisPubSub

    return RedisPubSub(url)


@asynccontextmanager
async def open_runtime(config: Config, metrics: Metrics | None = None) -> AsyncIterator[Runtime]:
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name in config.bots:
        register_bot(name)
    database = open_database(config.url)
    metrics = metrics or Metrics()
    try:
        sessions = await open_sessions(config, database)
        bot_pool, referee = BotPool(config.workers), CompiledReferee()
        registry = TableRegistry(config, database, referee, bot_pool, open_pubsub(config.redis))
        notifier = await open_notifier(config, database)
        runtime = Runtime(
            config, database, sessions, registry, bot_pool, referee, metrics, notifier
        )
        await registry.open()
        registry.keep(runtime.sweep.keep_claims)
        registry.keep(runtime.sweep.run)
        registry.keep(runtime.sweep.keep_ending_days)
        registry.spawn(referee.warm_up(compiles_all=config.workers > 0))
        if config.workers:
            registry.spawn(runtime.deal_stock.fill_all(referee.ready))
        registry.keep(lambda: keep_committing(database, database.clock.now))
        registry.keep(runtime.cleanup.run)
        registry.keep(runtime.endpoint.keep_checking)
        try:
            yield runtime
        finally:
            await runtime.close()
            sessions.close()
    finally:
        database.close()
