"""Verifies records in threads of its own: with a budget, in turn by user, and each record once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from hashlib import blake2b
from threading import Event, Lock
from time import thread_time

from tavolino.game import AnyGame
from tavolino.record import Record
from tavolino.server.live.domain.table_settings import TableSettings
from tavolino.server.queues.fair_pool import FairThreads
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.stored_tables import build_record
from tavolino.server.records.verification import Verification, verification_of

THREADS = 2
"""One owner has at most one of them."""
MAX_WAITING, MAX_OF_OWNER = 256, 64
MAX_KEPT = 4_096
"""Verifications that are not computed again."""


class Verifier:
    def __init__(self, ready: Callable[[AnyGame], Awaitable[None]], seconds: float) -> None:
        """``ready`` waits until the referee of a game is loaded."""
        self._ready, self._seconds = ready, seconds
        self._threads = FairThreads(THREADS, "verifier", MAX_WAITING, MAX_OF_OWNER)
        self._kept: OrderedDict[bytes, Verification] = OrderedDict()
        self._is_closed, self._lock = Event(), Lock()

    @property
    def waiting(self) -> int:
        return self._threads.waiting

    async def verify_table(
        self, requester: Requester, settings: TableSettings, log: Sequence[str]
    ) -> Verification:
        """The verification of a table that is revealed."""
        # With the names, which change when a player is deleted.
        key = _digest(settings.id, *(seat.name for seat in settings.seats), *log)
        return await self._verify(
            requester, key, settings.game, lambda: build_record(settings, log, with_seed=True)
        )

    async def verify_upload(self, requester: Requester, record: Record, text: str) -> Verification:
        return await self._verify(requester, _digest(text), record.match.game, lambda: record)

    async def _verify(
        self, requester: Requester, key: bytes, game: AnyGame, read: Callable[[], Record]
    ) -> Verification:
        found = self._find(key)
        if found is None:
            await self._ready(game)  # compiling does not count as verifying
            found = await self._in_thread(requester, key, read)
        return found

    async def _in_thread(
        self, requester: Requester, key: bytes, read: Callable[[], Record]
    ) -> Verification:
        is_left = Event()

        def work() -> Verification:
            found = self._find(key)  # somebody else may have asked for the same
            if found is None:
                found = self._within_budget(read, is_left)
                if not is_left.is_set():
                    self._keep(key, found)  # before the next one who waits has a turn
            return found

        try:
            return await self._threads.run(requester, work)
        except asyncio.CancelledError:
            is_left.set()
            raise

    def _within_budget(self, read: Callable[[], Record], is_left: Event) -> Verification:
        def must_stop() -> bool:
            return is_left.is_set() or self._is_closed.is_set()

        started = thread_time()
        record = read()
        return verification_of(record, self._seconds - (thread_time() - started), must_stop)

    def _find(self, key: bytes) -> Verification | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: bytes, found: Verification) -> None:
        with self._lock:
            self._kept[key] = found
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)

    def close(self) -> None:
        self._is_closed.set()
        self._threads.close()


def _digest(*texts: str) -> bytes:
    return blake2b("\n".join(texts).encode(), digest_size=20).digest()
