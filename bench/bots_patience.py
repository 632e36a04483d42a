"""The programs of the two patiences: what they score, how often they win, how long they think.

    .venv/bin/python bench/bots_patience.py                             a few deals for each level
    .venv/bin/python bench/bots_patience.py --game solitario40 --deals 100 --bots medio maestro

Deals 1 to n, the same for every bot. CPU time of this process throughout.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

from rich.console import Console

from tavolino.bots import BOTS
from tavolino.bots.arena import Played, play_game
from tavolino.bots.bot import Bot
from tavolino.bots.ready import make_ready
from tavolino.bots.tally import around_mean, wilson
from tavolino.chance import deal_seed
from tavolino.game import AnyGame
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

GAMES: tuple[AnyGame, ...] = (Solitario40(), NoveColonne())
console = Console(width=160)


class Timed:
    """A bot and how long it thinks."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.times = bot, list[float]()

    def choose(self, *asked: Any) -> Any:
        start = process_time()
        move = self.bot.choose(*asked)
        self.times.append(process_time() - start)
        return move


def measure(game: AnyGame, name: str, deals: int) -> list[float]:
    """The points on each deal, and what they come to."""
    timed, start = Timed(BOTS[game.name][name]), process_time()
    played = [play_game(game, [timed], deal_seed(n), (0,)) for n in range(1, deals + 1)]
    points = [float(one.scores[0]) for one in played]
    _tell(f"{game.name} {name}", played, points)
    console.print(
        f"    s a game {(process_time() - start) / deals:.2f}; "
        f"a move {sum(timed.times) / len(timed.times):.3f}, at most {max(timed.times):.2f}"
    )
    return points


def _tell(what: str, played: list[Played], points: list[float]) -> None:
    deals, wins = len(played), sum(bool(one.winners) for one in played)
    (low, high), (least, most) = wilson(wins, deals), around_mean(points)
    moves = sum(one.moves for one in played) / deals
    console.print(
        f"{what}: {wins} of {deals} won, {wins / deals:.1%} ({low:.1%} … {high:.1%}); points "
        f"{sum(points) / deals:.1f} ({least:.1f} … {most:.1f}); {moves:.0f} moves",
        soft_wrap=True,
    )


def compare(game: AnyGame, names: list[str], deals: int) -> None:
    """Each level, and what it scores more than the one before on the same deals."""
    make_ready(game)
    before: list[float] = []
    for name in names:
        points = measure(game, name, deals)
        if before:
            gains = [more - less for more, less in zip(points, before)]
            low, high = around_mean(gains)
            console.print(f"    gains {sum(gains) / deals:+.1f} ({low:+.1f} … {high:+.1f})")
        before = points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[game.name for game in GAMES])
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--bots", nargs="+", default=["random", "greedy", "facile", "medio"])
    wanted = parser.parse_args()
    for game in GAMES:
        if wanted.game in (None, game.name):
            compare(game, wanted.bots, wanted.deals)


if __name__ == "__main__":
    main()
