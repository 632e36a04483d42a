"""One process is cut off from PostgreSQL while people play at two: no packet passes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from support.servers.fleet import Fleet
from support.servers.groups import Group, table_of_two, table_with_bot
from support.servers.players import Progress

TURN = 2.0
KINDS = [table_of_two(TURN), table_with_bot(TURN), table_of_two(TURN)]


def test_a_process_is_cut_off_from_postgresql(fleet: Fleet) -> None:
    """The other one takes over its tables: turns of those who are cut off run out there, once."""

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        for number, network in enumerate(fleet.networks):
            await progress.more(20)
            network.stall()
            while len(await fleet.alive()) == 2:
                await asyncio.sleep(0.1)
            while not any(g.is_away(number) or not g.is_playing for g in groups):
                await asyncio.sleep(0.1)
            network.resume()
            while len(await fleet.alive()) == 1:
                await asyncio.sleep(0.1)
        await progress.more(20)

    report = fleet.played(during, KINDS)
    assert report.moves.automatic
    print("Each process cut off from PostgreSQL once:", report)
