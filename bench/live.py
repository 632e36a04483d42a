"""The live server under load, beside a bare program on the same web server that does nothing.

    .venv/bin/python bench/live.py [--seconds 8] [--rounds 2]

The limit (1.0) answers every move to both players with the same bytes, without rules or storage:
a recorded update of ours, so that as much is sent. The players are a process of their own; server
and players have a core each. Server and limit take turns, and the median of the rounds counts. The
ratio of processor time (all threads of the server) changes less than that of moves a second when
others use the machine too.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from _live_frames import Frames
from _live_load import Measured, Seat
from _live_record import recorded
from _live_server import (
    HOST,
    Running,
    bare,
    contests,
    free_port,
    guests,
    ours,
    pairs_at_tables,
    serving,
    wait_for_page,
)
from _rows import Row, shown

PLAYERS = 200
CONTESTANTS = 8
PACE = 300
IDLE = 5_000
IDLE_OF_PERSON = 20


def saturated(
    name: str, made: Callable[[Running, int], list[Seat]], mark: float, rounds: int, seconds: float
) -> Iterator[Row]:
    """Moves a second when every player answers at once, and how long each took."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        with serving(ours(Path(folder))) as server:
            every = made(server, rounds * _tables_for(seconds) + 3)
            answer.write_bytes(asyncio.run(recorded(server.url, every)))
            with serving(bare(), BARE_ANSWER=str(answer)) as limit:
                mine, bares = [], []
                for n in range(rounds):
                    mine.append(server.loaded(_part(every, n, rounds), seconds=seconds))
                    bares.append(limit.loaded(_pairs(), seconds=seconds / 2, turns=2))
                alone = limit.loaded(_alone(), seconds=seconds / 2, turns=1)
            paced = server.loaded(_last(every), seconds=seconds, rate=PACE)
    yield from _compared(name, mine, bares, mark)
    yield Row("…, of a bare program that answers the mover alone", _rate(mine) / alone.rate)
    yield Row("99 % of the moves take less than", _p99(mine), "ms", 100)
    yield Row(f"at {PACE} moves/s", paced.p99, "ms", 15)
    trouble = [measured.errors for measured in (*mine, *bares, paced) if measured.errors]
    if trouble:
        print("not as planned:", trouble, file=sys.stderr)


def _compared(name: str, mine: list[Measured], bares: list[Measured], mark: float) -> Iterator[Row]:
    ratio = median(a.rate / b.rate for a, b in zip(mine, bares))
    yield Row(f"{name}: of the limit", ratio, "", mark, is_more_better=True)
    yield Row("…, in processor time", _cpu(bares) / _cpu(mine), "", mark, is_more_better=True)
    yield Row("moves", _rate(mine), "/s")
    yield Row("the limit", _rate(bares), "/s")
    yield Row("processor time", _cpu(mine), "µs a move")
    yield Row("the limit's", _cpu(bares), "µs a move")
    yield Row(
        "processor time of the players", median(1e6 * m.load_cpu / m.moves for m in mine), "µs"
    )


def _rate(measured: list[Measured]) -> float:
    return median(one.rate for one in measured)


def _cpu(measured: list[Measured]) -> float:
    return median(1e6 * one.server_cpu / one.moves for one in measured)


def _p99(measured: list[Measured]) -> float:
    return median(one.p99 for one in measured)


def _tables_for(seconds: float) -> int:
    """As many as one pair can play to the end: a random game has some seventy moves."""
    return 2 + int(1.2 * seconds)


def _part(seats: list[Seat], n: int, rounds: int) -> list[Seat]:
    """The first table was used for the recording, the last two are for later."""
    size = (len(seats[0].tables) - 3) // rounds
    return [_with(seat, seat.tables[1 + n * size : 1 + (n + 1) * size]) for seat in seats]


def _last(seats: list[Seat]) -> list[Seat]:
    return [_with(seat, seat.tables[-2:]) for seat in seats]


def _with(seat: Seat, tables: list[str]) -> Seat:
    return Seat(seat.cookie, tables, seat.player, seat.board)


def _pairs() -> list[Seat]:
    return [Seat("", [f"table{n // 2}"], n % 2) for n in range(PLAYERS)]


def _alone() -> list[Seat]:
    return [Seat("", [f"alone{n}"]) for n in range(PLAYERS)]


def at_tables(server: Running, each: int) -> list[Seat]:
    async def made() -> list[Seat]:
        return await pairs_at_tables(await guests(server.url, PLAYERS), each)

    return asyncio.run(made())


def in_contests(server: Running, each: int) -> list[Seat]:
    async def made() -> list[Seat]:
        return await contests(await guests(server.url, PLAYERS), CONTESTANTS, each)

    return asyncio.run(made())


class Idle(Frames):
    def take(self, payload: bytes) -> None:
        pass


def idle() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder, serving(ours(Path(folder))) as server:
        before = server.memory_mb()
        after = asyncio.run(_with_idle(server))
    yield Row(f"{IDLE:,} idle connections", after, "MB", 500)
    yield Row("each", 1024 * (after - before) / IDLE, "kB")


async def _with_idle(server: Running) -> float:
    people = await guests(server.url, IDLE // IDLE_OF_PERSON)
    loop, all_idle = asyncio.get_running_loop(), []
    for person in people:
        for _ in range(IDLE_OF_PERSON):
            _, one = await loop.create_connection(
                lambda person=person: Idle(f"{HOST}:{server.port}", person.cookie),  # type: ignore[misc]
                HOST,
                server.port,
            )
            await one.opened
            all_idle.append(one)
    await asyncio.sleep(1)
    lost = sum(bool(one.lost) for one in all_idle)
    memory = server.memory_mb()
    for one in all_idle:
        one.close()
    if lost:
        raise RuntimeError(f"{lost} connections were lost")
    return memory


def first_page() -> Iterator[Row]:
    """From the command to the first page, on a new directory."""
    for name in ("`tavolino serve` to its first page", "…, the second time"):
        with tempfile.TemporaryDirectory() as folder:
            port = free_port()
            command = "from tavolino.cli import main; main()"
            arguments = ["serve", "--port", str(port), "--data", folder, "--no-open"]
            start = time.perf_counter()
            process = subprocess.Popen(
                [sys.executable, "-c", command, *arguments], stdout=subprocess.DEVNULL
            )
            try:
                wait_for_page(port, process, "/")
                yield Row(name, time.perf_counter() - start, "s", 2)
            finally:
                process.terminate()
                process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    how = {"rounds": given.rounds, "seconds": given.seconds}
    tables, groups = PLAYERS // 2, PLAYERS // CONTESTANTS
    name = f"{PLAYERS} players at {tables} tables of aftaebr"
    shown(saturated(name, at_tables, 0.5, **how), "Tables")
    name = f"{PLAYERS} players in {groups} contests of solitario40"
    shown(saturated(name, in_contests, 0.4, **how), "Contests")
    shown([*idle(), *first_page()], "At rest")


if __name__ == "__main__":
    main()
