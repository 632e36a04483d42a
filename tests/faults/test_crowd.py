"""A process is killed, and a thousand who watched there come to the other one at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import create_engine
from support.log_check import check_against_log
from support.servers.crowd import Crowd
from support.servers.fleet import Fleet
from support.servers.groups import Group
from support.servers.players import Progress

from tavolino.server.config import Config
from tavolino.server.process.web_server import raise_file_limit

SIZE = 1_000


def test_a_thousand_reconnect_at_once(fleet: Fleet) -> None:
    """Nobody is refused or taken back to an earlier position, and the players go on meanwhile."""
    raise_file_limit(Config(Path()))  # often 1,024, and every onlooker has a socket
    other, server = fleet.servers
    crowds, seconds = list[Crowd](), list[float]()

    async def during(groups: Sequence[Group], progress: Progress) -> None:
        await progress.more(10)
        tables = [group.tables[-1] for group in groups]
        crowds.append(crowd := await Crowd.gather(SIZE, server.url, tables))
        await crowd.arrive(server.url)
        await asyncio.to_thread(server.kill)
        began = time.monotonic()
        await crowd.arrive(other.url)
        seconds.append(time.monotonic() - began)
        await crowd.leave()
        await asyncio.to_thread(server.start)
        await progress.more(20)

    report = fleet.played(during)
    engine = create_engine(fleet.postgres.url)
    compared = check_against_log(engine, crowds[0].transcripts())
    engine.dispose()
    assert compared == 2 * SIZE
    print(f"{SIZE} onlookers reconnected within {seconds[0]:.1f} s:", report)
