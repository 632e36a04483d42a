"""How long lists take in a large database, alone and while others ask (docs/server/security.md).

    .venv/bin/python bench/large_database.py [--tables 200000] [--seconds 4] [--only sqlite]

A server with 200,000 tables, in SQLite and in PostgreSQL, and two guests: one has played 100 games,
one has a seat at every table. For each list: one request, the median of some; the CPU time of one,
in the server and in PostgreSQL, which other work on the machine hardly changes; then the wait of a
bystander, who sends a ping every 20 ms, while six ask for the list at once (not with --seconds 0).
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from live_load.processes import Running
from shared.cpu import processes
from sqlalchemy import Engine, insert, text
from under_attack import pings, serving

from tavolino.client import Client
from tavolino.client.rest import Rest
from tavolino.game import TavolinoError
from tavolino.server.clock import DAY_MS, day_of, now
from tavolino.server.records.history import cursor_at
from tavolino.server.storage.database import open_engine
from tavolino.server.storage.schema import dailies

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "tests"))
from support.databases.many_tables import end_games, fill, seat_at  # noqa: E402
from support.databases.postgres import running_postgres  # noqa: E402

FEW = 100
"""Games of a guest who has not played much."""
USERS = 5_000
ASKING = 6
TIMES = 10
DAY = day_of(now() - DAY_MS)
GAME = "nove_colonne"
DEAL = f"/api/daily/{DAY}/{GAME}"
LISTS = {
    "history": "/api/history?limit=100",
    "history, one game": "/api/history?limit=100&game=solitario40",
    "history, one kind": "/api/history?limit=100&kind=daily",
    "history, page in the middle": "/api/history?limit=100&cursor={middle}",
    "statistics": "/api/statistics",
    "ranking": f"{DEAL}?limit=100",
    "ranking, last page": f"{DEAL}?limit=100&from={{last}}",
    "daily deals": "/api/daily",
    "open tables": "/api/tables",
    "uploads": "/api/records",
}


@contextmanager
def database(kind: str, folder: Path) -> Iterator[tuple[str, int]]:
    """Its address, and the process whose children answer queries; 0 if the server itself does."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'tavolino.db'}", 0
        return
    with running_postgres() as cluster:
        (pid_file,) = cluster.directory.rglob("postmaster.pid")
        yield cluster.new_database(), int(pid_file.read_text().split()[0])


def cpu_of(server: int, parent: int) -> float:
    """Of the server's process, and of the children of another one."""
    return sum(
        one.seconds
        for pid, one in processes().items()
        if pid == server or one.parent == parent != 0
    )


async def guest(url: str) -> tuple[str, str]:
    """A new user, with the cookie."""
    client = Client(url)
    me = await client.guest()
    return me.id, client.cookie


async def once(url: str, cookie: str, path: str) -> float:
    """Milliseconds."""
    start = time.perf_counter()
    await Rest(url, cookie, 120).request("GET", path)
    return 1000 * (time.perf_counter() - start)


async def ask_forever(url: str, cookie: str, path: str) -> None:
    async def ask() -> None:
        rest = Rest(url, cookie, 120)
        while True:
            try:
                await rest.request("GET", path)
            except TavolinoError:
                await asyncio.sleep(0.01)

    await asyncio.gather(*(ask() for _ in range(ASKING)))


def waits_beside(url: str, cookie: str, path: str, seconds: float) -> list[float]:
    """The waits of a bystander, in order, while others ask for a list."""
    asking = subprocess.Popen([sys.executable, __file__, "--ask", url, cookie, path])
    try:
        ends = time.monotonic() + seconds
        return sorted(asyncio.run(pings(url, lambda: time.monotonic() > ends)))
    finally:
        asking.kill()
        asking.wait()


def print_lists(
    server: Running, engine: Engine, database: int, tables: int, seconds: float
) -> None:
    url, measured = server.url, (server.process.pid, database)
    everywhere, cookie = asyncio.run(guest(url))
    sometimes, other_cookie = asyncio.run(guest(url))
    fill(engine, tables, USERS, DAY)
    end_games(engine)
    deal = {"day": DAY, "game": GAME, "secret": "", "commitment": "", "created_at": now()}
    with engine.begin() as connection:
        connection.execute(insert(dailies), deal)
    seat_at(engine, everywhere, 2, every=1)
    seat_at(engine, sometimes, 3, every=tables // FEW)
    if engine.dialect.name == "postgresql":  # as its autovacuum does after a while
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("SET statement_timeout = 0"))
            connection.execute(text("VACUUM ANALYZE"))
        engine.dispose()  # or the next one would have no time limit either
    values = {"middle": cursor_at(now() - 150 * DAY_MS, "t"), "last": tables // 8}
    for who, session in ((f"{tables} games", cookie), (f"{FEW} games", other_cookie)):
        for name, path in LISTS.items():
            path = path.format(**values)
            before = cpu_of(*measured)
            alone = median(asyncio.run(once(url, session, path)) for _ in range(TIMES))
            cpu = 1000 * (cpu_of(*measured) - before) / TIMES
            print(f"{who:14} {name:28} {alone:8.1f} ms {cpu:8.1f} ms", end="", flush=True)
            if seconds:
                waits = waits_beside(url, session, path, seconds)
                most = waits[int(0.99 * len(waits))]
                print(f" {most:8.1f} ms {waits[-1]:8.1f} ms", end="")
            print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200_000)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--ask", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.ask:
        asyncio.run(ask_forever(*given.ask))
        return
    for kind in (given.only,) if given.only else ("sqlite", "postgresql"):
        print(f"{kind:43} {'alone':>11} {'CPU':>11} {'ping, 99 %':>11} {'longest':>11}")
        with tempfile.TemporaryDirectory() as name, database(kind, Path(name)) as (address, parent):
            engine = open_engine(address)
            with serving(Path(name), HERE.parent, "--database", address) as server:
                print_lists(server, engine, parent, given.tables, given.seconds)
            engine.dispose()


if __name__ == "__main__":
    main()
