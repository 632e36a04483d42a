"""Finds what nobody in this process asks for: tables that are due, and days that have ended."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import select

from tavolino.server.clock import day_of, end_of
from tavolino.server.live.registry.background import attempt
from tavolino.server.live.registry.tables import TableRegistry
from tavolino.server.storage.claims import LEASE_MS
from tavolino.server.storage.schema import tables

SWEEP_SECONDS = 1.0
"""Interval between two searches for tables that are due, or whose process has died."""
RENEW_SECONDS, DAY_SECONDS = 1.0, 5.0
"""Between two renewals of the claims; between two looks for days that have ended."""
COMPARE_SWEEPS, CHECK_SWEEPS, MISSING_SWEEPS = 5, 10, 60
"""Sweeps between two looks at what is seldom wrong: tables that are behind the log, because a
message was lost and nobody noticed; claims that differ from the database; tables without a row."""
SLICE = 100
"""Tables that are looked at before others get their turn."""

log = logging.getLogger("tavolino.live")


class Sweep:
    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._has_to_check = False
        """The process may have counted as dead, and lost its claims."""

    async def run(self) -> None:
        """Until the process ends; each part fails alone."""
        registry, sweeps = self._registry, 0
        while True:
            sweeps += 1
            if self._has_to_check or sweeps % CHECK_SWEEPS == 0:
                self._has_to_check = not await attempt(self._check_claims())
            await attempt(self._take_over())
            if not registry.pubsub.is_connected or self._has_to_compare(sweeps):
                registry.follower.compare_soon(registry.tables)
            if sweeps % MISSING_SWEEPS == 0:
                await attempt(registry.claims.add_missing())
            await self._evict_idle()
            await asyncio.sleep(SWEEP_SECONDS)
            await attempt(registry.database.read_clock())

    async def keep_claims(self) -> None:
        """Renews them until the process ends: nothing else may delay that."""
        registry = self._registry
        renewed_at = registry.now()
        while True:
            if registry.now() - renewed_at > LEASE_MS:
                self._has_to_check = True
            if await attempt(registry.claims.renew()):
                renewed_at = registry.now()
            await asyncio.sleep(RENEW_SECONDS)

    async def keep_ending_days(self) -> None:
        """Until the process ends; a day may have many unfinished games."""
        while True:
            await attempt(self.end_days())
            await asyncio.sleep(DAY_SECONDS)

    def _has_to_compare(self, sweeps: int) -> bool:
        return self._registry.pubsub.is_shared and sweeps % COMPARE_SWEEPS == 0

    async def _evict_idle(self) -> None:
        """There may be thousands: others get their turn in between."""
        for n, name in enumerate(list(self._registry.tables), 1):
            self._registry.evict_if_idle(name)
            if n % SLICE == 0:
                await asyncio.sleep(0)

    async def _check_claims(self) -> None:
        lost, found = await self._registry.claims.check()
        for name in lost:
            if opened := self._registry.tables.get(name):
                opened.table.runs_here = opened.settings.is_alone
        for name in found:
            self._registry.run_here(name)

    async def _take_over(self) -> None:
        """Runs the tables that are due, and those in memory whose process has died."""
        registry = self._registry
        running = [name for name, opened in registry.tables.items() if opened.is_running]
        for name in await registry.claims.take_over(running):
            registry.run_here(name)
        for name in list(registry.claims.owned):
            if not registry.is_loaded(name):
                registry.spawn(registry.open_due(name))

    async def end_days(self) -> None:
        """Ends daily deals that are unfinished at the end of their day, with their points."""
        today = day_of(self._registry.now())
        unfinished = select(tables.c.id).where(
            tables.c.phase == "playing", tables.c.kind == "daily", tables.c.day < today
        )
        for row in await self._registry.database.rows(unfinished):
            try:
                await self._end_daily(row.id)
            except Exception as error:  # its game may not be installed any more
                log.warning("daily game %s cannot be ended: %s", row.id, error)

    async def _end_daily(self, name: str) -> None:
        registry = self._registry
        settings, projection, _ = await registry.journal.read(name)
        if projection and settings.day:
            await registry.journal.end(settings, projection, end_of(settings.day) - 1)
        registry.announce(name)
