"""A process is told to stop: its players go on at another one within two seconds."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from itertools import pairwise

from support.servers.fleet import Fleet
from support.servers.groups import Group, contest, table_of_two
from support.servers.networks.tcp_proxy import TcpProxy
from support.servers.players import Player, Progress

from tavolino.server.clock import now

KINDS = [contest(3600), contest(3600), table_of_two(), table_of_two(), table_of_two()]
CONTESTS = 2
YOUNG = 20
"""A game with fewer entries goes on for a while."""
WITHIN_MS = 2_000


def test_players_of_a_stopped_process_go_on_at_another(fleet: Fleet) -> None:
    """``SIGTERM``, behind a load balancer that turns to the other process if one refuses.

    The players of contests who were at the other process all the time say how slow this machine
    is: nobody waits for their moves, and they wait for nobody.
    """
    other, server = fleet.servers
    waits, paces = list[int](), list[int]()

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        await progress.more(20)
        while not all(map(is_young, groups)):
            await asyncio.sleep(0.05)
        stayed = [group.players[0] for group in groups[:CONTESTS]]
        moved = [group.players[1] for group in groups]
        connections = [player.live.connections for player in moved]
        stopped_at = now()
        server.send_signal(signal.SIGTERM)
        for player, before in zip(moved, connections):
            waits.append(await first_answer(player, before) - stopped_at)
        paces.append(max(longest_wait(player, stopped_at) for player in stayed))
        assert await asyncio.to_thread(server.wait) == 0
        await asyncio.to_thread(server.start)
        await progress.more(20)

    with TcpProxy(server.port, other.port) as front:
        urls = [other.url, f"http://127.0.0.1:{front.port}"]
        report = fleet.played(during, KINDS, urls)
    print(
        f"A process was stopped; from the signal to the next move of each of its players "
        f"{', '.join(f'{wait / 1000:.2f}' for wait in sorted(waits))} s (the longest wait of a "
        f"player of the other process: {paces[0] / 1000:.2f} s):",
        report,
    )
    assert max(waits) <= WITHIN_MS + paces[0], (waits, paces)


def is_young(group: Group) -> bool:
    known = [player.live.tables[group.tables[-1]] for player in group.players]
    return group.is_playing and all(one.own.count < YOUNG for one in known)


async def first_answer(player: Player, connection: int) -> int:
    """When a move was first acknowledged over a later connection."""
    while True:
        for one in player.acknowledged:
            if one.connection > connection:
                return one.answered_at
        await asyncio.sleep(0.02)


def longest_wait(player: Player, since: int) -> int:
    """Between two moves of somebody who was acknowledged at least one since then."""
    times = [one.answered_at for one in player.acknowledged]
    return max((later - at for at, later in pairwise([*times, now()]) if later > since), default=0)
