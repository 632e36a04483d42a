"""The bots of the two patiences: scores, win rates, time per move.

    .venv/bin/python bench/bots_patience.py                             a few deals
    .venv/bin/python bench/bots_patience.py --game solitario40 --deals 100 --bots medio maestro

Each deal, from number 1 or --first on, is played by every bot, so that a run can be left at any
time: the table so far is printed after every ten deals. CPU time of this process throughout.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from tavolino.bots import bots_of
from tavolino.bots.arena import Played, play_game
from tavolino.bots.bot import Bot
from tavolino.bots.statistics import Interval, around_mean, wilson
from tavolino.bots.warm_up import warm_up_bots
from tavolino.chance import deal_seed
from tavolino.game import AnyGame
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

GAMES: tuple[AnyGame, ...] = (Solitario40(), NoveColonne())
EVERY = 10
console = Console(width=150)


class Timed:
    """A bot and its time per move."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.times = bot, list[float]()

    def choose(self, *asked: Any) -> Any:
        start = process_time()
        move = self.bot.choose(*asked)
        self.times.append(process_time() - start)
        return move


class Outcome(NamedTuple):
    played: Played
    seconds: float
    """Of the whole game, referee included."""
    moves: list[float]
    """Seconds per move."""

    @property
    def points(self) -> float:
        return float(self.played.scores[0])


def outcome(game: AnyGame, name: str, number: int) -> Outcome:
    timed, start = Timed(bots_of(game.name)[name]), process_time()
    played = play_game(game, [timed], deal_seed(number), (0,))
    return Outcome(played, process_time() - start, timed.times)


def shown(game: AnyGame, outcomes: Mapping[str, Sequence[Outcome]], deals: int) -> None:
    grid = Table(title=f"{game.name}, {deals} deals; intervals of 95 %")
    for column in ("bot", "won", "", "points", "", "more than the one before", "", "s a game"):
        grid.add_column(column, justify="left" if column == "bot" else "right")
    grid.add_column("s a move, mean and most", justify="right")
    before: list[float] = []
    for name, ones in outcomes.items():
        wins, points = sum(bool(one.played.winners) for one in ones), [one.points for one in ones]
        gains = [more - less for more, less in zip(points, before)]
        times = [time for one in ones for time in one.moves]
        grid.add_row(
            name,
            f"{wins} = {wins / deals:.1%}",
            _within(wilson(wins, deals), ".1%"),
            f"{sum(points) / deals:.1f}",
            _within(around_mean(points), ".1f"),
            f"{sum(gains) / deals:+.1f}" if gains else "",
            _within(around_mean(gains), "+.1f") if gains else "",
            f"{sum(one.seconds for one in ones) / deals:.2f}",
            f"{sum(times) / len(times):.3f}, {max(times):.2f}",
        )
        before = points
    console.print(grid)


def _within(bounds: Interval, form: str) -> str:
    return f"{bounds.low:{form}} … {bounds.high:{form}}"


def measure(game: AnyGame, names: Sequence[str], deals: int, first: int) -> None:
    warm_up_bots(game)
    outcomes: dict[str, list[Outcome]] = {name: [] for name in names}
    for number in range(1, deals + 1):
        for name in names:
            outcomes[name].append(outcome(game, name, first - 1 + number))
        if number % EVERY == 0 or number == deals:
            shown(game, outcomes, number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[game.name for game in GAMES])
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the first deal number")
    parser.add_argument("--bots", nargs="+", default=["random", "greedy", "facile", "medio"])
    wanted = parser.parse_args()
    for game in GAMES:
        if wanted.game in (None, game.name):
            measure(game, wanted.bots, wanted.deals, wanted.first)


if __name__ == "__main__":
    main()
