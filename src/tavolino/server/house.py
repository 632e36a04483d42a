"""The house: everything that one process of the server holds, put together once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tavolino.server.clock import now as now
from tavolino.server.config import Config
from tavolino.server.identity import Identity, open_identity
from tavolino.server.metrics import Metrics
from tavolino.server.store import Store, open_store


class House:
    def __init__(self, config: Config, store: Store, identity: Identity, metrics: Metrics) -> None:
        self.config, self.store, self.identity = config, store, identity
        self.metrics = metrics


@asynccontextmanager
async def open_house(config: Config, metrics: Metrics | None = None) -> AsyncIterator[House]:
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = open_store(config.url)
    metrics = metrics or Metrics()
    metrics.count_commits_of(store.writer)
    try:
        identity = await open_identity(config, store)
        try:
            yield House(config, store, identity, metrics)
        finally:
            identity.close()
    finally:
        store.close()
