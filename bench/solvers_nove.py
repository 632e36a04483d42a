"""The solver of nove_colonne: random deals, dead ends, hints; with the marks' ratios.

    .venv/bin/python bench/solvers_nove.py [--deals 500] [--positions 20000] [--hints 40]

CPU time of this process; the memory is the peak of a child that only solves. A ratio above 1 means:
better than the mark.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from statistics import median
from time import perf_counter_ns, process_time

from rich.console import Console
from rich.table import Table

from tavolino.chance import Rng, deal_seed
from tavolino.games.nove_colonne import DEALT, NoveColonne, State
from tavolino.games.patience import Deal
from tavolino.solvers.nove_colonne import hint, is_dead_end, solve, warm
from tavolino.solvers.verdict import Impossible, Solved, Unknown

GAME = NoveColonne()
SHARE, LOWEST, HIGHEST = 81.5, 79.7, 83.1
"""Of all deals so many are winnable, as far as is known, in percent."""


def dealt(number: int) -> State:
    """A plain shuffle, whether it leaves a legal move or not."""
    return GAME.apply(GAME.start(), Deal(Rng(deal_seed(number), 0).shuffled(DEALT)))


def positions_of_play(count: int) -> Iterator[State]:
    """From games in which cards are uncovered if possible, but not always well."""
    rnd, number = Random(1), 0
    while count:
        number += 1
        state = dealt(number)
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
    """The memory of a process that solves these deals."""
    command = [sys.executable, __file__, "--deals", str(deals), "--only-memory"]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def solve_deals(table: Table, deals: int) -> None:
    took, lengths, impossible, unknown = [], [], 0, 0
    for number in range(1, deals + 1):
        state, start = dealt(number), process_time()
        verdict = solve(GAME, state)
        took.append(process_time() - start)
        impossible += isinstance(verdict, Impossible)
        unknown += isinstance(verdict, Unknown)
        if isinstance(verdict, Solved):
            lengths.append(len(verdict.moves))
    mark = 9 * deals / 500
    memory = peak_mb(deals)
    table.add_row(
        f"{deals} deals", f"{sum(took):.2f} s", f"{mark:.1f} s", f"{mark / sum(took):.1f} ×"
    )
    table.add_row("worst deal", f"{max(took):.2f} s", "2 s", f"{2 / max(took):.1f} ×")
    table.add_row("median deal", f"{1000 * median(took):.1f} ms", "", "")
    table.add_row("peak memory", f"{memory:.0f} MB", "500 MB", f"{500 / memory:.1f} ×")
    table.add_row("undecided", f"{unknown}", "0", "")
    share = 100 * len(lengths) / deals
    table.add_row("winnable", f"{share:.1f} %", f"{SHARE} % [{LOWEST}, {HIGHEST}]", "")
    length = median(lengths)
    table.add_row("median solution", f"{length:.0f} moves", "150", f"{150 / length:.1f} ×")


def find_dead_ends(table: Table, positions: int) -> None:
    took, dead = [], 0
    for view in positions_of_play(positions):
        start = perf_counter_ns()
        dead += is_dead_end(GAME, view)
        took.append((perf_counter_ns() - start) / 1e6)
    took.sort()
    rare = took[int(len(took) * 0.999)]
    table.add_row(
        "dead end, median", f"{median(took):.3f} ms", "0.1 ms", f"{0.1 / median(took):.1f} ×"
    )
    table.add_row("dead end, 99.9 %", f"{rare:.2f} ms", "50 ms", f"{50 / rare:.1f} ×")
    table.add_row("dead ends", f"{100 * dead / positions:.0f} %", "", "")


def give_hints(table: Table, hints: int) -> None:
    took = []
    for number in range(1, hints + 1):
        start = process_time()
        hint(GAME, GAME.view(dealt(number), 0), deal_seed(number))
        took.append(process_time() - start)
    table.add_row("hint at the start, median", f"{median(took):.2f} s", "", "")
    table.add_row("hint at the start, worst", f"{max(took):.2f} s", "", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--hints", type=int, default=40)
    parser.add_argument("--only-memory", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    warm()
    if wanted.only_memory:
        for number in range(1, wanted.deals + 1):
            solve(GAME, dealt(number))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    table = Table(title="nove_colonne solved")
    for column in ("", "measured", "mark", "ratio"):
        table.add_column(column, justify="right" if column else "left")
    solve_deals(table, wanted.deals)
    find_dead_ends(table, wanted.positions)
    give_hints(table, wanted.hints)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
