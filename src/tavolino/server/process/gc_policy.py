"""Python's cycle collector, tuned for a server.

A match refers only to older values, so reference counting frees it; tables and connections break
their cycles when they are closed. By default the collector would traverse the positions of all
tables again and again: a quarter of the time under load, in pauses of up to 0.3 s. Here it collects
new objects, a few milliseconds at a time, and everything when nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from time import monotonic

YOUNG_OBJECTS = 5_000
"""New objects that trigger a small collection."""
NEVER = 1_000_000
MIN_SMALL_COLLECTIONS = 20
"""The number of small collections after which a full one is worthwhile."""
QUIET_SECONDS = 10.0
MAX_SECONDS = 3600.0
"""After this time a full collection runs even while people play."""


def collect_seldom() -> None:
    """Excludes what has been loaded so far, and collects only new objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
    gc.enable()


async def collect_when_quiet(
    loaded: Callable[[], Awaitable[object]], count_moves: Callable[[], int]
) -> None:
    """``loaded`` waits for what is loaded after the start: the compiler has a million objects."""
    await loaded()
    gc.freeze()
    last = monotonic()
    while True:
        moves = count_moves()
        await asyncio.sleep(QUIET_SECONDS)
        is_quiet = count_moves() == moves
        _, small_collections, _ = gc.get_count()
        if is_worthwhile(is_quiet, monotonic() - last, small_collections):
            gc.collect()
            last = monotonic()


def is_worthwhile(is_quiet: bool, seconds: float, small_collections: int) -> bool:
    """Is it time for a full collection? ``seconds``: time since the last one."""
    return (is_quiet or seconds > MAX_SECONDS) and small_collections > MIN_SMALL_COLLECTIONS
