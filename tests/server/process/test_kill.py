"""Kill −9 at any moment: acknowledged moves are stored, and a command sent again is played once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

from support.servers.fleet import played
from support.servers.groups import Group, table_of_two
from support.servers.players import Progress
from support.servers.process import ForkedServer

KILLS = 25


def test_nothing_acknowledged_is_ever_lost(tmp_path: Path) -> None:
    rng = random.Random(7)
    with ForkedServer(tmp_path / "data", "--workers", "0") as server:
        server.start()

        async def during(groups: Sequence[Group], progress: Progress) -> None:
            for group in groups:
                for player in group.players:
                    player.pause = 0
            for _ in range(KILLS):
                while not any(group.is_playing for group in groups):
                    await asyncio.sleep(0.02)
                await progress.more(rng.randint(0, 20))
                await asyncio.sleep(rng.uniform(0, 0.01))  # any moment will do
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)

        database = f"sqlite:///{tmp_path / 'data' / 'tavolino.db'}"
        report = played(database, [server.url], during, [table_of_two()] * 6)
        server.stop()
    assert report.acknowledged > KILLS
    print(f"a server killed {KILLS} times:", report)
