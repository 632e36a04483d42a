"""Two server processes, PostgreSQL and Redis: any process serves any table."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from support.fixtures import Cluster
from support.server_process import ServerProcess, free_port
from support.timeout import TIMEOUT

from tavolino.client import Client
from tavolino.server.errors import Stale


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.fail("redis-server is needed: apt install redis-server (make test installs it)")
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir"]
    options.append(str(tmp_path_factory.mktemp("redis")))
    process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(TIMEOUT)


@pytest.fixture(scope="module")
def servers(
    tmp_path_factory: pytest.TempPathFactory, postgres: Cluster, redis: str
) -> Iterator[list[ServerProcess]]:
    options = ("--database", postgres.new_database(), "--redis", redis)
    two = [ServerProcess(tmp_path_factory.mktemp("server"), *options) for _ in range(2)]
    two[0].start()  # creates the tables of the database
    two[1].start()
    try:
        yield two
    finally:
        for server in two:
            server.stop()


def test_players_at_two_processes_share_a_table(servers: list[ServerProcess]) -> None:
    async def scenario() -> None:
        anna, bruno = (Client(server.url) for server in servers)
        await anna.guest()
        await bruno.guest()
        info = await anna.create_table("table", "aftaebr")
        await bruno.join(info.table)
        table, rng = info.table, random.Random(3)
        async with anna.connect() as one, bruno.connect() as other:
            lives = [one, other]
            for live in lives:
                await live.watch(table)
                await live.until(lambda live=live: bool(live.tables[table].updates))  # type: ignore[misc]
            for _ in range(30):
                seq = max(live.position(table).seq for live in lives)
                for live in lives:
                    await live.until(lambda live=live, s=seq: live.position(table).seq >= s)  # type: ignore[misc]
                position = one.position(table)
                assert (
                    position == other.position(table) or position.view == other.position(table).view
                )
                if position.actor is None:
                    break
                await lives[position.actor].move(table, rng.choice(position.moves))

    asyncio.run(asyncio.wait_for(scenario(), TIMEOUT))


def test_a_race_between_processes_has_one_winner(servers: list[ServerProcess]) -> None:
    async def scenario() -> None:
        phone = Client(servers[0].url)
        await phone.guest()
        tablet = Client(servers[1].url, phone.cookie)
        info = await phone.create_table("practice", "azul_solo")
        table = info.table
        async with phone.connect() as one, tablet.connect() as other:
            for live in (one, other):
                await live.watch(table)
                await live.until(lambda live=live: bool(live.tables[table].updates))  # type: ignore[misc]
            for _ in range(10):
                seq = max(one.position(table).seq, other.position(table).seq)
                for live in (one, other):
                    await live.until(lambda live=live, s=seq: live.position(table).seq >= s)  # type: ignore[misc]
                moves = one.position(table).moves
                if not moves:
                    break
                answers = await asyncio.gather(
                    one.move(table, moves[0]), other.move(table, moves[-1]), return_exceptions=True
                )
                lost = [answer for answer in answers if isinstance(answer, BaseException)]
                assert len(lost) == 1 and isinstance(lost[0], Stale), answers

    asyncio.run(asyncio.wait_for(scenario(), TIMEOUT))
