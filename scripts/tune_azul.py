"""Better weights for the policy of azul_solo's playouts, found by trial (cross-entropy method).

    .venv/bin/python scripts/tune_azul.py [--generations 60] [--games 3000] [--spread 1]

It begins with the weights there are, draws others around them, lets each play the same games and
goes on from those that won most. It prints the weights for ``bots/azul_solo/weights.py``.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from tavolino.bots.azul_solo import policy
from tavolino.bots.azul_solo.weights import WEIGHTS
from tavolino.chance import Rng, deal_seed
from tavolino.games.azul_solo import AzulSolo
from tavolino.kernels.azul_solo import pack
from tavolino.kernels.jit import Ints

Weights = NDArray[np.float64]

POPULATION, ELITE = 48, 12
FIRST_DEAL = 100_000
A_DEAL = 10
"""Games on each deal, with other bags and dice."""
SOFT = 4.0
"""Points: to be this far ahead is better than just to win, as long as wins are rare."""


def step_sizes() -> Weights:
    """How far a weight may be drawn from where it is, at first."""
    sizes = np.full(WEIGHTS.shape, 0.3)
    sizes[:, policy.COLUMN : policy.COLUMN + 5] = (0.3, 0.4, 0.6, 1, 1.5)
    sizes[:, policy.COLOUR : policy.COLOUR + 5] = (0.3, 0.4, 0.6, 1, 2)
    sizes[:, policy.ROW : policy.ROW + 5] = 0.5
    sizes[:, policy.SHORT : policy.SHORT + 4] = 0.12
    sizes[:, policy.TAKES_MARKER] = 1
    sizes[:, policy.DENY] = 0.2
    sizes[:, policy.POINTS] = 0.15
    sizes[:, policy.PUSH] = 0.1
    return sizes


def deals(count: int) -> list[Ints]:
    game = AzulSolo()
    fills = (
        game.chance_move(game.start(), Rng(deal_seed(FIRST_DEAL + n), 0)) for n in range(count)
    )
    return [pack(game, game.apply(game.start(), fill)) for fill in fills]


def margins(starts: list[Ints], weights: Weights, seed: int) -> Weights:
    points = np.zeros((len(starts), A_DEAL, 2), np.int64)
    for at, start in enumerate(starts):
        policy.policy_games(start, weights, points[at], seed + at)
    return (points[..., 0] - points[..., 1]).ravel().astype(np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--games", type=int, default=3000, help="for each trial")
    parser.add_argument("--spread", type=float, default=1.0, help="of the first trials")
    wanted = parser.parse_args()
    rng, starts = np.random.default_rng(1), deals(wanted.games // A_DEAL)
    others = deals(2 * len(starts))[len(starts) :]
    mean, least = WEIGHTS.copy(), 0.05 * step_sizes()
    spread = wanted.spread * step_sizes()
    ranks = np.log(ELITE + 0.5) - np.log(np.arange(1, ELITE + 1))
    shares = (ranks / ranks.sum())[:, None, None]
    for generation in range(wanted.generations):
        trials = mean + spread * rng.standard_normal((POPULATION, *mean.shape))
        seed = 1_000_000 * generation
        ahead = [margins(starts, trial, seed) for trial in trials]
        worth = [float((1 / (1 + np.exp((0.5 - a) / SOFT))).mean()) for a in ahead]
        best = trials[np.argsort(worth)[::-1][:ELITE]]
        found = np.sqrt((shares * (best - mean) ** 2).sum(0))
        mean = 0.3 * mean + 0.7 * (shares * best).sum(0)
        spread = 0.5 * spread + 0.5 * np.maximum(found, least)
        won = (margins(others, mean, -1) > 0).mean()
        print(f"generation {generation + 1}: wins {won:.3f} of other deals", flush=True)
    print(np.array2string(mean.round(2), separator=", ", max_line_width=100))


if __name__ == "__main__":
    main()
