"""Processes tell each other which table was written to; each then reads the log.

The pubsub carries no content, so that nothing depends on it: a process that misses a ring learns of
the entry when its own next one breaks the primary key, or from the next ring.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

Heard: TypeAlias = Callable[[str], None]

CHANNEL = "tavolino:tables"
log = logging.getLogger("tavolino.pubsub")


class PubSub(Protocol):
    def ring(self, table: str) -> None: ...

    def listen(self, heard: Heard) -> None: ...

    async def close(self) -> None: ...


class LocalPubSub:
    """There is only one process."""

    def ring(self, table: str) -> None:
        pass

    def listen(self, heard: Heard) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisPubSub:
    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url)
        self._me = secrets.token_hex(4)
        self._rung: dict[str, None] = {}
        self._is_any = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def ring(self, table: str) -> None:
        """Several rings for one table become one."""
        self._rung[table] = None
        self._is_any.set()

    def listen(self, heard: Heard) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._ringing()), loop.create_task(self._hearing(heard))]

    async def _ringing(self) -> None:
        while True:
            await self._is_any.wait()
            self._is_any.clear()
            rung, self._rung = self._rung, {}
            try:
                for table in rung:
                    await self._redis.publish(CHANNEL, f"{self._me} {table}")
            except Exception as error:
                log.warning("the pubsub cannot be rung: %s", error)
                await asyncio.sleep(1)

    async def _hearing(self, heard: Heard) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            who, _, table = message["data"].decode().partition(" ")
                            if who != self._me:
                                heard(table)
            except Exception as error:
                log.warning("the pubsub is not heard: %s", error)
                await asyncio.sleep(1)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


def open_pubsub(url: str) -> PubSub:
    return RedisPubSub(url) if url else LocalPubSub()
