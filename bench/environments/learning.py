"""The learner of ``examples/learn_azul.py``: does it beat ``random`` and ``greedy``, and how fast?

    .venv/bin/python bench/environments/learning.py [--games 1000] [--plot FOLDER]

Exits with 1 unless it is better than both by more than four standard errors.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Any

import gymnasium
import numpy as np
from matplotlib.axes import Axes
from rich.console import Console

from tavolino.bots import bot_named
from tavolino.bots.arena import play_game
from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.lab.report.content import Plot
from tavolino.lab.report.plots import write_plot

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
from learn_azul import learn, results


def lead_of(bot: str, games: int) -> Any:
    """The human's points less the automa's, of games played by the rules."""
    game = make_game("azul_solo")
    played = (play_game(game, [bot_named(game.name, bot)], deal_seed(n), (0,)) for n in _to(games))
    return np.array([human - automa for human, automa in (one.scores for one in played)])


def _to(last: int) -> range:
    return range(1, last + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    started, console = process_time(), Console()
    weights, curve = learn(options.generations, 64, 24)
    console.print(f"learnt in {process_time() - started:.0f} s of processor time")
    boards = gymnasium.make_vec(
        "tavolino/AzulSolo-v0", options.games, vectorization_mode="vector_entry_point"
    )
    leads = {"learnt": results(boards, np.repeat(weights[None], options.games, 0), 999)}
    leads |= {bot: lead_of(bot, options.games) for bot in ("greedy", "random")}
    for name, lead in leads.items():
        error = lead.std() / len(lead) ** 0.5
        console.print(f"{name}: {lead.mean():+.1f} ± {error:.1f}, won {(lead > 0).mean():.1%}")
    if options.plot:
        draw(curve, {bot: float(leads[bot].mean()) for bot in ("greedy", "random")}, options.plot)
    learnt = leads.pop("learnt")
    for lead in leads.values():
        errors = (learnt.var() / len(learnt) + lead.var() / len(lead)) ** 0.5
        if learnt.mean() - lead.mean() < 4 * errors:
            sys.exit(1)


def draw(curve: list[float], bots: dict[str, float], folder: Path) -> None:
    """The mean result of each generation, with those of the bots."""

    def lines(axes: Axes) -> None:
        axes.plot(_to(len(curve)), curve, "o-", markersize=3)
        for at, (name, lead) in enumerate(bots.items(), 1):
            axes.axhline(lead, linewidth=1, linestyle="--", color=f"C{at}")
            axes.annotate(name, (1, lead), va="bottom")

    title = "A learner of azul_solo"
    folder.mkdir(parents=True, exist_ok=True)
    write_plot(Plot("learning", title, "generation", "mean lead over the automa", lines), folder)


if __name__ == "__main__":
    main()
