"""The solver of nove_colonne, for ``solvers.py``: random deals, dead ends, hints.

Run as a module with a number of deals, it solves them and prints its peak memory in MB.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time, process_time_ns

from shared.results_table import Row
from tavolino.chance import Rng, deal_seed
from tavolino.games.nove_colonne import DEALT, NoveColonne, State
from tavolino.games.patience import Deal
from tavolino.solvers.nove_colonne.solver import hint, is_dead_end, solve, warm_up
from tavolino.solvers.result import Solved, Unknown

GAME = NoveColonne()


def deal(number: int) -> State:
    """A shuffle, not rejected even if it has no legal move."""
    return GAME.apply(GAME.start(), Deal(Rng(deal_seed(number), 0).shuffled(DEALT)))


def sample_positions(count: int) -> Iterator[State]:
    """Positions of games by a mediocre player, who mostly uncovers cards."""
    rnd, number = Random(1), 0
    while count:
        number += 1
        state = deal(number)
        for _ in range(80):
            yield GAME.view(state, 0)
            count -= 1
            moves = list(GAME.legal_moves(state))
            if not count or not moves:
                break
            rnd.shuffle(moves)
            after = [GAME.apply(state, move) for move in moves[:6]]
            best = min(after, key=lambda s: (sum(s.hidden), -sum(s.bases)))
            state = best if rnd.random() < 0.8 else after[0]


def peak_mb(deals: int) -> float:
    """Peak memory of a process that only solves these deals."""
    command = [sys.executable, "-m", __name__, str(deals)]
    bench = Path(__file__).parents[1]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=bench)
    return float(done.stdout)


def nove_colonne_rows(deals: int, positions: int, hints: int) -> Iterator[Row]:
    yield from _solve_rows(deals)
    yield from _dead_end_rows(positions)
    yield from _hint_rows(hints)


def _solve_rows(deals: int) -> Iterator[Row]:
    took, results = [], []
    for number in range(1, deals + 1):
        state, start = deal(number), process_time()
        results.append(solve(GAME, state))
        took.append(process_time() - start)
    lengths = [len(result.moves) for result in results if isinstance(result, Solved)]
    yield Row(f"{deals} deals, solutions replayed by the rules", sum(took), "s", 2.5 * deals / 500)
    yield Row("the slowest", max(took), "s", 2)
    yield Row("the median", 1000 * median(took), "ms")
    yield Row("peak memory", peak_mb(deals), "MB", 300)
    yield Row("undecided", sum(isinstance(result, Unknown) for result in results), "", 0)
    yield Row("winnable", 100 * len(lengths) / deals, "%")
    yield Row("median length", median(lengths), "moves", 150)


def _dead_end_rows(positions: int) -> Iterator[Row]:
    took, dead = [], 0
    for view in sample_positions(positions):
        start = process_time_ns()
        dead += is_dead_end(GAME, view)
        took.append((process_time_ns() - start) / 1e6)
    took.sort()
    yield Row(f"dead end, median of {positions}", median(took), "ms", 0.1)
    yield Row("dead end, 99.9 %", took[int(len(took) * 0.999)], "ms", 50)
    yield Row("dead end, worst", took[-1], "ms")
    yield Row("dead ends", 100 * dead / positions, "%")


def _hint_rows(hints: int) -> Iterator[Row]:
    took = []
    for number in range(1, hints + 1):
        start = process_time()
        hint(GAME, GAME.view(deal(number), 0), deal_seed(number))
        took.append(process_time() - start)
    yield Row("hint at the start, median", median(took), "s")
    yield Row("hint at the start, worst", max(took), "s")


if __name__ == "__main__":
    warm_up()
    for number in range(1, int(sys.argv[1]) + 1):
        solve(GAME, deal(number))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
