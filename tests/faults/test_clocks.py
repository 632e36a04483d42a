"""The clocks of two machines are ten seconds apart: the time of the database decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from email.utils import parsedate_to_datetime

import httpx
from support.servers.fleet import Fleet
from support.servers.groups import Group, contest, table_of_two
from support.servers.players import Progress
from support.servers.takeover import Watch
from support.timeout import TIMEOUT

from tavolino.game import Stop

APART = 10
TURN, LIMIT = 1.0, 4.0
KINDS = [table_of_two(TURN), contest(LIMIT)]
ENOUGH = 3
"""Turns whose clock runs out."""
AHEAD = f"""
import time

now, now_ns = time.time, time.time_ns
time.time = lambda: now() + {APART}
time.time_ns = lambda: now_ns() + {APART} * 10**9
"""


def test_clocks_ten_seconds_apart(empty_fleet: Fleet) -> None:
    """A turn begins with a move at one process and ends by the clock of the other."""
    ahead, right = empty_fleet.add(patch=AHEAD), empty_fleet.add()
    times = [parsedate_to_datetime(httpx.get(s.url).headers["date"]) for s in (ahead, right)]
    assert (times[0] - times[1]).total_seconds() > APART / 2, "expected two clocks"

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        for group in groups:
            group.players[1].is_idle = True
        with Watch(empty_fleet.postgres.url) as watch:
            begin = await watch.leases()
            async with asyncio.timeout(TIMEOUT):
                while not all([await has_seen_enough(watch, group) for group in groups]):
                    await asyncio.sleep(0.1)
            end = await watch.leases()
            for group in groups:
                for entry in await watch.entries_of(group.tables[0], 0):
                    far = 1000 * APART / 2
                    assert begin.at - far < entry.at < end.at + far, entry

    # Who takes the last seat starts the table, so that their process runs it.
    report = empty_fleet.played(during, KINDS, [right.url, ahead.url])
    assert report.moves.automatic >= ENOUGH and report.moves.time_ups
    print(f"Clocks {APART} s apart:", report)


async def has_seen_enough(watch: Watch, group: Group) -> bool:
    rows = [row for table in group.tables for row in await watch.entries_of(table, 0)]
    if group.settings["kind"] == "contest":
        return any(row.text == f"referee: {Stop.TIME_UP}" for row in rows)
    return len([row for row in rows if row.is_automatic]) >= ENOUGH
