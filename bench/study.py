"""Times of analyses, and their claims on games of bots: ``python bench/study.py [--games N]``.

Every lost win is checked by the solver: the position after it cannot be won, and each better move
leads to a position whose solution is replayed. CPU time on one core, for a whole game.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from tavolino.bots import bots_of
from tavolino.bots.arena import play_on
from tavolino.catalogue import entry_of, make_game
from tavolino.chance import deal_seed
from tavolino.match import new_match, settle
from tavolino.record import Record
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Impossible, Solved
from tavolino.study.analyse import analyse
from tavolino.study.analysis import Analysis, Kind

GAMES = {
    "solitario40": "facile",
    "nove_colonne": "facile",
    "azul_solo": "facile",
    "aftaebr": "medio",
}
MARKS = {"solitario40": 4.0, "nove_colonne": 4.0, "azul_solo": 2.3, "aftaebr": 3.4}
"""Seconds a game, at most."""


def played(name: str, number: int) -> Record:
    game = make_game(name)
    bots = [bots_of(name)[GAMES[name]]] * game.seats
    match = play_on(settle(new_match(game, deal_seed(number)), ruling), bots, b"")
    return Record(match, tuple("ABCD"[: game.seats]), number)


def check(record: Record, analysis: Analysis) -> int:
    """The number of lost wins whose claims were proved."""
    game, states = record.match.game, [m.boards[0].state for m in record.matches()]
    solver, proved = entry_of(game.name).solver, 0
    for moment in analysis.moments:
        if moment.kind is not Kind.WIN or solver is None:
            continue
        assert isinstance(solver.load().solve(game, states[moment.entry]), Impossible)
        for text in moment.better:
            state = game.apply(states[moment.entry - 1], game.parse_move(text))
            solved = solver.load().solve(game, state)
            assert isinstance(solved, Solved) and _wins(game, state, solved.moves), text
        proved += 1
    return proved


def _wins(game: Any, state: Any, moves: Any) -> bool:
    for move in moves:
        assert move in game.legal_moves(state)
        state = game.apply(state, move)
    return bool(game.winners(state))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", choices=GAMES)
    options = parser.parse_args()
    table = Table("game", "games", "median s", "worst s", "mark s", "lost wins proved", "undecided")
    for name in [options.only] if options.only else GAMES:
        analyse(played(name, 1))  # compiled, or loaded
        seconds, proved, undecided, positions = list[float](), 0, 0, 0
        for number in range(1, options.games + 1):
            record = played(name, number)
            started = process_time()
            analysis = analyse(record)
            seconds.append(process_time() - started)
            proved += check(record, analysis)
            positions += len(analysis.positions)
            if entry_of(name).has_solver:
                undecided += sum(one.best is None for one in analysis.positions)
        times = f"{median(seconds):.2f}", f"{max(seconds):.2f}", f"{MARKS[name]:.1f}"
        table.add_row(name, str(options.games), *times, str(proved), f"{undecided} of {positions}")
    Console().print(table)


if __name__ == "__main__":
    main()
