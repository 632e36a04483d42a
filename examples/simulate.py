"""Plays many deals with one bot and draws how many points it makes.

    python examples/simulate.py --games 1000 --plot points.png

Needs ``pip install 'tavolino[examples]'``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tavolino.bots import bots_of
from tavolino.bots.arena import Played, play_game
from tavolino.bots.statistics import around_mean
from tavolino.catalogue import entry_of, make_game
from tavolino.chance import deal_seed


def simulate(name: str, bot: str, games: int) -> Iterator[Played]:
    """The deals 1, 2, 3, …, each played by the bot; anyone can play the same ones."""
    game, player = make_game(name), bots_of(name)[bot]
    for number in range(1, games + 1):
        yield play_game(game, [player], deal_seed(number), (0,))


def draw(scores: list[int], title: str, file: Path) -> None:
    """A histogram of the scores, with their mean."""
    # A picture in a file needs no window.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    mean, within = sum(scores) / len(scores), around_mean(scores)
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.hist(scores, bins=30, color="#2f6f4f", edgecolor="white", linewidth=0.5)
    axes.axvline(mean, color="#c0392b", linewidth=2)
    axes.axvspan(within.low, within.high, color="#c0392b", alpha=0.2)
    axes.set(title=title, xlabel="points", ylabel="deals")
    axes.spines[["top", "right"]].set_visible(False)
    axes.annotate(
        f"mean {mean:.1f}\n(95 %: {within.low:.1f} … {within.high:.1f})",
        (mean, axes.get_ylim()[1]),
        xytext=(8, -8),
        textcoords="offset points",
        verticalalignment="top",
    )
    figure.savefig(file, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays many deals and draws the points.")
    parser.add_argument("--game", default="solitario40", help="a game for one player")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--plot", type=Path, default=Path("points.png"))
    chosen = parser.parse_args()
    if not entry_of(chosen.game).is_solitary or chosen.games < 1:
        parser.error("expected a game for one player and at least one deal")
    played = list(simulate(chosen.game, chosen.bot, chosen.games))
    scores = [game.scores[0] for game in played]
    won = sum(bool(game.winners) for game in played)
    within = around_mean(scores)
    print(f"{chosen.bot} on {len(played)} deals of {chosen.game}:")
    print(f"  mean    {sum(scores) / len(scores):.1f} ({within.low:.1f} … {within.high:.1f})")
    print(f"  won     {won} ({won / len(played):.1%})")
    print(f"  median  {median(scores):g} points")
    draw(scores, f"{chosen.bot} on {len(played)} deals of {chosen.game}", chosen.plot)
    print(f"The plot is in {chosen.plot}")


if __name__ == "__main__":
    main()
