"""Python's collector of cycles, told what a server is like.

A match is a value that points to older values only, so its memory is freed by counting; tables and
connections are taken apart when they end. By default the collector would walk through all positions
of all tables again and again, and hold up every player meanwhile: a quarter of the time under load,
in pauses of up to 0.3 s. Here it looks at what is new, a few milliseconds at a time, and at
everything when nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tavolino.server.live.registry import TableRegistry

YOUNG = 5_000
"""So many new objects are looked at together."""
NEVER = 1_000_000
MANY = 20
"""Looks at new objects after which it is worth while to look at all."""
QUIET_SECONDS = 10.0
LATEST_SECONDS = 3600.0
"""After so long everything is looked at even if people play all the time."""


def collect_seldom() -> None:
    """What has been loaded so far stays as long as the server does, and need not be looked at."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def collect_when_quiet(registry: TableRegistry) -> None:
    last = monotonic()
    while True:
        moves = registry.moves
        await asyncio.sleep(QUIET_SECONDS)
        is_time = registry.moves == moves or monotonic() - last > LATEST_SECONDS
        _, looks, _ = gc.get_count()
        if is_time and looks > MANY:
            gc.collect()
            last = monotonic()
