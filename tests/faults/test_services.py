"""Redis and PostgreSQL go away and come back while people play at two processes."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence

from support.servers.fleet import Fleet
from support.servers.groups import Group
from support.servers.players import Progress

MOVES = 40


def test_redis_is_killed_and_started_again(fleet: Fleet) -> None:
    """Meanwhile play goes on: each process looks at the log by itself."""

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        await progress.more(MOVES)
        for _ in range(2):
            await asyncio.to_thread(fleet.redis.kill)
            await progress.more(4 * len(groups))
            await asyncio.to_thread(fleet.redis.start)
            await progress.more(MOVES)

    print("Redis killed twice:", fleet.played(during))


def test_postgresql_is_restarted_and_crashes(fleet: Fleet) -> None:
    async def during(groups: Sequence[Group], progress: Progress) -> None:
        for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGQUIT):
            await progress.more(MOVES)
            await asyncio.to_thread(fleet.postgres.stop, how)
            await asyncio.to_thread(fleet.postgres.start)
        await progress.more(MOVES)

    print("PostgreSQL restarted, and crashed twice:", fleet.played(during))
