"""PostgreSQL and Redis for the measurements, and what a row, a commit and a message cost them."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from statistics import median

from shared.cpu import cpu_seconds
from shared.results_table import Row

from live_load.long_logs import TABLE, store_game
from tavolino.server.live.pubsub.redis_pubsub import RedisPubSub
from tavolino.server.storage.database import Database, open_database

sys.path.append(str(Path(__file__).parents[2] / "tests"))
from support.databases.postgres import running_postgres
from support.servers.redis import RedisServer

ROUNDS, COMMITS, GROUP = 5, 300, 32
MESSAGES, BATCH = 20_000, 10
CHANNEL = "table:long"
CONTENT = '{"after":41,"entries":[["player 1: c4>d5 e6",1700000000000,"a1b2c3d4:17",false]]}'
"""As long as that of a move."""
FLUSHES = 300
ROW, COMMIT = "PostgreSQL: CPU time of an entry", "PostgreSQL: CPU time of a commit besides"
FLUSH, MESSAGE = "a write to the disk, median", "Redis: CPU time of a message with one receiver"


class Services(ExitStack):
    """A PostgreSQL, and a Redis for each set of servers."""

    def __enter__(self) -> Services:
        super().__enter__()
        self._cluster = self.enter_context(running_postgres())
        return self

    def new_database(self) -> str:
        return self._cluster.new_database()

    def new_redis(self) -> RedisServer:
        folder = Path(self.enter_context(tempfile.TemporaryDirectory()))
        return self.enter_context(RedisServer(folder))

    def postgres(self) -> list[int]:
        """All its processes."""
        file = self._cluster.directory / "data" / "postmaster.pid"
        first = int(file.read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]


def unit_costs(services: Services) -> Iterator[Row]:
    one, many = asyncio.run(_commits(services))
    row = (many - one) / (GROUP - 1)
    yield Row("PostgreSQL: CPU time of a commit with one entry", one, "µs")
    yield Row(f"…, with {GROUP} entries", many, "µs")
    yield Row(ROW, row, "µs")
    yield Row(COMMIT, one - row, "µs")
    yield Row(FLUSH, _flush(), "µs")
    yield Row(MESSAGE, asyncio.run(_message(services)), "µs")


async def _commits(services: Services) -> tuple[float, float]:
    """Microseconds of a commit with one and with many entries; the median of rounds in turn."""
    database = open_database(services.new_database())
    try:
        await store_game(database, [])
        numbers, found = count(1), {1: list[float](), GROUP: list[float]()}
        for _ in range(ROUNDS):
            for size, costs in found.items():
                costs.append(await _commit(services, database, numbers, size))
    finally:
        database.close()
    return median(found[1]), median(found[GROUP])


async def _commit(
    services: Services, database: Database, numbers: Iterator[int], size: int
) -> float:
    before = {pid: cpu_seconds(pid) for pid in services.postgres()}
    for _ in range(COMMITS):
        log = [
            (TABLE, n, n, "player 1: c4>d5 e6", f"0:{n}", False)
            for n, _ in zip(numbers, range(size))
        ]
        await database.writer.write(log=log)
    return 1e6 * sum(cpu_seconds(pid) - was for pid, was in before.items()) / COMMITS


def _flush() -> float:
    """Microseconds until the disk has a page: the wait of a commit."""
    times = []
    with tempfile.TemporaryFile() as file:
        for _ in range(FLUSHES):
            file.write(b"x" * 8192)
            file.flush()
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(1e6 * (time.perf_counter() - began))
    return median(times)


async def _message(services: Services) -> float:
    redis = services.new_redis()
    here, there = RedisPubSub(redis.url), RedisPubSub(redis.url)
    came = asyncio.Event()
    received = count(1)

    def receive(_: str) -> None:
        if next(received) >= MESSAGES:
            came.set()

    there.subscribe(CHANNEL, receive)
    for one in (here, there):
        one.open()
    while not (here.is_connected and there.is_connected):
        await asyncio.sleep(0.01)
    await asyncio.sleep(1)
    before = cpu_seconds(redis.pid)
    for _ in range(MESSAGES // BATCH):
        for _ in range(BATCH):
            here.publish(CHANNEL, CONTENT)
        await asyncio.sleep(0.001)
    await asyncio.wait_for(came.wait(), 30)
    spent = cpu_seconds(redis.pid) - before
    for one in (here, there):
        await one.close()
    return 1e6 * spent / MESSAGES
