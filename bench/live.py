"""The live server under load, compared with a baseline server that has no rules and no storage.

    .venv/bin/python bench/live.py [--seconds 8] [--rounds 2]

The baseline (1.0) runs on the same web server. It answers every move to both players with the same
bytes, an update recorded from Tavolino. The players are a process of their own; server and players
have a core each. Server and baseline are measured in turn, and the median of the rounds counts. The
ratio of CPU time (all threads of the server) varies less than that of moves per second when other
processes use the machine.
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

from _results_table import Row, print_table
from live_load.frames import Frames
from live_load.load import Measured, Seat
from live_load.processes import (
    HOST,
    Running,
    baseline,
    contests,
    free_port,
    guests,
    pairs_at_tables,
    serving,
    tavolino,
    wait_for_page,
)
from live_load.sample import sample_update

PLAYERS = 200
CONTESTANTS = 8
PACE = 300
IDLE = 5_000
IDLE_PER_GUEST = 20


def saturated(
    name: str,
    seat_players: Callable[[Running, int], list[Seat]],
    target: float,
    rounds: int,
    seconds: float,
) -> Iterator[Row]:
    """Moves per second and latencies when every player answers at once."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        with serving(tavolino(Path(folder))) as server:
            every = seat_players(server, rounds * _tables_for(seconds) + 3)
            answer.write_bytes(asyncio.run(sample_update(server.url, every)))
            with serving(baseline(), BASELINE_ANSWER=str(answer)) as base:
                mine, baselines = [], []
                for n in range(rounds):
                    mine.append(server.measure(_part(every, n, rounds), seconds=seconds))
                    baselines.append(base.measure(_pairs(), seconds=seconds / 2, turns=2))
                alone = base.measure(_alone(), seconds=seconds / 2, turns=1)
            paced = server.measure(_last(every), seconds=seconds, rate=PACE)
    yield from _comparison(name, mine, baselines, target)
    yield Row("…, of a baseline that answers only the mover", _rate(mine) / alone.rate)
    yield Row("99 % of the moves take less than", _p99(mine), "ms", 100)
    yield Row(f"at {PACE} moves/s", paced.p99, "ms", 15)
    errors = [measured.errors for measured in (*mine, *baselines, paced) if measured.errors]
    if errors:
        print("errors:", errors, file=sys.stderr)


def _comparison(
    name: str, mine: list[Measured], baselines: list[Measured], target: float
) -> Iterator[Row]:
    ratio = median(a.rate / b.rate for a, b in zip(mine, baselines))
    yield Row(f"{name}: of the baseline", ratio, "", target, is_higher_better=True)
    yield Row("…, in CPU time", _cpu(baselines) / _cpu(mine), "", target, is_higher_better=True)
    yield Row("moves", _rate(mine), "/s")
    yield Row("baseline", _rate(baselines), "/s")
    yield Row("CPU time", _cpu(mine), "µs per move")
    yield Row("baseline, CPU time", _cpu(baselines), "µs per move")
    yield Row("CPU time of the players", median(1e6 * m.load_cpu / m.moves for m in mine), "µs")


def _rate(measured: list[Measured]) -> float:
    return median(one.rate for one in measured)


def _cpu(measured: list[Measured]) -> float:
    return median(1e6 * one.server_cpu / one.moves for one in measured)


def _p99(measured: list[Measured]) -> float:
    return median(one.p99 for one in measured)


def _tables_for(seconds: float) -> int:
    """At least as many as a pair can finish; a random game has about 70 moves."""
    return 2 + int(1.2 * seconds)


def _part(seats: list[Seat], n: int, rounds: int) -> list[Seat]:
    """The tables of a round, without the first (recording) and the last two (paced run)."""
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
    with tempfile.TemporaryDirectory() as folder, serving(tavolino(Path(folder))) as server:
        before = server.memory_mb()
        after = asyncio.run(_with_idle(server))
    yield Row(f"{IDLE:,} idle connections", after, "MB", 500)
    yield Row("each", 1024 * (after - before) / IDLE, "kB")


async def _with_idle(server: Running) -> float:
    people = await guests(server.url, IDLE // IDLE_PER_GUEST)
    loop, all_idle = asyncio.get_running_loop(), []
    for person in people:
        for _ in range(IDLE_PER_GUEST):
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
    """Seconds from the command to the first page, with a new data directory."""
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
    options = parser.parse_args()
    how = {"rounds": options.rounds, "seconds": options.seconds}
    tables, groups = PLAYERS // 2, PLAYERS // CONTESTANTS
    name = f"{PLAYERS} players at {tables} tables of aftaebr"
    print_table(saturated(name, at_tables, 0.5, **how), "Tables")
    name = f"{PLAYERS} players in {groups} contests of solitario40"
    print_table(saturated(name, in_contests, 0.4, **how), "Contests")
    print_table([*idle(), *first_page()], "At rest")


if __name__ == "__main__":
    main()
