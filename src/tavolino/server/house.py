"""The house: everything that one process of the server holds, put together once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tavolino.server.attempts import Attempts
from tavolino.server.bell import open_bell
from tavolino.server.clock import now as now
from tavolino.server.config import Config
from tavolino.server.daily import keep_committing
from tavolino.server.door import Door
from tavolino.server.hall import Hall
from tavolino.server.identity import Identity, open_identity
from tavolino.server.lobby import Lobby
from tavolino.server.metrics import Metrics
from tavolino.server.programs import Programs
from tavolino.server.store import Store, open_store


class House:
    def __init__(
        self, config: Config, store: Store, identity: Identity, hall: Hall, metrics: Metrics
    ) -> None:
        self.config, self.store, self.identity = config, store, identity
        self.hall, self.lobby, self.metrics = hall, Lobby(hall), metrics
        self.door = Door(config, identity, hall)
        self.openings = Attempts(config.tables_per_minute, 60 / config.tables_per_minute)
        """How often a person may open a table."""
        self.uploads = Attempts(config.uploads_per_minute, 60 / config.uploads_per_minute)
        """How often a person may upload a record: to read one takes long."""
        self.pars = Attempts(5, 10)
        """How often a person may have a whole game played by a program."""
        metrics.count_live(hall, self.door)
        identity.on_epoch.append(self.door.turn_out)
        identity.on_moved.append(hall.moved)

    async def close(self) -> None:
        await self.door.close()
        await self.hall.close()


@asynccontextmanager
async def open_house(config: Config, metrics: Metrics | None = None) -> AsyncIterator[House]:
    config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = open_store(config.url)
    metrics = metrics or Metrics()
    metrics.count_commits_of(store.writer)
    try:
        identity = await open_identity(config, store)
        hall = Hall(config, store, Programs(config.workers), open_bell(config.redis))
        house = House(config, store, identity, hall, metrics)
        hall.open()
        hall.spawn(keep_committing(store, now))
        try:
            yield house
        finally:
            await house.close()
            identity.close()
    finally:
        store.close()
