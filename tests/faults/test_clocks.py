"""The clocks of two machines are ten seconds apart: the time of the database decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from support.servers.fleet import Fleet
from support.servers.groups import Group, contest, table_of_two
from support.servers.players import Progress

WRONG_CLOCK = """
import time
right, right_ns = time.time, time.time_ns
time.time = lambda: right() + {seconds}
time.time_ns = lambda: right_ns() + {seconds} * 1_000_000_000
"""
TURN, LIMIT = 2.0, 4.0
KINDS = [table_of_two(TURN), table_of_two(TURN), contest(LIMIT)]


def test_clocks_ten_seconds_apart(empty_fleet: Fleet) -> None:
    """No turn and no game ends early, and every entry has the right time."""
    for seconds in (-5, 5):
        empty_fleet.add(patch=WRONG_CLOCK.format(seconds=seconds))

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        slow, _, idle = groups
        for player in slow.players:
            player.pause = 2 * TURN
        for player in idle.players:
            player.is_idle = True
        await progress.more(20)
        while len(idle.tables) < 3:
            await asyncio.sleep(0.05)
        await progress.more(20)

    report = empty_fleet.played(during, KINDS)
    assert report.moves.automatic and report.moves.time_ups >= 2
    print("Two clocks ten seconds apart:", report)
