"""The house: everything that one process of the server holds, put together once."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tavolino.server.config import Config
from tavolino.server.identity import Identity, open_identity
from tavolino.server.store import Store, open_store


class House:
    def __init__(self, config: Config, store: Store, identity: Identity) -> None:
        self.config, self.store, self.identity = config, store, identity


@asynccontextmanager
async def open_house(config: Config) -> AsyncIterator[House]:
    config.data.mkdir(parents=True, exist_ok=True)
    store = open_store(config.url)
    try:
        yield House(config, store, await open_identity(config, store))
    finally:
        store.close()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
