"""Starts the measured servers, each in its own process, and seats players at their tables."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from live_load.load import Measured, Plan, Seat
from tavolino.client import Client
from tavolino.server.live.domain.messages import Kind

T = TypeVar("T")

BENCH = Path(__file__).parents[1]
HOST = "127.0.0.1"
SERVER_CORE, LOAD_CORE = 0, 1
LIVE_TURN_SECONDS = 590
"""Longer than the run, and too short to go away: longer turns are told by push and mail."""


@dataclass(frozen=True)
class Running:
    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def memory_mb(self) -> float:
        """Resident memory of the server process."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("no VmRSS in /proc")

    def plan(self, seats: list[Seat], **how: Any) -> Plan:
        fields = {"host": HOST, "port": self.port, "pid": self.process.pid, "seats": seats, **how}
        return msgspec.convert(fields, Plan)

    def measure(self, seats: list[Seat], **how: Any) -> Measured:
        (measured,) = measured_together(self.plan(seats, **how))
        return measured


def measured_together(*plans: Plan) -> list[Measured]:
    """Run the load in its own process."""
    output = subprocess.run(
        [sys.executable, "-m", "live_load.load"],
        input=msgspec.json.encode(plans),
        stdout=subprocess.PIPE,
        check=True,
        cwd=BENCH,
        preexec_fn=lambda: on_core(LOAD_CORE),
    ).stdout
    return msgspec.json.decode(output, type=list[Measured])


@contextmanager
def serving(command: list[str], **env: str) -> Iterator[Running]:
    """A running server. ``{port}`` in the command is replaced by a free port."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, *(part.format(port=port) for part in command)],
        env=os.environ | env,
        cwd=BENCH,
        preexec_fn=lambda: on_core(SERVER_CORE),
    )
    try:
        wait_for_page(port, process)
        yield Running(port, process)
    finally:
        process.terminate()
        process.wait()


def reference(database: Path) -> list[str]:
    return ["-m", "live_load.reference_server", "{port}", str(database)]


def tavolino(data: Path) -> list[str]:
    return ["-m", "live_load.tavolino_server", "{port}", str(data)]


def wait_for_page(port: int, process: subprocess.Popen[bytes], path: str = "/health") -> float:
    """Seconds until the server answers."""
    start = time.perf_counter()
    while time.perf_counter() - start < 60:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        connection = HTTPConnection(HOST, port, timeout=60)
        try:
            connection.request("GET", path)
            if connection.getresponse().read() is not None:
                return time.perf_counter() - start
        except OSError:
            time.sleep(0.01)
        finally:
            connection.close()
    raise RuntimeError("the server does not answer")


def free_port() -> int:
    with socket.create_server((HOST, 0)) as free:
        port: int = free.getsockname()[1]
        return port


def on_core(core: int) -> None:
    if len(os.sched_getaffinity(0)) > 1:
        os.sched_setaffinity(0, {core})


# Players at tables


async def guests(url: str, count: int) -> list[Client]:
    people = [Client(url) for _ in range(count)]
    for some in _batches(16, people):
        await asyncio.gather(*(person.guest() for person in some))
    return people


async def pairs_at_tables(people: list[Client], each: int) -> list[Seat]:
    """Pairs at tables of aftaebr; ``each`` tables per pair, played one after the other."""
    pairs = list(_batches(2, people))
    tables = [
        await _open_tables(pairs, "table", "aftaebr", turn_seconds=LIVE_TURN_SECONDS)
        for _ in range(each)
    ]
    return [
        Seat(person.cookie, [round_[n] for round_ in tables], player)
        for n, pair in enumerate(pairs)
        for player, person in enumerate(pair)
    ]


async def contests(people: list[Client], players: int, each: int) -> list[Seat]:
    """Groups in contests of solitario40."""
    groups = list(_batches(players, people))
    limit = {"time_limit": "3600"}
    tables = [
        await _open_tables(groups, "contest", "solitario40", contest=limit, players=players)
        for _ in range(each)
    ]
    return [
        Seat(person.cookie, [round_[n] for round_ in tables], player, player)
        for n, group in enumerate(groups)
        for player, person in enumerate(group)
    ]


async def practice(people: list[Client], game: str, each: int) -> list[Seat]:
    """Everybody alone, at one table after the other."""
    alone = [[person] for person in people]
    tables = [await _open_tables(alone, "practice", game) for _ in range(each)]
    return [Seat(one.cookie, [round_[n] for round_ in tables]) for n, one in enumerate(people)]


async def _open_tables(groups: list[list[Client]], kind: Kind, game: str, **how: Any) -> list[str]:
    async def open_table(group: list[Client]) -> str:
        info = await group[0].create_table(kind, game, **how)
        for person in group[1:]:
            await person.join(info.table)
        return info.table

    return [
        table
        for some in _batches(16, groups)
        for table in await asyncio.gather(*map(open_table, some))
    ]


def _batches(size: int, things: list[T]) -> Iterator[list[T]]:
    return (things[i : i + size] for i in range(0, len(things), size))
