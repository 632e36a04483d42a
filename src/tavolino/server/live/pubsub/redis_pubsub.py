"""Pub/sub by Redis, which may go away and come back at any time."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Any

from redis.asyncio import Redis

from tavolino.server.live.cancellation import end_tasks
from tavolino.server.live.pubsub import OnContent, Subscriber, ignore

MAX_WAITING = 100_000
"""Messages that wait to be published; beyond that the oldest are lost."""
AT_ONCE = 500
"""Messages that are published together."""
BEAT_SECONDS = 0.5
"""Between two messages of a process to itself, by which it knows that messages arrive."""
LOST_SECONDS = 2.0
"""Without such a message, the connection counts as lost."""
RECEIVED_AT_ONCE = 50
"""Messages that are received before others get their turn."""
RETRY_SECONDS = 0.5
ANSWER_SECONDS = 3.0

log = logging.getLogger("tavolino.pubsub")


class RedisPubSub:
    is_shared = True

    def __init__(self, url: str) -> None:
        limits: dict[str, Any] = {"socket_keepalive": True}
        limits["socket_connect_timeout"] = ANSWER_SECONDS
        self._redis: Any = Redis.from_url(url, socket_timeout=ANSWER_SECONDS, **limits)
        self._listening: Any = Redis.from_url(url, **limits)
        self._process = secrets.token_hex(4)
        self._own = f"tavolino:process:{self._process}"
        self._subscribers: dict[str, Subscriber] = {}
        self._changes: dict[str, bool] = {}
        """Channels to subscribe to (True) or to leave (False) on the open connection."""
        self._has_changes = asyncio.Event()
        self._waiting: deque[tuple[str, str]] = deque(maxlen=MAX_WAITING)
        self._has_waiting = asyncio.Event()
        self._heard_at = -LOST_SECONDS
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_connected(self) -> bool:
        return time.monotonic() - self._heard_at < LOST_SECONDS

    def publish(self, channel: str, content: str) -> None:
        self._waiting.append((channel, content))
        self._has_waiting.set()

    def subscribe(
        self, channel: str, on_content: OnContent, on_gap: Callable[[], None] = ignore
    ) -> None:
        self._subscribers[channel] = Subscriber(on_content, on_gap)
        self._change(channel, True)

    def unsubscribe(self, channel: str) -> None:
        if self._subscribers.pop(channel, None):
            self._change(channel, False)

    def _change(self, channel: str, is_wanted: bool) -> None:
        self._changes[channel] = is_wanted
        self._has_changes.set()

    def open(self) -> None:
        self.subscribe(self._own, lambda _: None)
        loop = asyncio.get_running_loop()
        work = (self._publish_all(), self._receive_all(), self._beat())
        self._tasks = [loop.create_task(one) for one in work]

    # Publishing

    async def _publish_all(self) -> None:
        while True:
            await self._has_waiting.wait()
            self._has_waiting.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
                try:
                    await self._publish(batch)
                except Exception as error:
                    log.warning("publishing failed: %s", error)
                    self._waiting.extendleft(reversed(batch))
                    await asyncio.sleep(RETRY_SECONDS)

    async def _publish(self, batch: Sequence[tuple[str, str]]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for channel, content in batch:
                pipeline.publish(channel, f"{self._process} {content}")
            await pipeline.execute()

    async def _beat(self) -> None:
        while True:
            if (self._own, "") not in self._waiting:
                self.publish(self._own, "")
            await asyncio.sleep(BEAT_SECONDS)

    # Receiving

    async def _receive_all(self) -> None:
        while True:
            try:
                async with self._listening.pubsub() as pubsub:
                    await self._receive_from(pubsub)
            except Exception as error:
                log.warning("subscription lost: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _receive_from(self, pubsub: Any) -> None:
        self._changes = dict.fromkeys(self._subscribers, True)
        await self._apply_changes(pubsub)
        changing = asyncio.create_task(self._keep_changing(pubsub))
        began, received = time.monotonic(), 0
        try:
            while not changing.done():
                message = await pubsub.get_message(timeout=BEAT_SECONDS)
                if message is not None:
                    self._receive(message)
                    received += 1
                    if received % RECEIVED_AT_ONCE == 0:  # reading from a buffer does not wait
                        await asyncio.sleep(0)
                elif time.monotonic() - max(began, self._heard_at) > ANSWER_SECONDS:
                    raise TimeoutError("no message arrives")
            await changing
        finally:
            await end_tasks([changing])

    async def _keep_changing(self, pubsub: Any) -> None:
        while True:
            await self._has_changes.wait()
            await self._apply_changes(pubsub)

    async def _apply_changes(self, pubsub: Any) -> None:
        self._has_changes.clear()
        changes, self._changes = self._changes, {}
        if wanted := [channel for channel, is_wanted in changes.items() if is_wanted]:
            await pubsub.subscribe(*wanted)
        if unwanted := [channel for channel, is_wanted in changes.items() if not is_wanted]:
            await pubsub.unsubscribe(*unwanted)

    def _receive(self, message: Any) -> None:
        channel = message["channel"].decode()
        subscriber = self._subscribers.get(channel)
        if subscriber is None:
            return
        if message["type"] == "subscribe":
            self._call(subscriber.on_gap)
        elif message["type"] == "message":
            process, _, content = message["data"].decode().partition(" ")
            if process != self._process:
                self._call(lambda: subscriber.on_content(content))
            elif channel == self._own:
                self._heard_at = time.monotonic()

    def _call(self, event: Callable[[], None]) -> None:
        try:
            event()
        except Exception:  # the other channels still have to know
            log.exception("a message could not be handled")

    # Presence

    async def mark_present(self, users: Collection[str], seconds: int) -> None:
        """For each user a set of processes; Redis has no empty sets."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            for user in users:
                pipeline.sadd(_key(user), self._process)
                pipeline.expire(_key(user), seconds)
            await pipeline.execute()

    async def mark_absent(self, user: str) -> None:
        await self._redis.srem(_key(user), self._process)

    async def present(self, users: Sequence[str]) -> set[str]:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for user in users:
                pipeline.exists(_key(user))
            return {user for user, found in zip(users, await pipeline.execute()) if found}

    async def close(self) -> None:
        """Publishes what waits, if Redis is there."""
        await end_tasks(self._tasks)
        try:
            while self._waiting:
                await self._publish([self._waiting.popleft()])
        except Exception as error:
            log.warning("publishing failed: %s", error)
        await self._redis.aclose()
        await self._listening.aclose()


def _key(user: str) -> str:
    return f"tavolino:present:{user}"
