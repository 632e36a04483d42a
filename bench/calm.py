"""How long a bystander waits while somebody attacks the server (docs/security.md).

    .venv/bin/python bench/calm.py [--seconds 8] [--only NAME] [--source DIR]

For each attack, a new server, a guest who sends a ping every 20 ms, and the attack in a process of
its own. The goal: no ping waits more than 50 ms (99 %). ``--source`` measures the server of another
checkout, for instance an older one. An attack is a coroutine ``attack_…`` in ``_attacks_*.py``; if
there is a function ``prepare_…`` of the same name, it fills the data directory first.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from _live_processes import SERVER_CORE, Running, free_port, on_core, wait_for_page

from tavolino.client import Client

HERE = Path(__file__).parent
EVERY = 0.02
"""Seconds between two pings."""
GOAL_MS = 50.0
QUIET = "nobody attacks"


def attacks() -> dict[str, Callable[[str], Awaitable[None]]]:
    found: dict[str, Callable[[str], Awaitable[None]]] = {}
    for path in sorted(HERE.glob("_attacks_*.py")):
        module = importlib.import_module(path.stem)
        for name, value in vars(module).items():
            if name.startswith("attack_"):
                found[name.removeprefix("attack_")] = value
    return found


def preparation(name: str) -> Callable[[Path], None] | None:
    for path in HERE.glob("_attacks_*.py"):
        prepare: Any = getattr(importlib.import_module(path.stem), f"prepare_{name}", None)
        if prepare is not None:
            return prepare  # type: ignore[no-any-return]
    return None


@contextmanager
def serving(data: Path, source: Path) -> Iterator[Running]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tavolino", "serve", "--port", str(port), "--data", str(data)],
        env=os.environ | {"PYTHONPATH": str(source / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: on_core(SERVER_CORE),
    )
    try:
        wait_for_page(port, process)
        yield Running(port, process)
    finally:
        process.kill()
        process.wait()


async def pings(url: str, until: Callable[[], bool]) -> list[float]:
    """How long each ping waited, in milliseconds. A ping is due every 20 ms, answered or not."""
    waits: list[float] = []
    pending: set[asyncio.Task[None]] = set()
    bystander = Client(url, timeout=120)
    await bystander.guest()
    async with bystander.connect() as live:

        async def ping() -> None:
            start = time.perf_counter()
            await live.ping()
            waits.append(1000 * (time.perf_counter() - start))

        await live.ping()
        while not until():
            task = asyncio.create_task(ping())
            pending.add(task)
            task.add_done_callback(pending.discard)
            await asyncio.sleep(EVERY)
        await asyncio.gather(*pending)
    return waits


def measure(name: str, source: Path, seconds: float) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        prepare = preparation(name)
        if prepare is not None:
            with serving(data, source):  # creates the database
                pass
            prepare(data)
        with serving(data, source) as server:
            command = [sys.executable, __file__, "--attack", name, "--url", server.url]
            attack = subprocess.Popen(command, preexec_fn=lambda: os.nice(10))
            try:
                ends = time.monotonic() + seconds
                return asyncio.run(pings(server.url, lambda: time.monotonic() > ends))
            finally:
                attack.kill()
                attack.wait()


def print_waits(names: list[str], source: Path, seconds: float) -> None:
    """A line as soon as it is measured."""
    print(
        f"{'The wait of a bystander':28} {'99 %':>11} {'longest':>11}   goal: {GOAL_MS:g} ms, 99 %"
    )
    for name in names:
        waits = sorted(measure(name, source, seconds))
        most = waits[int(0.99 * len(waits))]
        sign = "" if most <= GOAL_MS else "   missed"
        shown = name.replace("_", " ")
        print(f"{shown:28} {most:8.1f} ms {waits[-1]:8.1f} ms{sign}", flush=True)


async def attack_for(name: str, url: str, seconds: float) -> None:
    """Attacks that end by themselves begin again."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while name != QUIET:
                await attacks()[name](url)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--source", type=Path, default=HERE.parent, metavar="DIR")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        asyncio.run(attack_for(given.attack, given.url, 2 * given.seconds))
        return
    names = given.only or [QUIET, *attacks()]
    print_waits(names, given.source, given.seconds)


if __name__ == "__main__":
    main()
