"""What cannot be published waits, and keeps its order."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from support.timeout import TIMEOUT

from tavolino.server.live.pubsub import redis_pubsub
from tavolino.server.live.pubsub.redis_pubsub import RedisPubSub


def test_a_message_that_could_not_be_published_is_published_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(redis_pubsub, "RETRY_SECONDS", 0.01)

    async def scenario() -> None:
        pubsub = RedisPubSub("redis://127.0.0.1:1")
        failures, published = list[int](), list[tuple[str, str]]()

        async def publish(batch: Sequence[tuple[str, str]]) -> None:
            if len(failures) < 3:
                failures.append(1)
                pubsub.publish("table", f"during failure {len(failures)}")
                raise ConnectionError("Redis is away")
            published.extend(batch)

        monkeypatch.setattr(pubsub, "_publish", publish)
        publishing = asyncio.create_task(pubsub._publish_all())
        pubsub.publish("table", "first")
        async with asyncio.timeout(TIMEOUT):
            while len(published) < 4:
                await asyncio.sleep(0.01)
        assert [content for _, content in published] == [
            "first",
            *(f"during failure {n}" for n in (1, 2, 3)),
        ]
        publishing.cancel()

    asyncio.run(scenario())
