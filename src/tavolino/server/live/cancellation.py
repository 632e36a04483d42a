"""Ends tasks, also those that lose a cancellation.

``asyncio.wait_for`` of Python 3.11 loses one that comes together with its result (CPython issue
86296), and the client of Redis uses it for every command: the task goes on, and who waits for its
end would wait forever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_SECONDS = 0.2
"""After which a task that goes on is cancelled again."""


async def end_tasks(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancels tasks until all of them have ended; what they raise is ignored."""
    ended, going_on = set[asyncio.Future[Any]](), set(tasks)
    while going_on:
        for task in going_on:
            task.cancel()
        done, going_on = await asyncio.wait(going_on, timeout=AGAIN_SECONDS)
        ended |= done
    await asyncio.gather(*ended, return_exceptions=True)
