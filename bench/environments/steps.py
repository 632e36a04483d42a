"""Steps per second of the environments for learners, on one core.

    .venv/bin/python bench/environments/steps.py [--seconds 3]

CPU time of ``step`` alone, legal actions at random, masks and observations included; compiled code
is loaded before. A ratio above 1 is faster than the target.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from time import process_time

import gymnasium
import numpy as np
from rich.console import Console
from rich.table import Table

import tavolino.envs  # noqa: F401
from tavolino.envs import aftaebr_aec

SINGLE_MARK = 15_000
BATCHED_MARKS = {
    "Aftaebr": 1_000_000,
    "AzulSolo": 1_000_000,
    "Solitario40": 300_000,
    "NoveColonne": 300_000,
}
BOARDS = 1024
FIRST_STEPS = 20


def speed(times: Iterator[float], seconds: float) -> float:
    """Steps per second; the first ones are not counted, as they load compiled code."""
    for _ in range(FIRST_STEPS):
        next(times)
    spent, steps = 0.0, 0
    while spent < seconds:
        spent += next(times)
        steps += 1
    return steps / spent


def single(name: str) -> Iterator[float]:
    """The time of each step of an environment of one board, resets included."""
    env, chooser = gymnasium.make(f"tavolino/{name}-v0"), Random(1)
    _, info = env.reset(seed=1)
    while True:
        legal = np.flatnonzero(info["action_mask"])
        action = legal[chooser.randrange(len(legal))]
        start = process_time()
        *_, is_over, is_cut, info = env.step(action)
        if is_over or is_cut:
            _, info = env.reset()
        yield process_time() - start


def several() -> Iterator[float]:
    """The time of each step of the PettingZoo environment for two players."""
    env, chooser = aftaebr_aec.env(), Random(1)
    env.reset(seed=1)
    while True:
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        action = int(legal[chooser.randrange(len(legal))])
        start = process_time()
        env.step(action)
        env.observe(env.agent_selection)
        if env.terminations[env.agent_selection]:
            env.reset()
        yield process_time() - start


def batched(name: str) -> Iterator[float]:
    """The time of each step of all boards."""
    env = gymnasium.make_vec(f"tavolino/{name}-v0", num_envs=BOARDS)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    keys = rng.random(info["action_mask"].shape)
    while True:
        actions = (info["action_mask"] * rng.permutation(keys)).argmax(1)
        start = process_time()
        *_, info = env.step(actions)
        yield process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3.0)
    seconds = parser.parse_args().seconds
    table = Table("environment", "steps/s", "target", "ratio")
    rows = [
        (name, speed(single(name), seconds), SINGLE_MARK)
        for name in ("Solitario40", "NoveColonne", "AzulSolo")
    ]
    rows.append(("aftaebr (PettingZoo)", speed(several(), seconds), SINGLE_MARK))
    rows += [
        (f"{BOARDS} × {name}", BOARDS * speed(batched(name), seconds), mark)
        for name, mark in BATCHED_MARKS.items()
    ]
    for name, reached, mark in rows:
        table.add_row(name, f"{reached:,.0f}", f"{mark:,}", f"{reached / mark:.2f}")
    Console().print(table)
    if any(reached < mark for _, reached, mark in rows):
        sys.exit("an environment is slower than its target")


if __name__ == "__main__":
    main()
