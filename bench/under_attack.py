"""How long a bystander waits while somebody attacks the server (docs/server/security.md).

    .venv/bin/python bench/under_attack.py [NAME ...] [--seconds 3] [--source DIR]

For each attack, a new server, a guest who sends a ping every 20 ms, another who moves every 50 ms,
and the attack in a process of its own. The goal: no ping waits more than 50 ms (99 %), the log of
the server has no error, and its memory stays below 1 GB. The exit code is 1 if a goal was missed.
Without names of attacks all are measured; ``--list`` lists them.
``--source`` measures the server of another checkout, for instance an older one. An attack is a
coroutine ``attack_…`` in ``attacks/``; if there is a function ``prepare_…`` of the same name,
it fills the data directory first.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from live_load.processes import SERVER_CORE, Running, free_port, on_core, wait_for_page

from tavolino.client import Client, Live
from tavolino.game import TavolinoError

HERE = Path(__file__).parent
PING_SECONDS, MOVE_SECONDS = 0.02, 0.05
"""From one to the next."""
GOAL_MS = 50.0
GOAL_MB = 1_000.0
QUIET = "nobody_attacks"
SETTING_UP = {
    "hard_stall": 5.0,
    "onlookers": 4.0,
    "fast_moves": 4.0,
    "friends": 3.0,
    "notices": 3.0,
}
"""Seconds until some attacks are under way; they are measured for that much longer."""
BEGUN = b"begun\n"
LOG = "server.log"
ERROR = re.compile(r"Traceback|Exception ignored|request [A-Z]+ \S+ 500 |\"status\": ?500")


class AttackFailed(Exception):
    """It has a mistake: nothing was measured."""


class Waits(NamedTuple):
    """Of pings and of moves, in milliseconds and in order."""

    pings: list[float]
    moves: list[float]


class Measured(NamedTuple):
    waits: Waits
    memory_mb: float
    problems: list[str]

    @property
    def missed(self) -> list[str]:
        late = share(self.waits.pings)
        return [
            *([f"{late:.0f} ms"] if late > GOAL_MS else []),
            *([f"{self.memory_mb:.0f} MB"] if self.memory_mb > GOAL_MB else []),
            *(["the server has ended"] if not self.memory_mb else []),
            *self.problems,
        ]


def share(waits: list[float]) -> float:
    """99 % are not longer."""
    return waits[int(0.99 * len(waits))] if waits else 0.0


def attack_modules() -> Iterator[ModuleType]:
    for path in sorted((HERE / "attacks").glob("[a-z]*.py")):
        yield importlib.import_module(f"attacks.{path.stem}")


def attacks() -> dict[str, Callable[[str], Awaitable[None]]]:
    found: dict[str, Callable[[str], Awaitable[None]]] = {}
    for module in attack_modules():
        for name, value in vars(module).items():
            if name.startswith("attack_"):
                found[name.removeprefix("attack_")] = value
    return found


def preparation(name: str) -> Callable[[Path], None] | None:
    for module in attack_modules():
        prepare: Any = getattr(module, f"prepare_{name}", None)
        if prepare is not None:
            return prepare  # type: ignore[no-any-return]
    return None


@contextmanager
def serving(data: Path, source: Path, *options: str) -> Iterator[Running]:
    """A server whose log is a file in ``data``."""
    port = free_port()
    place = ("--port", str(port), "--data", str(data))
    with (data / LOG).open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tavolino", "serve", *place, *options],
            env=os.environ | {"PYTHONPATH": str(source / "src")},
            stdout=log,
            stderr=log,
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
            await asyncio.sleep(PING_SECONDS)
        await asyncio.gather(*pending)
    return waits


@asynccontextmanager
async def practising(url: str) -> AsyncIterator[Live]:
    """A player at a practice game; the server has loaded its rules and referees then."""
    player = Client(url, timeout=120)
    await player.guest()
    table = (await player.create_table("practice", "nove_colonne", deal=1)).table
    async with player.connect() as live:
        await live.watch(table)
        await live.after(table, 0)
        yield live


async def moves(live: Live, until: Callable[[], bool]) -> list[float]:
    """How long each move waited until it was stored, in milliseconds."""
    waits: list[float] = []
    (table,) = live.tables
    while not until():
        position = live.position(table)
        start = time.perf_counter()
        if "undo" in position.can:
            await live.undo(table)
        else:
            await live.move(table, position.moves[0])
        waits.append(1000 * (time.perf_counter() - start))
        await asyncio.sleep(MOVE_SECONDS)
    return waits


async def waits_of_bystanders(url: str, name: str, seconds: float) -> Waits:
    async with practising(url) as live, attacking(name, url, seconds):
        ends = time.monotonic() + seconds
        found = await asyncio.gather(
            pings(url, lambda: time.monotonic() > ends),
            moves(live, lambda: time.monotonic() > ends),
        )
    return Waits(*map(sorted, found))


@asynccontextmanager
async def attacking(name: str, url: str, seconds: float) -> AsyncIterator[None]:
    """The attack in a process of its own, which has begun."""
    command = (__file__, "--attack", name, "--url", url, "--seconds", str(seconds))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=subprocess.PIPE, preexec_fn=lambda: os.nice(10)
    )
    assert process.stdout is not None
    try:
        assert await process.stdout.readline() == BEGUN
        yield
        if process.returncode:
            raise AttackFailed("the attack failed")
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def measure(name: str, source: Path, seconds: float) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        prepare = preparation(name)
        if prepare is not None:
            with serving(data, source):  # creates the database
                pass
            prepare(data)
        with serving(data, source) as server:
            seconds += SETTING_UP.get(name, 0.0)
            try:
                waits = asyncio.run(waits_of_bystanders(server.url, name, seconds))
                problems = []
            except (AttackFailed, TavolinoError) as error:
                waits, problems = Waits([], []), [str(error)]
            memory_mb = 0.0 if server.process.poll() is not None else server.memory_mb()
        return Measured(waits, memory_mb, problems + errors_in(data / LOG))


def errors_in(log: Path) -> list[str]:
    lines = log.read_text(errors="replace").splitlines()
    found = sum(bool(ERROR.search(line)) for line in lines)
    return [f"{found} errors in the log"] if found else []


def print_waits(names: list[str], source: Path, seconds: float) -> list[str]:
    """A line as soon as it is measured; returns the attacks that missed a goal."""
    print(f"Goal: 99 % of the pings within {GOAL_MS:g} ms, memory below {GOAL_MB:g} MB, no errors")
    print(f"{'':26} {'pings':>17} {'moves':>17}")
    print(f"{'attack':26} {'99 %':>8} {'longest':>8} {'99 %':>8} {'longest':>8} {'MB':>6}")
    missed = []
    for name in names:
        found = measure(name, source, seconds)
        shown = name.replace("_", " ")
        times = " ".join(
            f"{share(some):8.1f} {max(some, default=0.0):8.1f}" for some in found.waits
        )
        sign = f"   missed: {', '.join(found.missed)}" if found.missed else ""
        print(f"{shown:26} {times} {found.memory_mb:6.0f}{sign}", flush=True)
        missed += [shown] if found.missed else []
    print(f"missed: {', '.join(missed) or 'none'}")
    return missed


async def attack_for(name: str, url: str, seconds: float) -> None:
    """Attacks that end by themselves begin again."""
    found = attacks()
    print(BEGUN.decode(), end="", flush=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while name in found:
                await found[name](url)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="attacks; all if none is given")
    parser.add_argument("--list", action="store_true", help="list the attacks and end")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--source", type=Path, default=HERE.parent, metavar="DIR")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        asyncio.run(attack_for(given.attack, given.url, 3 * given.seconds))
        return
    known = [QUIET, *attacks()]
    if unknown := set(given.names) - set(known):
        parser.error(f"expected names of attacks (--list), got {', '.join(sorted(unknown))}")
    if given.list:
        print(*known, sep="\n")
        return
    names = given.names or known
    sys.exit(1 if print_waits(names, given.source, given.seconds) else 0)


if __name__ == "__main__":
    main()
