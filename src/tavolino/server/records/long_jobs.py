"""Long work about records, done once: in the bot processes, and kept in the database.

A request starts the work, or finds it under way, and waits a moment for it; the client asks again
until it is done. So nothing is lost when a page is closed, and every process finds what another one
has done. If the database does not answer, the work is done again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Generic, TypeVar

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError

from tavolino.server.clock import now
from tavolino.server.errors import Refusal
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import job_results
from tavolino.server.storage.writer import ConflictError, Statement

T = TypeVar("T")
LONGEST_WAIT = 1.0
"""Seconds that a request waits for the end of the work."""
VERSION = 1
"""Raised when the same record could have another result; old ones are then not found."""

log = logging.getLogger("tavolino.server")


def key_of(kind: str, *parts: object) -> bytes:
    text = "\n".join([f"{kind} {VERSION}", *map(str, parts)])
    return blake2b(text.encode(), digest_size=20).digest()


class LongJobs(Generic[T]):
    """The jobs of one kind."""

    def __init__(self, database: Database, kind: type[T]) -> None:
        self._database = database
        self._decoder = msgspec.json.Decoder(kind)
        self._running: dict[bytes, asyncio.Task[T]] = {}

    async def get(
        self,
        requester: Requester,
        key: bytes,
        work: Callable[[], Awaitable[T]],
        longest_wait: float = LONGEST_WAIT,
    ) -> T | None:
        """What it found, or None if it is not done after a moment."""
        if key not in self._running:
            found = await self._find(requester, key)
            if found is not None:
                return found
        if key not in self._running:  # nobody else has begun it meanwhile
            task = asyncio.create_task(self._run(key, work))
            task.add_done_callback(lambda done: self._end(key, done))
            self._running[key] = task
        running = self._running[key]
        done, _ = await asyncio.wait({running}, timeout=longest_wait)
        return running.result() if done else None

    async def _find(self, requester: Requester, key: bytes) -> T | None:
        query = select(job_results.c.data).where(job_results.c.key == key)
        row = await self._database.row(query, requester)
        return None if row is None else self._decoder.decode(row.data)

    async def _run(self, key: bytes, work: Callable[[], Awaitable[T]]) -> T:
        found = await work()
        values = {"key": key, "data": msgspec.json.encode(found), "created_at": now()}
        try:
            await self._database.writer.write(Statement(insert(job_results).values(**values)))
        except ConflictError:
            pass  # another process was as quick
        except (Refusal, SQLAlchemyError) as error:
            log.warning("the result of a job could not be stored: %s", str(error).splitlines()[0])
        return found

    def _end(self, key: bytes, task: asyncio.Task[T]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # the one who asked may be gone, and nobody else asks for it

    def close(self) -> None:
        for task in self._running.values():
            task.cancel()
