"""Long tables that were evicted: opening one again reads only what was added to its log.

A cache that can be thrown away at any time: the log has everything. Short logs are not kept,
because playing them again takes no time.
"""

from __future__ import annotations

from collections import OrderedDict

from tavolino.server.live.domain.projection import Projection
from tavolino.server.live.journal import StoredTable

MIN_ENTRIES = 200
MAX_ENTRIES = 30_000
"""Of all tables together; a position of a patience takes about a kilobyte."""


class Snapshots:
    def __init__(self, most: int = MAX_ENTRIES, least: int = MIN_ENTRIES) -> None:
        self._most, self._least = most, least
        self._kept: OrderedDict[str, tuple[Projection, frozenset[str]]] = OrderedDict()
        self.entries = 0

    def put(self, name: str, projection: Projection | None, logged: set[str]) -> None:
        self.drop(name)
        if projection is None or not self._least <= projection.seq <= self._most:
            return
        self._kept[name] = projection, frozenset(logged)
        self.entries += projection.seq
        while self.entries > self._most:
            self.drop(next(iter(self._kept)))

    def drop(self, name: str) -> None:
        kept = self._kept.pop(name, None)
        if kept:
            self.entries -= kept[0].seq

    def projection(self, name: str) -> Projection | None:
        """The projection from which the rest can be read."""
        kept = self._kept.get(name)
        return kept[0] if kept else None

    def completed(self, stored: StoredTable) -> StoredTable:
        """With the commands that were in the log before the rest was read; no longer kept."""
        kept = self._kept.get(stored.settings.id)
        self.drop(stored.settings.id)
        return stored._replace(logged=stored.logged | kept[1]) if kept else stored
