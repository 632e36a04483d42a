"""Times of analyses, and their claims on games of bots: ``python bench/analysis.py [--games N]``.

Every lost win is checked by the solver: the position after it cannot be won, and each better move
leads to a position whose solution is replayed. CPU time on one core, for a whole game. The claims
do not depend on the deals that are sampled for what the player could know: ``--few-samples`` draws
four of them, which checks the claims of 200 games of each patience in some minutes.

Then the times of what a player asks for in practice: a deal of each kind, whether it can still be
won, and the fewest moves.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from tavolino.bots import bots_of
from tavolino.bots.arena import play_on
from tavolino.catalogue import entry_of, make_game
from tavolino.chance import deal_seed
from tavolino.learning import possible_deals
from tavolino.learning.analyse import analyse
from tavolino.learning.analysis import Analysis, Kind
from tavolino.learning.deals.finder import find_deal
from tavolino.learning.deals.kinds import DEAL_KINDS
from tavolino.learning.fewest_moves import fewest_moves
from tavolino.learning.odds import odds
from tavolino.match import Match, new_match, settle
from tavolino.record import Record
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Impossible, Solved

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
    parser.add_argument("--few-samples", action="store_true")
    parser.add_argument("--bot", help="instead of the usual one, for example greedy")
    parser.add_argument("--no-practice", action="store_true", help="without the second table")
    options = parser.parse_args()
    if options.bot:
        GAMES.update({name: options.bot for name in GAMES if entry_of(name).has_solver})
    if options.few_samples:
        draw = possible_deals.drawn_deals
        possible_deals.drawn_deals = lambda game, view, count: draw(game, view, min(count, 4))
    measure_analyses([options.only] if options.only else list(GAMES), options.games)
    if not options.no_practice:
        measure_practice()


def measure_practice(times: int = 12) -> None:
    """What a player waits for, each question some times."""
    table = Table("game", "question", "median s", "worst s", "mark s")
    for name in (name for name in GAMES if entry_of(name).has_difficulty):
        for question, ask in questions(name, times).items():
            ask(0)  # compiled, or loaded
            seconds = []
            for number in range(times):
                started = process_time()
                ask(number)
                seconds.append(process_time() - started)
            mark = "30" if question == "fewest moves" else "1.0"
            table.add_row(name, question, f"{median(seconds):.3f}", f"{max(seconds):.3f}", mark)
    Console().print(table)


def questions(name: str, times: int) -> dict[str, Callable[[int], object]]:
    game = make_game(name)
    deals = [find_deal(game, "winnable") for _ in range(times)]
    begun = [Record(dealt(name, number), ("A",), number) for number in deals]
    won = [solved_game(name, number) for number in deals]
    finding: dict[str, Callable[[int], object]] = {
        f"find: {kind}": lambda _, kind=kind: find_deal(game, kind)  # type: ignore[misc]
        for kind in DEAL_KINDS[1:]
    }
    return {
        **finding,
        "odds": lambda n: odds(begun[n]),
        "odds, truth": lambda n: odds(begun[n], with_truth=True),
        "fewest moves": lambda n: fewest_moves(won[n], 0, seconds=30),
    }


def dealt(name: str, number: int) -> Match[Any, Any]:
    return settle(new_match(make_game(name), deal_seed(number), is_practice=True), ruling)


def solved_game(name: str, number: int) -> Record:
    """A deal, won by the solver."""
    match, solver = dealt(name, number), entry_of(name).solver
    assert solver is not None
    for move in solver.load().solve(match.game, match.boards[0].state).moves:
        match = match.move(0, move, ruling)
    return Record(match, ("A",), number)


def measure_analyses(names: list[str], games: int) -> None:
    table = Table("game", "games", "median s", "worst s", "mark s", "lost wins proved", "undecided")
    for name in names:
        analyse(played(name, 1))  # compiled, or loaded
        seconds, proved, undecided, positions = list[float](), 0, 0, 0
        for number in range(1, games + 1):
            record = played(name, number)
            started = process_time()
            analysis = analyse(record)
            seconds.append(process_time() - started)
            proved += check(record, analysis)
            positions += len(analysis.positions)
            if entry_of(name).has_solver:
                undecided += sum(one.best is None for one in analysis.positions)
        times = f"{median(seconds):.2f}", f"{max(seconds):.2f}", f"{MARKS[name]:.1f}"
        table.add_row(name, str(games), *times, str(proved), f"{undecided} of {positions}")
    Console().print(table)


if __name__ == "__main__":
    main()
