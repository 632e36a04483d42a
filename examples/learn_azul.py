"""Learns to play azul_solo: the cross-entropy method on a thousand boards at once.

    python examples/learn_azul.py [--generations 30] [--candidates 64] [--boards 24]

A move is worth a weighted sum of nine features (``tavolino.envs.features``). In each generation
candidates with random weights
play the same number of games; the next ones are drawn around the best: minutes on one core.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np

from tavolino.envs.features import azul_features  # registers the environments, too


def results(boards: Any, weights: Any, seed: int) -> Any:
    """The lead over the automa at the end of one game on each board, with its weights."""
    seen, info = boards.reset(seed=seed)
    lead, is_over = np.zeros(len(weights)), np.zeros(len(weights), bool)
    while not is_over.all():
        worth = np.einsum("baf,bf->ba", azul_features(seen), weights)
        worth[info["action_mask"] == 0] = -np.inf
        seen, reward, ended, _, info = boards.step(worth.argmax(1))
        lead += np.where(is_over, 0, reward)
        is_over |= ended
    return lead


def learn(generations: int, candidates: int, boards: int, seed: int = 1) -> tuple[Any, list[float]]:
    """The weights, and the mean result of each generation."""
    rng, curve = np.random.default_rng(seed), list[float]()
    mean, deviation = np.zeros(9), np.ones(9)
    many = gymnasium.make_vec(
        "tavolino/AzulSolo-v0", candidates * boards, vectorization_mode="vector_entry_point"
    )
    for generation in range(generations):
        drawn = rng.normal(mean, deviation, (candidates, 9))
        drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)  # only the direction matters
        found = results(many, np.repeat(drawn, boards, 0), seed + generation)
        scores = found.reshape(candidates, boards).mean(1)
        best = drawn[scores.argsort()[-candidates // 5 :]]
        mean, deviation = best.mean(0), best.std(0) + 0.3 * 0.85**generation
        curve.append(float(scores.mean()))
        print(f"generation {generation + 1}: {curve[-1]:+.1f}", flush=True)
    return mean, curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--candidates", type=int, default=64)
    parser.add_argument("--boards", type=int, default=24)
    parser.add_argument("--games", type=int, default=1000, help="to measure the result")
    options = parser.parse_args()
    weights, _ = learn(options.generations, options.candidates, options.boards)
    test = gymnasium.make_vec(
        "tavolino/AzulSolo-v0", options.games, vectorization_mode="vector_entry_point"
    )
    lead = results(test, np.repeat(weights[None], options.games, 0), 999)
    error = lead.std() / options.games**0.5
    print(
        f"{options.games} new games: {lead.mean():+.1f} ± {error:.1f}, won {(lead > 0).mean():.1%}"
    )


if __name__ == "__main__":
    main()
