"""Tasks end, although something inside them has lost a cancellation."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from support.timeout import TIMEOUT

from tavolino.server.live.cancellation import end_tasks
from tavolino.server.live.pubsub import redis_pubsub


async def forever() -> None:
    await asyncio.Event().wait()


async def loses_a_cancellation() -> None:
    with suppress(asyncio.CancelledError):
        await forever()
    await forever()


async def fails() -> None:
    raise ValueError("expected to be ignored")


def test_every_task_ends() -> None:
    async def run() -> None:
        tasks = [asyncio.create_task(one()) for one in (forever, loses_a_cancellation, fails)]
        await asyncio.sleep(0)
        async with asyncio.timeout(TIMEOUT):
            await end_tasks(tasks)
        assert [task.cancelled() for task in tasks] == [True, True, False]

    asyncio.run(run())


def test_a_publisher_closes_whose_command_has_lost_its_cancellation(
    monkeypatch: pytest.MonkeyPatch, redis: str
) -> None:
    """As ``asyncio.wait_for`` does it, if the answer of Redis comes at that moment."""

    async def run() -> None:
        pubsub = redis_pubsub.RedisPubSub(redis)
        publishing = asyncio.Event()

        async def publish(batch: object) -> None:
            publishing.set()
            with suppress(asyncio.CancelledError):
                await forever()

        monkeypatch.setattr(pubsub, "_publish", publish)
        pubsub.open()
        async with asyncio.timeout(TIMEOUT):
            await publishing.wait()
            monkeypatch.undo()
            await pubsub.close()

    asyncio.run(run())
