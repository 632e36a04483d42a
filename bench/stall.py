"""The exact stall test of solitario40 after every move of simulated play.

    .venv/bin/python bench/stall.py [--positions 24000]

Half of the deals are played at random, half sensibly and to the end, with every option of the
game. CPU time of this process, packing included. A ratio above 1 is faster than the target.
The last column is how much longer the rules in plain Python take; they answer every tenth question
too, if the search for it is a short one, and the answers must be equal.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice, product
from random import Random
from time import process_time_ns

from rich.console import Console
from rich.table import Table

from tavolino.chance import Rng, deal_seed
from tavolino.games.solitario40 import Solitario40, State
from tavolino.solvers.solitario40.stall import is_stalled, search_stall

MEDIAN_MARK_MS = 0.1
TAIL_MARK_MS = 50.0
PLIES = 200
SHORT = 3_000
HARD = "5D QH 7C 3S | - | - | 7D 6S / KC QD JS / KS / - / KH QC JD 7S 6D 5S / - / (4S JC KD) QS"
GAMES = [Solitario40(*options) for options in product((40, 52), (3, 1), ("king", "any"))]


def sensible(game: Solitario40, state: State, rnd: Random) -> State:
    """A move that gains points if possible; otherwise mostly a turn."""
    after = [game.apply(state, move) for move in game.legal_moves(state)]
    most = max(map(game.points, after))
    if most > game.points(state):
        return rnd.choice([one for one in after if game.points(one) == most])
    return rnd.choice(after) if rnd.random() < 0.3 else after[-1]


def played(game: Solitario40) -> Iterator[State]:
    """The positions of deal after deal."""
    for number in count(1):
        rnd = Random(number)
        state = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(number), 0)))
        for _ in range(PLIES):
            yield state
            if game.actor(state) is None or is_stalled(game, state):
                break
            if number % 2:
                state = sensible(game, state, rnd)
            else:
                state = game.apply(state, rnd.choice(game.legal_moves(state)))


def cpu_ms(ask: Callable[[State], bool], state: State) -> tuple[float, bool]:
    start = process_time_ns()
    said = ask(state)
    return (process_time_ns() - start) / 1e6, said


@dataclass
class Measurements:
    """Of one variant or of all."""

    compiled: list[float] = field(default_factory=list)
    searched: int = 0
    """Positions that needed the search."""
    stalls: int = 0
    most: int = 0
    """Positions searched for one answer."""
    pairs: list[tuple[float, float]] = field(default_factory=list)
    """CPU ms of the compiled and the plain test on the same positions."""

    def add(self, game: Solitario40, state: State) -> None:
        took, said = cpu_ms(partial(is_stalled, game), state)
        self.compiled.append(took)
        self.stalls += said
        size = abs(search_stall(game, state))
        self.most = max(self.most, size)
        self.searched += size > 0
        if len(self.compiled) % 10 == 0 and size < SHORT:
            plain, answer = cpu_ms(game.is_stalled, state)
            assert answer == said, f"the rules say {answer}: {state}"
            self.pairs.append((took, plain))

    def merge(self, other: Measurements) -> None:
        self.compiled += other.compiled
        self.pairs += other.pairs
        self.stalls += other.stalls
        self.searched += other.searched
        self.most = max(self.most, other.most)

    def row(self) -> list[str]:
        times = sorted(self.compiled)
        shares = [times[min(len(times) - 1, int(q * len(times)))] for q in (0.5, 0.99, 0.999, 1)]
        compiled, plain = (sum(side) for side in zip(*self.pairs))
        return [
            f"{len(times):,}",
            f"{self.searched:,}",
            f"{self.stalls:,}",
            *(f"{share:.3f}" for share in shares),
            f"{self.most:,}",
            f"{MEDIAN_MARK_MS / shares[0]:.1f} ×",
            f"{TAIL_MARK_MS / shares[2]:.1f} ×",
            f"{plain / compiled:.0f} ×",
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=24_000)
    each = -(-parser.parse_args().positions // len(GAMES))
    for state in islice(played(GAMES[0]), 200):  # compiles
        search_stall(GAMES[0], state)
    table = Table(title="The stall of solitario40 (ms of CPU time)")
    heads = ("game", "asked", "searched", "stalls", "median", "99 %", "99.9 %", "worst", "most")
    for head in (*heads, "of 0.1", "of 50", "plain"):
        table.add_column(head, justify="left" if head == "game" else "right")
    overall = Measurements()
    for game in GAMES:
        measured = Measurements()
        for state in islice(played(game), each):
            measured.add(game, state)
        table.add_row(f"{game.deck}, {game.draw}, {game.empty_column}", *measured.row())
        overall.merge(measured)
    table.add_row("all", *overall.row())
    console = Console(width=118)
    console.print(table)
    took, said = cpu_ms(partial(is_stalled, GAMES[0]), GAMES[0].parse_state(HARD))
    assert said
    console.print(f"The hardest stall met in 450,000 positions of half-random play: {took:.0f} ms.")


if __name__ == "__main__":
    main()
