"""The process that runs the clocks and the bots is killed while people play."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from support.servers.fleet import Fleet
from support.servers.groups import Group, contest, table_of_two, table_with_bot
from support.servers.players import Progress
from support.servers.takeover import Leases, Takeover, Watch
from support.timeout import TIMEOUT

TURN, LIMIT = 1.0, 4.0
KINDS = [table_of_two(), table_of_two(TURN), table_with_bot(TURN), contest(LIMIT)]
SLOW, CONTEST = 1, 3
YOUNG = 50
"""A game with fewer entries goes on for a while: its players have 64 pieces or more to place."""


@pytest.mark.parametrize("victim", [1, 0])
def test_the_process_of_clocks_and_bots_is_killed(fleet: Fleet, victim: int) -> None:
    """The other one goes on with them, and everything happens once."""
    server, other = fleet.servers[victim], fleet.servers[1 - victim]
    takeovers = list[Takeover]()

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        for group in groups:  # it takes a while: fewer moves do
            for player in group.players:
                player.pause = 3 * TURN if group is groups[SLOW] else 0.2
        for player in groups[CONTEST].players:
            player.is_idle = True
        await progress.more(20)
        with Watch(fleet.postgres.url) as watch:
            async with asyncio.timeout(TIMEOUT):
                before, tables, owner = await until_one_runs_all(watch, groups)
            await asyncio.to_thread(server.kill)
            try:
                async with asyncio.timeout(TIMEOUT):
                    takeovers.append(takeover := await watch.takeover(before, owner))
                    own = [[table] for table in tables[SLOW:]]
                    await watch.until_clocks_go_on(takeover.deadline, *own)
                await asyncio.to_thread(takeover.check, watch.engine)
            finally:  # other tests use it too
                await asyncio.to_thread(server.start)
        await progress.more(20)

    # Who takes the last seat starts the table, so that their process runs it.
    report = fleet.played(during, KINDS, [other.url, server.url])
    assert report.moves.automatic and report.moves.bots and report.moves.time_ups
    print(f"The process of all clocks and bots killed ({takeovers[0]}):", report)


async def until_one_runs_all(
    watch: Watch, groups: Sequence[Group]
) -> tuple[Leases, list[str], str]:
    """One process, the last result, runs all clocks and bots, and none of their games ends soon."""
    while True:
        leases, tables = await watch.leases(), [group.tables[-1] for group in groups]
        owner, *others = [leases.owners.get(table) for table in tables[SLOW:]]
        are_on = all(goes_on(group, leases.at) for group in groups[SLOW:])
        if are_on and owner and set(others) == {owner}:
            return leases, tables, owner
        await asyncio.sleep(0.05)


def goes_on(group: Group, at: int) -> bool:
    """Is a game under way that will not end within a second?"""
    if not group.is_playing:
        return False
    known = group.players[0].live.tables[group.tables[-1]]
    ends_at = known.info.ends_at if known.info else None
    return known.own.seq < YOUNG and (ends_at is None or ends_at > at + 1000)
