"""The disk is full for a while: moves are refused, nothing is lost, and play goes on."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Sequence
from pathlib import Path

from support.databases.small_postgres import SmallPostgres
from support.servers.fleet import played
from support.servers.groups import Group
from support.servers.players import Player, Progress
from support.servers.process import ServerProcess, free_port

from tavolino.server.errors import Unavailable

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def players_of(groups: Sequence[Group]) -> list[Player]:
    return [player for group in groups for player in group.players]


async def until_refused(players: Sequence[Player]) -> None:
    """As many more moves as there are players."""
    wanted = sum(len(player.refusals) for player in players) + len(players)
    while sum(len(player.refusals) for player in players) < wanted:
        await asyncio.sleep(0.02)


def check_refusals(players: Sequence[Player]) -> None:
    assert all(isinstance(one, Unavailable) for player in players for one in player.refusals)


def test_a_full_disk_of_sqlite(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--workers", "0")
    server.start()

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        players = players_of(groups)
        for _ in range(3):
            await progress.more(20)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1_000, UNLIMITED[1]))
            await until_refused(players)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, UNLIMITED)
        await progress.more(20)
        check_refusals(players)

    try:
        said = played(f"sqlite:///{tmp_path / 'tavolino.db'}", [server.url], during)
    finally:
        status = server.stop()
    assert status == 0
    print("a full disk three times:", said)


def test_a_full_disk_of_postgresql(tmp_path: Path) -> None:
    """First there is room in the log of writes, and only moves are refused; then there is none."""
    with SmallPostgres(free_port()) as postgres:
        server = ServerProcess(tmp_path, "--database", postgres.url, "--workers", "0")
        server.start()

        async def during(groups: Sequence[Group], progress: Progress) -> None:
            players = players_of(groups)
            for has_to_crash in (False, True):
                await progress.more(20)
                await asyncio.to_thread(postgres.fill)
                await until_refused(players)
                if has_to_crash:
                    await asyncio.to_thread(postgres.crash)
                await asyncio.to_thread(postgres.free)
            await progress.more(20)
            check_refusals(players)

        try:
            report = played(postgres.url, [server.url], during)
        finally:
            status = server.stop()
        assert status == 0
        assert postgres.complaints
        print(
            f"PostgreSQL without room twice, by {postgres} ({postgres.complaints} times "
            f"{postgres.complaint!r}), and crashed by it once:",
            report,
        )
