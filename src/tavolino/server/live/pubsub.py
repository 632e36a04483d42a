"""Pub/sub between processes: which table was written to. The others then read its log.

The messages carry no content, so correctness does not depend on them: a process that misses one
catches up when its own next entry violates the primary key, or with the next message.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

OnTable: TypeAlias = Callable[[str], None]
"""Called with the id of a table that another process has written to."""

CHANNEL = "tavolino:tables"
log = logging.getLogger("tavolino.pubsub")


class PubSub(Protocol):
    def publish(self, table: str) -> None: ...

    def subscribe(self, on_table: OnTable) -> None: ...

    async def close(self) -> None: ...


class LocalPubSub:
    """For a single process."""

    def publish(self, table: str) -> None:
        pass

    def subscribe(self, on_table: OnTable) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisPubSub:
    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url)
        self._process = secrets.token_hex(4)
        self._waiting: dict[str, None] = {}
        self._has_waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def publish(self, table: str) -> None:
        """Several messages about one table are merged."""
        self._waiting[table] = None
        self._has_waiting.set()

    def subscribe(self, on_table: OnTable) -> None:
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._publish_all()),
            loop.create_task(self._receive_all(on_table)),
        ]

    async def _publish_all(self) -> None:
        while True:
            await self._has_waiting.wait()
            self._has_waiting.clear()
            waiting, self._waiting = self._waiting, {}
            try:
                for table in waiting:
                    await self._redis.publish(CHANNEL, f"{self._process} {table}")
            except Exception as error:
                log.warning("publishing failed: %s", error)
                await asyncio.sleep(1)

    async def _receive_all(self, on_table: OnTable) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            process, _, table = message["data"].decode().partition(" ")
                            if process != self._process:
                                on_table(table)
            except Exception as error:
                log.warning("subscription lost: %s", error)
                await asyncio.sleep(1)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


def open_pubsub(url: str) -> PubSub:
    return RedisPubSub(url) if url else LocalPubSub()
