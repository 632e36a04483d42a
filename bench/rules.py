"""The speed of the rules in plain Python: playouts, one step, a replay.

    .venv/bin/python bench/rules.py [--seconds 2]

CPU time of this process. A ratio above 1 is faster than the target.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter_ns, process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, AnyGame
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40
from tavolino.match import Match, new_match, settle
from tavolino.record import Record, parse_record, verify

STEP_MARK_US = 100
REPLAY_MARK_MS = 50
REPLAY_ENTRIES = 300
MAX_PLIES = 300
"""Playouts end here: cards of a patience can be moved back and forth forever."""

GAMES: list[tuple[str, AnyGame]] = [
    ("azul_solo", AzulSolo()),
    ("solitario40", Solitario40()),
    ("solitario40 52, any", Solitario40(deck=52, empty_column="any")),
    ("nove_colonne", NoveColonne()),
    ("aftaebr 2", Aftaebr(2)),
    ("aftaebr 4", Aftaebr(4)),
]


def playout(game: AnyGame, number: int, rnd: Random, steps: list[int]) -> int:
    """A random game by the rules; adds the nanoseconds of each ``apply`` plus ``legal_moves``."""
    state, plies, chances = game.start(), 0, 0
    while (actor := game.actor(state)) is not None and plies < MAX_PLIES:
        if actor == CHANCE:
            state = game.apply(state, game.chance_move(state, Rng(deal_seed(number), chances)))
            chances += 1
            continue
        move = rnd.choice(game.legal_moves(state))
        start = perf_counter_ns()
        state = game.apply(state, move)
        game.legal_moves(state)
        steps.append(perf_counter_ns() - start)
        plies += 1
    return plies


def played(game: AnyGame, entries: int) -> Match[Any, Any]:
    """A match with a long log, of at most ``entries`` entries."""
    rnd, best = Random(0), new_match(game)
    for number in range(1, 60):
        match = settle(new_match(game, deal_seed(number)))
        while not match.is_over and len(match.log) < entries:
            seat = game.actor(match.boards[0].state)
            assert seat is not None
            match = match.move(seat, rnd.choice(game.legal_moves(match.boards[0].state)))
        best = max(best, match, key=lambda m: len(m.log))
        if len(best.log) >= entries:
            break
    return best


def cpu_ms(work: Callable[[], object], times: int = 5) -> float:
    took = []
    for _ in range(times):
        start = process_time()
        work()
        took.append(process_time() - start)
    return 1000 * median(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2, help="of playouts for each game")
    seconds = parser.parse_args().seconds
    table = Table(title="The rules in plain Python")
    for column in ("game", "playouts/s", "plies/s", "step µs", "of 100 µs", "replay", "of 50 ms"):
        table.add_column(column, justify="left" if column == "game" else "right")
    table.add_column("verify")
    for name, game in GAMES:
        steps: list[int] = []
        rnd, games, start = Random(1), 0, process_time()
        while process_time() - start < seconds:
            games += 1
            playout(game, games, rnd, steps)
        took = process_time() - start
        step = median(steps) / 1000
        match = played(game, REPLAY_ENTRIES)
        players = tuple(f"Player {n + 1}" for n in range(match.players))
        number = next(n for n in range(1, 60) if deal_seed(n) == match.seed)
        record = Record(match, players, number)
        text, entries = str(record), len(match.log)
        replay = cpu_ms(lambda text=text: parse_record(text))  # type: ignore[misc]
        per_300 = replay * REPLAY_ENTRIES / entries
        verifying = cpu_ms(lambda record=record: verify(record), 1)  # type: ignore[misc]
        table.add_row(
            name,
            f"{games / took:,.0f}",
            f"{len(steps) / took:,.0f}",
            f"{step:.1f}",
            f"{STEP_MARK_US / step:.1f} ×",
            f"{replay:.1f} ms / {entries}",
            f"{REPLAY_MARK_MS / per_300:.1f} ×",
            f"{verifying:.0f} ms",
        )
    Console(width=118).print(table)


if __name__ == "__main__":
    main()
