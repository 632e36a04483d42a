"""Two processes behind one port: one is killed, or all are replaced, while people play."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator, Sequence

import pytest
from support.servers.fault_check import Report
from support.servers.fleet import Fleet, new_fleet
from support.servers.groups import Group, contest, table_of_two, table_with_bot
from support.servers.players import Progress
from support.servers.process import ServerProcess
from support.servers.takeover import Watch
from support.timeout import TIMEOUT

TURN, LIMIT = 1.0, 4.0
KINDS = [table_of_two(TURN), table_with_bot(TURN), contest(LIMIT), table_of_two(), contest(60)]
"""The second contest ends when all have finished, not by its clock."""
WITH_CLOCKS = 3
"""The first of them go on by their clocks and bots."""


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with new_fleet(tmp_path_factory.mktemp("pair")) as fleet:
        fleet.add_supervised()
        yield fleet


async def replaced(server: ServerProcess, old: Sequence[int]) -> None:
    """Waits until none of these runs, and as many others do."""
    while set(old) & set(server.members()) or len(server.members()) < 2:
        await asyncio.sleep(0.05)


async def until_clocks_go_on(watch: Watch, groups: Sequence[Group]) -> None:
    """From now on, a clock of each kind runs out, and a bot moves."""
    since = (await watch.leases()).at
    async with asyncio.timeout(TIMEOUT):
        await watch.until_clocks_go_on(since, *(group.tables for group in groups[:WITH_CLOCKS]))


def let_clocks_run(groups: Sequence[Group]) -> None:
    """The turns of the first group end by the clock, and the first contest too."""
    slow, _, timed, *_ = groups
    for player in slow.players:
        player.pause = 3 * TURN
    for player in timed.players:
        player.is_idle = True


def test_a_process_is_killed_under_load(pair: Fleet) -> None:
    """The other one has its tables within two seconds after its claims have ended."""
    (server,) = pair.servers
    waits = list[float]()

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        let_clocks_run(groups)
        await progress.more(20)
        while len(before := await pair.alive()) < 2:
            await asyncio.sleep(0.05)
        with Watch(pair.postgres.url) as watch:
            await until_clocks_go_on(watch, groups)
            victim = server.members()[0]
            os.kill(victim, signal.SIGKILL)
            began = time.monotonic()
            while before <= await pair.alive():
                await asyncio.sleep(0.05)
            waits.append(time.monotonic() - began)
            await until_clocks_go_on(watch, groups)
        await replaced(server, [victim])
        await progress.more(20)

    report = pair.played(during, KINDS)
    check_that_clocks_went_on(report)
    print(f"A process killed behind one port (found dead after {waits[0]:.1f} s):", report)


def check_that_clocks_went_on(report: Report) -> None:
    """Before and after the fault; the report says that everything was done once."""
    assert report.moves.automatic >= 2 and report.moves.bots >= 2 and report.moves.time_ups >= 2


def test_all_processes_are_replaced_in_turn(pair: Fleet) -> None:
    """``SIGHUP``: nobody is refused, and no table has to wait for the end of a claim."""
    (server,) = pair.servers

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        let_clocks_run(groups)
        await progress.more(20)
        players = [player for group in groups for player in group.players]
        connections = [player.live.connections for player in players]
        with Watch(pair.postgres.url) as watch:
            await until_clocks_go_on(watch, groups)
            old = server.members()
            server.send_signal(signal.SIGHUP)
            await replaced(server, old)
            for player, before in zip(players, connections):
                while player.live.connections == before:
                    await asyncio.sleep(0.05)
            await until_clocks_go_on(watch, groups)
        await progress.more(20)

    report = pair.played(during, KINDS)
    check_that_clocks_went_on(report)
    print("All processes replaced:", report)
