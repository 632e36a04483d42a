"""Two processes behind one port: one is killed, or all are replaced, while people play."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator, Sequence

import pytest
from support.servers.fleet import Fleet, new_fleet
from support.servers.groups import Group, contest, table_of_two, table_with_bot
from support.servers.players import Progress
from support.servers.process import ServerProcess

KINDS = [table_of_two(3), table_with_bot(3), contest(5), contest(60)]
"""The second contest ends when all have finished, not by its clock."""


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with new_fleet(tmp_path_factory.mktemp("pair")) as fleet:
        fleet.add_supervised()
        yield fleet


async def replaced(server: ServerProcess, old: Sequence[int]) -> None:
    """Waits until none of these runs, and as many others do."""
    while set(old) & set(server.members()) or len(server.members()) < 2:
        await asyncio.sleep(0.05)


def test_a_process_is_killed_under_load(pair: Fleet) -> None:
    """The other one has its tables within two seconds after its claims have ended."""
    (server,) = pair.servers
    waits = list[float]()

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        await progress.more(20)
        while len(before := await pair.alive()) < 2:
            await asyncio.sleep(0.05)
        victim = server.members()[0]
        os.kill(victim, signal.SIGKILL)
        began = time.monotonic()
        while before <= await pair.alive():
            await asyncio.sleep(0.05)
        waits.append(time.monotonic() - began)
        await replaced(server, [victim])
        await progress.more(20)

    report = pair.played(during, KINDS)
    print(f"A process killed behind one port (found dead after {waits[0]:.1f} s):", report)


def test_all_processes_are_replaced_in_turn(pair: Fleet) -> None:
    """``SIGHUP``: nobody is refused, and no table has to wait for the end of a claim."""
    (server,) = pair.servers

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        await progress.more(20)
        players = [player for group in groups for player in group.players]
        connections = [player.live.connections for player in players]
        old = server.members()
        server.send_signal(signal.SIGHUP)
        await replaced(server, old)
        for player, before in zip(players, connections):
            while player.live.connections == before:
                await asyncio.sleep(0.05)
        await progress.more(20)

    print("All processes replaced:", pair.played(during, [table_of_two(), table_with_bot()]))
