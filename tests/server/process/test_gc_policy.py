"""The cycle collector hardly ever runs, and does not traverse what was loaded."""

from __future__ import annotations

import asyncio
import gc

import pytest

from tavolino.server.process import gc_policy


@pytest.mark.parametrize(
    ("is_quiet", "seconds", "small_collections", "is_time"),
    [
        (True, 10, gc_policy.MIN_SMALL_COLLECTIONS + 1, True),
        (True, 10, gc_policy.MIN_SMALL_COLLECTIONS, False),
        (False, 10, 1_000, False),
        (False, gc_policy.MAX_SECONDS + 1, 1_000, True),
    ],
)
def test_a_full_collection_waits_until_nobody_plays_or_for_an_hour(
    is_quiet: bool, seconds: float, small_collections: int, is_time: bool
) -> None:
    assert gc_policy.is_worthwhile(is_quiet, seconds, small_collections) is is_time


def test_what_is_loaded_after_the_start_is_not_traversed_again() -> None:
    """The compiler: to traverse its objects holds everybody up for a tenth of a second."""

    async def scenario() -> None:
        is_loaded = asyncio.Event()
        collecting = asyncio.create_task(gc_policy.collect_when_quiet(is_loaded.wait, lambda: 0))
        await asyncio.sleep(0)
        before = gc.get_freeze_count()
        loaded = [[n] for n in range(10_000)]
        is_loaded.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert gc.get_freeze_count() >= before + len(loaded)
        collecting.cancel()

    try:
        asyncio.run(scenario())
    finally:
        gc.unfreeze()
