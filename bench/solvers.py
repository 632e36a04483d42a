"""The solvers: speed, undecided deals, length of the solutions.

    .venv/bin/python bench/solvers.py [--deals 500] [--positions 20000] [--hints 20]

CPU time of this process, after compilation. A ratio above 1 is better than the target.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

from rich.console import Console
from shared.nove_colonne_solver import nove_colonne_rows
from shared.results_table import Row, print_table

from tavolino.games.patience import Carry, Deal
from tavolino.games.solitario40 import Solitario40, State
from tavolino.solvers.nove_colonne import solver as nove_colonne
from tavolino.solvers.result import Solved
from tavolino.solvers.solitario40 import solver as solitario40
from tavolino.solvers.solitario40.layout import pack_position, rules_of
from tavolino.solvers.solitario40.search import EXHAUSTED, WON
from tavolino.solvers.solitario40.search.bounded_search import bounded_search


def shuffles(game: Solitario40, count: int) -> Iterator[State]:
    """Deals without the guarantee of R-S40-11."""
    rnd = Random(0)
    for _ in range(count):
        cards = list(game.cards)
        rnd.shuffle(cards)
        yield game.apply(game.start(), Deal(tuple(cards)))


def solitario40_rows(game: Solitario40, deals: int) -> Iterator[Row]:
    is_king = game.empty_column == "king"
    rules, states = rules_of(game), list(shuffles(game, deals))
    took, results = [], []
    for state in states:
        start = process_time()
        packed = pack_position(rules, game, state)
        results.append(bounded_search(rules, *packed, seconds=60, only_wins=True))
        took.append(process_time() - start)
    won = [state for state, result in zip(states, results) if result.status == WON]
    lost = [state for state, result in zip(states, results) if result.status == EXHAUSTED]
    yield Row(f"results on {deals} deals", sum(took), "s", 0.16 * deals / 500 if is_king else None)
    yield Row("the slowest", max(took), "s", 0.5)
    yield Row("the median", 1e6 * median(took), "µs")
    yield Row("undecided", deals - len(won) - len(lost), "", 0)
    yield Row("winnable", 100 * len(won) / deals, "%")
    yield Row("positions", sum(result.positions for result in results))

    start = process_time()
    solutions = [solitario40.solve(game, state) for state in states]
    solved = process_time() - start
    spent = solved - sum(took)
    mark = (0.25 if is_king else 0.12) * deals / 500
    yield Row("the same with solutions, replayed", solved, "s", mark)
    yield Row("a solution in moves, replayed by the rules", 1000 * spent / len(won), "ms", 1)
    lengths = [
        sum(isinstance(move, Carry) for move in solution.moves)
        for solution in solutions
        if isinstance(solution, Solved)
    ]
    yield Row("median length, without turning", median(lengths), "moves", 100 if is_king else None)

    scores = [solitario40.best_score(game, state, seconds=2) for state in lost]
    exact = sum(score.low == score.high for score in scores)
    yield Row("exact best scores within 2 s", 100 * exact / len(lost), "%", 95, True)
    yield Row("mean best score of what cannot be won", sum(s.low for s in scores) / len(lost))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--positions", type=int, default=20_000, help="for dead ends")
    parser.add_argument("--hints", type=int, default=20)
    options = parser.parse_args()
    start = process_time()
    solitario40.warm_up()
    nove_colonne.warm_up()
    Console().print(f"compiled or loaded in {process_time() - start:.2f} s")
    for empty in ("king", "any"):
        game = Solitario40(empty_column=empty)
        print_table(solitario40_rows(game, options.deals), f"solitario40, {empty}")
    print_table(nove_colonne_rows(options.deals, options.positions, options.hints), "nove_colonne")


if __name__ == "__main__":
    main()
