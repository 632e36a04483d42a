"""The bots of AFTAEBR: speed of the kernel and of the search, who beats whom.

    .venv/bin/python bench/bots_aftaebr.py                     speed, in ratios; compile times
    .venv/bin/python bench/bots_aftaebr.py --kernels 1000000   kernel and rules compared
    .venv/bin/python bench/bots_aftaebr.py --legal 10000       games of the cheap bots by the rules
    .venv/bin/python bench/bots_aftaebr.py --ladder 1          each level against the next (factor)

CPU time of this process throughout.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from shared.compile_time import first_use_seconds

from tavolino.bots.aftaebr.lookahead import LOOK
from tavolino.bots.aftaebr.playout import play_carefully
from tavolino.bots.aftaebr.search import SearchBot
from tavolino.bots.arena import Series
from tavolino.bots.bot import seed_of
from tavolino.bots.statistics import summary
from tavolino.chance import Rng, deal_seed
from tavolino.games.aftaebr import Aftaebr, State
from tavolino.kernels import aftaebr as kernel
from tavolino.kernels.aftaebr_random import random_games

PLAYOUTS_MARK = 150_000
LADDER = [
    (("medio", "facile"), 96),
    (("difficile", "medio"), 96),
    (("maestro", "difficile"), 48),
]
OTHERS = [
    (("difficile", "greedy"), 200),
    (("difficile", "safe"), 200),
    (("facile", "greedy"), 100),
    (("medio", "safe"), 100),
]
console = Console(width=110)


def begun(players: int, number: int = 1) -> State:
    """A position in which the first player is to place."""
    game = Aftaebr(players)
    state = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(number), 0)))
    for _ in range(players):
        state = game.apply(state, game.legal_moves(state)[0])
    return state


def cpu(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def plain_games(players: int, games: int) -> None:
    game, rnd = Aftaebr(players), Random(1)
    for _ in range(games):
        state = begun(players)
        while game.actor(state) is not None:
            state = game.apply(state, rnd.choice(game.legal_moves(state)))


def speed() -> None:
    grid = Table(title="AFTAEBR, games and simulations a CPU second")
    for column in ("players", "random games", "of 150,000", "plain Python", "ratio", "careful"):
        grid.add_column(column, justify="right")
    grid.add_column("simulations", justify="right")
    for players in (2, 3, 4):
        start, scratch = kernel.pack(begun(players)), kernel.empty_position()
        stream, look = np.array([1], np.int64), np.zeros(LOOK, np.int64)
        play = partial(random_games, start, scratch, stream)
        play(100)
        rates = [50_000 / cpu(partial(play, 50_000)) for _ in range(5)]
        plain = 20 / cpu(lambda: plain_games(players, 20))  # noqa: B023

        def careful(games: int) -> None:
            for _ in range(games):
                kernel.copy_into(scratch.core, scratch.stacks, start.core, start.stacks)  # noqa: B023
                play_carefully(*scratch, look, stream)  # noqa: B023

        careful(10)
        carefully = 5000 / cpu(lambda: careful(5000))
        searched = simulations(players)
        best = max(rates)
        grid.add_row(
            str(players),
            f"{best:,.0f}",
            f"{best / PLAYOUTS_MARK:.2f} ×" if players == 2 else "",
            f"{plain:,.0f}",
            f"{best / plain:,.0f} ×",
            f"{carefully:,.0f}",
            f"{searched:,.0f}",
        )
    console.print(grid)


def simulations(players: int, each: int = 2000) -> float:
    """Simulations per CPU second, averaged over the positions of a random game."""
    game, rnd, state, total, took = Aftaebr(players), Random(2), begun(players), 0, 0.0
    bot = SearchBot(each)
    SearchBot(10).choose(game, state, state.turn or 0, seed_of(1))
    while sum(map(sum, state.hands)) > 10 * players and state.turn is not None:
        start = process_time()
        bot.choose(game, state, state.turn, seed_of(1))
        took, total = took + process_time() - start, total + each
        for _ in range(7):
            if state.turn is not None:
                state = game.apply(state, rnd.choice(game.legal_moves(state)))
    return total / took


FIRST_USE = """
from time import process_time
start = process_time()
from tavolino.bots.warm_up import warm_up_bots
from tavolino.games.aftaebr import Aftaebr
warm_up_bots(Aftaebr(2))
print(process_time() - start)
"""


def compile_times() -> None:
    took = first_use_seconds(FIRST_USE)
    cold, cached = took
    console.print(
        f"all bots ready: {cold:.1f} s of CPU compiled for the first time, {cached:.2f} s after"
    )


def compare_kernels(positions: int) -> None:
    """Compare kernel and rules at every step of random games; raises if they differ."""
    checked, number, start = 0, 0, process_time()
    moves = np.zeros(kernel.MAX_MOVES, np.int64)
    while checked < positions:
        number += 1
        game, rnd = Aftaebr(2 + number % 3), Random(number)
        state = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(number), 0)))
        position, line = kernel.pack(state), [state]
        while legal := game.legal_moves(state):
            count = kernel.moves(position.core, moves)
            assert [kernel.unpack_move(int(m)) for m in moves[:count]] == list(legal), str(state)
            move = rnd.choice(legal)
            kernel.apply(*position, kernel.pack_move(move))
            state = game.apply(state, move)
            line.append(state)
            assert kernel.unpack(position) == state == kernel.unpack(kernel.pack(state)), str(state)
        assert not kernel.moves(position.core, moves)
        for before in reversed(line[:-1]):
            kernel.undo(*position)
            assert kernel.unpack(position) == before, str(before)
        checked += len(line)
    took = process_time() - start
    console.print(
        f"{checked:,} positions of {number:,} games: kernel and rules agree ({took:.0f} s)"
    )


def play_legally(games: int) -> None:
    """Play whole games; ``Match`` raises an error for an illegal move."""
    for players in (2, 3, 4):
        for bots in (("random", "greedy"), ("safe", "greedy")):
            series = Series(Aftaebr(players), bots, games // 6 + 1, 1)
            plies = sum(game.moves for game in series.run())
            console.print(
                f"{players} players, {' v '.join(bots)}: {len(series):,} games, {plies:,} moves"
            )


def ladder(factor: float) -> None:
    grid = Table(title="Share of the points of the first, seats rotated")
    for column in ("pairing", "players", "games", "share", "95 %", "CPU s a game"):
        grid.add_column(column, justify="left" if column == "pairing" else "right")
    pairings = [(bots, n, players) for bots, n in LADDER for players in (2, 3, 4)]
    for bots, games, players in pairings + [(bots, n, 2) for bots, n in OTHERS]:
        block = 2 if players == 2 else 6
        count = max(block, round(games * factor / block) * block)
        series, start = Series(Aftaebr(players), bots, count, 1), process_time()
        line = summary(series, list(series.run()))[0]
        took = (process_time() - start) / count
        low, high = line.within
        row = (" v ".join(bots), str(players), str(count), f"{line.share:.3f}")
        grid.add_row(*row, f"{low:.3f} … {high:.3f}", f"{took:.2f}")
        console.print(*row, f"{low:.3f} … {high:.3f}", f"{took:.2f}")
    console.print(grid)


def open_spiel() -> None:
    """The same measurements for OpenSpiel's C++ games, if it is installed."""
    if not find_spec("pyspiel"):
        return
    spiel: Any = importlib.import_module("pyspiel")
    start, scratch = kernel.pack(begun(2)), kernel.empty_position()
    stream = np.array([1], np.int64)
    random_games(start, scratch, stream, 100)
    begin = process_time()
    ours = random_games(start, scratch, stream, 100_000) / (process_time() - begin)
    searched = simulations(2)
    for name in ("connect_four", "breakthrough"):
        game, rnd = spiel.load_game(name), Random(1)
        lengths = [_length(game, rnd) for _ in range(200)]
        state, mean = game.new_initial_state(), sum(lengths) / len(lengths)
        # Its C++ playouts are reached through a search that makes 2,000 at each of ten leaves.
        rolls = spiel.MCTSBot(
            game, spiel.RandomRolloutEvaluator(2000, 1), 1.4, 10, 1000, False, 1, False
        )
        plies = 20_000 * mean / cpu(lambda: rolls.mcts_search(state))  # noqa: B023
        one = spiel.MCTSBot(
            game, spiel.RandomRolloutEvaluator(1, 1), 1.4, 5000, 1000, False, 1, False
        )
        found = 5000 / cpu(lambda: one.mcts_search(state))  # noqa: B023
        console.print(
            f"OpenSpiel {name}: {plies:,.0f} random plies a CPU second (ours {ours / plies:.1f} ×)"
        )
        console.print(f"    {found:,.0f} simulations (ours {searched / found:.1f} ×)")


def _length(game: Any, rnd: Random) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rnd.choice(state.legal_actions()))
        plies += 1
    return plies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernels", type=int, metavar="POSITIONS")
    parser.add_argument("--legal", type=int, metavar="GAMES")
    parser.add_argument("--ladder", type=float, metavar="FACTOR")
    wanted = parser.parse_args()
    if wanted.kernels:
        compare_kernels(wanted.kernels)
    if wanted.legal:
        play_legally(wanted.legal)
    if wanted.ladder:
        ladder(wanted.ladder)
    if not (wanted.kernels or wanted.legal or wanted.ladder):
        speed()
        compile_times()
        open_spiel()


if __name__ == "__main__":
    main()
