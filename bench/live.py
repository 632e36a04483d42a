"""The live server under load, compared with a bare program that stores moves and has no rules.

    .venv/bin/python bench/live.py [--seconds 4] [--rounds 4] [--only Tables] [--against ../other]

The reference (1.0) runs on the same web server. It stores every move in SQLite with
``synchronous=FULL`` and grouped commits, and answers it with the same bytes, an update recorded
from Tavolino. The players are a process of their own; server and players have a core each. Server
and reference are measured in turn, equally long, and the median of the rounds counts. What setting
the tables up leaves behind (tables that are evicted, their claims) is over before the first round;
what a game costs besides its moves (opening the next table, its end, its result) counts. The ratio
of CPU time (all threads of the server) varies less than that of moves per second when other
processes use the machine. ``--against``: another checkout, measured in the same rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from live_load.frames import Frames
from live_load.load import Measured, Seat
from live_load.processes import (
    HOST,
    Running,
    contests,
    free_port,
    guests,
    pairs_at_tables,
    practice,
    reference,
    serving,
    tavolino,
    wait_for_page,
)
from live_load.sample import sample_update
from shared.results_table import Row, print_table

PLAYERS = 200
CONTESTANTS = 8
PACE = 300
IDLE = 5_000
IDLE_PER_GUEST = 20
SETTLE_SECONDS = 4
"""The server evicts tables that nobody watches once a second."""


def saturated(
    name: str,
    seat_players: Callable[[Running, int], list[Seat]],
    target: float,
    *,
    rounds: int,
    seconds: float,
    turns: int = 2,
    against: Path | None = None,
) -> Iterator[Row]:
    """CPU time, moves per second and latencies when every player answers at once.

    ``turns``: the players of a table of the reference, who all get every answer.
    """
    mine, references, olds = list[Measured](), list[Measured](), list[Measured]()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(serving(tavolino(folder / "data")))
        every = seat_players(server, rounds * _tables_for(seconds) + 3)
        if against:
            path = str(against.resolve() / "src")
            old = stack.enter_context(serving(tavolino(folder / "old"), PYTHONPATH=path))
            at_old = seat_players(old, rounds * _tables_for(seconds) + 3)
        answer = folder / "answer.json"
        answer.write_bytes(asyncio.run(sample_update(server.url, every)))
        bare = reference(folder / "reference.db")
        other = stack.enter_context(serving(bare, REFERENCE_ANSWER=str(answer)))
        time.sleep(SETTLE_SECONDS)
        for n in range(rounds):
            mine.append(server.measure(_part(every, n, rounds), seconds=seconds))
            references.append(other.measure(_at_reference(turns), seconds=seconds, turns=turns))
            if against:
                olds.append(old.measure(_part(at_old, n, rounds), seconds=seconds))
        paced = server.measure(_last(every), seconds=seconds, rate=PACE)
    yield from _comparison(name, mine, references, target)
    if olds:
        ratio = median(_cpu([a]) / _cpu([b]) for a, b in zip(olds, references))
        yield Row("the other checkout: CPU time ÷ that of the reference", ratio, "")
        newer = median(_cpu([a]) / _cpu([b]) for a, b in zip(mine, olds))
        yield Row("CPU time ÷ that of the other checkout", newer, "")
    yield Row("99 % of the moves take less than", _p99(mine), "ms", 100)
    yield Row(f"at {PACE} moves/s", paced.p99, "ms", 15)
    errors = [measured.errors for measured in (*mine, *references, paced) if measured.errors]
    if errors:
        print("errors:", errors, file=sys.stderr)


def _comparison(
    name: str, mine: list[Measured], references: list[Measured], target: float
) -> Iterator[Row]:
    ratio = median(_cpu([a]) / _cpu([b]) for a, b in zip(mine, references))
    yield Row(f"{name}: CPU time ÷ that of the reference", ratio, "", target)
    yield Row("CPU time", _cpu(mine), "µs per move")
    yield Row("reference, CPU time", _cpu(references), "µs per move")
    yield Row("moves", _rate(mine), "/s")
    yield Row("reference", _rate(references), "/s")
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


def _at_reference(turns: int) -> list[Seat]:
    return [Seat("", [f"table{n // turns}"], n % turns) for n in range(PLAYERS)]


def at_tables(server: Running, each: int) -> list[Seat]:
    async def made() -> list[Seat]:
        return await pairs_at_tables(await guests(server.url, PLAYERS), each)

    return asyncio.run(made())


def in_contests(server: Running, each: int) -> list[Seat]:
    async def made() -> list[Seat]:
        return await contests(await guests(server.url, PLAYERS), CONTESTANTS, each)

    return asyncio.run(made())


def alone(game: str) -> Callable[[Running, int], list[Seat]]:
    def seated(server: Running, each: int) -> list[Seat]:
        async def made() -> list[Seat]:
            return await practice(await guests(server.url, PLAYERS), game, each)

        return asyncio.run(made())

    return seated


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


RUNS = {
    "Tables": (f"{PLAYERS} players at {PLAYERS // 2} tables of aftaebr", at_tables, 2.0, 2),
    "Contests": (
        f"{PLAYERS} players in {PLAYERS // CONTESTANTS} contests of solitario40",
        in_contests,
        1.8,
        1,
    ),
    "Practice, nove_colonne": (f"{PLAYERS} games of nove_colonne", alone("nove_colonne"), 2.5, 1),
    "Practice, azul_solo": (f"{PLAYERS} games of azul_solo", alone("azul_solo"), 3.5, 1),
}
"""With their aims, and the players who get each answer: in a contest everybody sees their board."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--only", default="", help="part of the title of a run")
    parser.add_argument("--against", type=Path, help="another checkout, to compare with")
    options = parser.parse_args()
    how = {"rounds": options.rounds, "seconds": options.seconds, "against": options.against}
    for title, (name, seat_players, target, turns) in RUNS.items():
        if options.only in title:
            rows = saturated(name, seat_players, target, turns=turns, **how)
            print_table(list(rows), title)
    if not options.only:
        print_table([*idle(), *first_page()], "At rest")


if __name__ == "__main__":
    main()
