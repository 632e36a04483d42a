"""The bots of Azul: speed of the kernel and of the coach, win rates.

    .venv/bin/python bench/bots_azul.py                       speed, in ratios; compile times
    .venv/bin/python bench/bots_azul.py --kernels 1000000     kernel and rules compared
    .venv/bin/python bench/bots_azul.py --strength 200        every bot against the automa
    .venv/bin/python bench/bots_azul.py --strength 20 --bots coach     with all playouts of advice

CPU time of this process throughout. A ratio above 1 is better than the target.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from shared.compile_time import first_use_seconds

from tavolino.bots import bots_of
from tavolino.bots.arena import play_game
from tavolino.bots.azul_solo.coach import PLAYOUTS, CoachBot, explain_moves
from tavolino.bots.azul_solo.policy import best_take, policy_games
from tavolino.bots.azul_solo.weights import WEIGHTS
from tavolino.bots.bot import Bot, seed_of
from tavolino.bots.statistics import around_mean, wilson
from tavolino.chance import Rng, deal_seed
from tavolino.games.azul_solo import AzulSolo, State
from tavolino.kernels import azul_solo as kernel
from tavolino.kernels.azul_solo_random import random_games

PLAYOUTS_MARK = 100_000
COLD_TARGET, CACHED_TARGET = 20.0, 0.7
GAMES = (AzulSolo(), AzulSolo(marker_home="first_round_only"))
console = Console(width=110)


def begun(game: AzulSolo, number: int) -> State:
    return game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(number), 0)))


def cpu(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def play_plainly(game: AzulSolo, games: int) -> None:
    rnd = Random(1)
    for number in range(1, games + 1):
        state = begun(game, number)
        while game.actor(state) is not None:
            state = game.apply(state, rnd.choice(game.legal_moves(state)))


def speed() -> None:
    grid = Table(title="Games of azul_solo a CPU second")
    for column in ("marker_home", "random", "of 100,000", "plain Python", "ratio", "by policy"):
        grid.add_column(column, justify="right")
    for game in GAMES:
        start, points = kernel.pack(game, begun(game, 1)), np.zeros((50_000, 2), np.int64)
        random_games(start, points[:10], 1)
        policy_games(start, WEIGHTS, points[:10], 1)
        fast = max(50_000 / cpu(lambda: random_games(start, points, 1)) for _ in range(5))  # noqa: B023
        policy = 20_000 / cpu(lambda: policy_games(start, WEIGHTS, points[:20_000], 1))  # noqa: B023
        plain = 100 / cpu(lambda: play_plainly(game, 100))  # noqa: B023
        shares = (f"{fast / PLAYOUTS_MARK:.2f} ×", f"{plain:,.0f}", f"{fast / plain:,.0f} ×")
        grid.add_row(game.marker_home, f"{fast:,.0f}", *shares, f"{policy:,.0f}")
    console.print(grid)
    view = GAMES[0].view(begun(GAMES[0], 1), 0)
    took = cpu(lambda: explain_moves(GAMES[0], view, seed_of(1)))
    console.print(f"advice in the first turn, {PLAYOUTS:,} playouts: {took:.2f} s")


FIRST_USE = """
from time import process_time
start = process_time()
from tavolino.bots.azul_solo.coach import CoachBot
from tavolino.bots.azul_solo.simple import GreedyBot
from tavolino.chance import Rng, deal_seed
from tavolino.games.azul_solo import AzulSolo
game = AzulSolo()
view = game.apply(game.start(), game.chance_move(game.start(), Rng(deal_seed(1), 0)))
GreedyBot().choose(game, view, 0, b"seed")
CoachBot(60).choose(game, view, 0, b"seed")
print(process_time() - start)
"""


def compile_times() -> None:
    took = first_use_seconds(FIRST_USE)
    for name, seconds, target in zip(("compiled", "cached"), took, (COLD_TARGET, CACHED_TARGET)):
        console.print(f"first move, {name}: {seconds:.2f} s, {target / seconds:.2f} × the target")


def compare(positions: int) -> None:
    """Compare kernel and rules at every step of random games; raises if they differ."""
    checked, number, start, out = 0, 0, process_time(), np.zeros(kernel.MAX_MOVES, np.int64)
    while checked < positions:
        number += 1
        game, rnd = GAMES[number % 2], Random(number)
        state = begun(game, number)
        table = kernel.pack(game, state)
        while True:
            assert kernel.unpack(table) == state, str(state)
            legal = game.legal_moves(state)
            for seen in (table, kernel.pack(game, game.view(state, 0))):
                codes = out[: kernel.moves(seen, out)]
                assert [kernel.unpack_move(int(code)) for code in codes] == list(legal), str(state)
            checked += 1
            if not legal:
                break
            move = rnd.choice(legal)
            state = game.apply(state, move)
            kernel.apply(table, kernel.pack_move(move))
            assert np.array_equal(table, kernel.pack(game, state)), str(state)
    took = process_time() - start
    console.print(
        f"{checked:,} positions of {number:,} games: kernel and rules agree ({took:.0f} s)"
    )


class Policy:
    """Plays by the playouts' policy, without playouts."""

    def choose(self, game: Any, view: Any, seat: int, rng_seed: bytes, stop: Any = None) -> object:
        return kernel.unpack_move(best_take(kernel.pack(game, view), WEIGHTS))


class Timed:
    """A bot and its time per move."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.times = bot, list[float]()

    def choose(self, *asked: Any) -> Any:
        start = process_time()
        move = self.bot.choose(*asked)
        self.times.append(process_time() - start)
        return move


def strength(games: int, names: Sequence[str], first: int) -> None:
    known = bots_of("azul_solo") | {"policy": Policy(), "coach": CoachBot(PLAYOUTS)}
    for name in names:
        timed, scores = Timed(known[name]), []
        timed.choose(GAMES[0], GAMES[0].view(begun(GAMES[0], 1), 0), 0, b"compiles")
        timed.times.clear()
        for number in range(first, first + games):
            played = play_game(GAMES[0], [timed], deal_seed(number), (0,))
            scores.append(played.scores)
        wins = sum(human > automa for human, automa in scores)
        low, high = wilson(wins, games)
        ahead = [float(human - automa) for human, automa in scores]
        margin, (least, most) = sum(ahead) / games, around_mean(ahead)
        console.print(
            f"{name}: {wins} of {games} won, {wins / games:.1%} ({low:.1%} … {high:.1%}); "
            f"{margin:+.1f} points ({least:+.1f} … {most:+.1f}); s a move: "
            f"{sum(timed.times) / len(timed.times):.3f}, at most {max(timed.times):.3f}",
            soft_wrap=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernels", type=int, metavar="POSITIONS")
    parser.add_argument("--strength", type=int, metavar="GAMES")
    parser.add_argument("--bots", nargs="+", default=[*bots_of("azul_solo"), "policy"])
    parser.add_argument("--first", type=int, default=1, help="the first deal number")
    wanted = parser.parse_args()
    if wanted.kernels:
        compare(wanted.kernels)
    if wanted.strength:
        strength(wanted.strength, wanted.bots, wanted.first)
    if not (wanted.kernels or wanted.strength):
        speed()
        compile_times()


if __name__ == "__main__":
    main()
