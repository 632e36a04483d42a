"""The disk is full for a while: moves are refused, nothing is lost, and play goes on."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Sequence
from pathlib import Path

from support.servers.fleet import played
from support.servers.groups import Group
from support.servers.players import Progress
from support.servers.process import ServerProcess

from tavolino.server.errors import Unavailable

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def test_a_full_disk(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--workers", "0")
    server.start()

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        players = [player for group in groups for player in group.players]
        for _ in range(3):
            await progress.more(20)
            refused = sum(len(player.refusals) for player in players)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1_000, UNLIMITED[1]))
            while sum(len(player.refusals) for player in players) < refused + len(players):
                await asyncio.sleep(0.02)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, UNLIMITED)
        await progress.more(20)
        assert all(isinstance(one, Unavailable) for player in players for one in player.refusals)

    try:
        said = played(f"sqlite:///{tmp_path / 'tavolino.db'}", [server.url], during)
    finally:
        status = server.stop()
    assert status == 0
    print("a full disk three times:", said)
