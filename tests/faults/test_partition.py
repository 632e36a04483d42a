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
    """Another one takes over its tables: turns of those who are cut off run out there, once."""

    async def until_alive(count: int) -> None:
        while len(await fleet.alive()) != count:
            await asyncio.sleep(0.1)

    with fleet.apart() as (server, apart):
        networks, processes = [fleet.networks[0], apart], len(fleet.servers)

        async def during(groups: Sequence[Group], progress: Progress) -> None:
            for number, network in enumerate(networks):
                await progress.more(20)
                await until_alive(processes)
                network.stall()
                await until_alive(processes - 1)
                while not any(g.is_away(number) or not g.is_playing for g in groups):
                    await asyncio.sleep(0.1)
                network.resume()
                await until_alive(processes)
            await progress.more(20)

        report = fleet.played(during, KINDS, [fleet.servers[0].url, server.url])
    assert report.moves.automatic
    ways = " and ".join(map(str, networks))
    print(f"Two processes cut off from PostgreSQL once each, by {ways}:", report)
