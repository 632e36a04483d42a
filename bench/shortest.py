"""The shortest wins: how many are proved in time, how long that takes, and their length.

    .venv/bin/python bench/shortest.py [--deals 200] [--nove-colonne 60]

CPU time of this process, after compilation. A ratio above 1 is better than the target.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator
from statistics import mean, median
from time import process_time
from typing import Any

from shared.nove_colonne_solver import deal
from shared.results_table import Row, print_table
from solvers import shuffles

from tavolino.game import AnyGame
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.solvers.nove_colonne import solver as nove_colonne
from tavolino.solvers.result import Shortest, Solved
from tavolino.solvers.solitario40 import solver as solitario40

WALL_PER_CPU = 4
"""Wall-clock time allowed, as a multiple of CPU time: other programs may be running."""


def rows(
    game: AnyGame, solver: Any, states: Iterator[Any], within: float, share: float | None
) -> Iterator[Row]:
    took, firsts, results = [], [], []
    for state in states:
        first = solver.solve(game, state)
        if isinstance(first, Solved):
            start = process_time()
            results.append(solver.shortest(game, state, seconds=WALL_PER_CPU * within))
            took.append(process_time() - start)
            firsts.append(len(first.moves))
    in_time = [
        result.is_proved and seconds <= within
        for result, seconds in zip(results, took)
        if isinstance(result, Shortest)
    ]
    proved = [i for i, result in enumerate(results) if result.is_proved]
    yield Row(f"proved within {within:g} s", 100 * mean(in_time), "%", share, True)
    yield Row("winnable deals", len(results))
    yield Row("not proved", sum(not is_in_time for is_in_time in in_time))
    yield Row("the median", median(took), "s")
    yield Row("the slowest", max(took), "s")
    yield Row("mean shortest, where proved", mean(len(results[i].moves) for i in proved), "moves")
    yield Row("mean first solution of the same", mean(firsts[i] for i in proved), "moves")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Row("peak memory so far", peak, "MB", 700)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="of solitario40, for each option")
    parser.add_argument("--nove-colonne", type=int, default=60)
    options = parser.parse_args()
    solitario40.warm_up_shortest()
    nove_colonne.warm_up_shortest()
    for draw, empty in ((3, "king"), (1, "king"), (3, "any"), (1, "any")):
        game = Solitario40(draw=draw, empty_column=empty)
        share = 99 if empty == "king" else None
        found = rows(game, solitario40, shuffles(game, options.deals), 10, share)
        print_table(found, f"solitario40, draw {draw}, {empty}")
    states = (deal(number) for number in range(1, options.nove_colonne + 1))
    print_table(rows(NoveColonne(), nove_colonne, states, 30, 85), "nove_colonne")


if __name__ == "__main__":
    main()
