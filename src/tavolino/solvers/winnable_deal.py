"""Deals that can be won, drawn from a seed so that everybody can draw them again (RULES 8.16)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tavolino.chance import Rng
from tavolino.game import AnyGame
from tavolino.solvers import solver

POSITIONS = 200_000
"""The budget for each shuffle. It is part of the rule: a shuffle that it leaves undecided is thrown
away, so another budget could draw another deal. So could a search that decides others within it:
once records with such deals are released, a change of the search needs a new version."""


def is_winnable(game: AnyGame, state: Any) -> bool | None:
    """Whether a dealt position can be won; None if the budget does not suffice."""
    return solver.is_winnable(game, state, POSITIONS)


@lru_cache(maxsize=64)
def winnable_deal(game: AnyGame, seed: bytes, stream: int) -> Any:
    """The first shuffle of the stream that chance may deal and the solver proves winnable.

    A deal with a field ``rejected`` counts all shuffles thrown away before. Every board of a
    contest draws the same one.
    """
    rng, start, rejected = Rng(seed, stream), game.start(), 0
    while True:
        deal: Any = game.chance_move(start, rng)
        is_counted = hasattr(deal, "rejected")
        rejected += deal.rejected if is_counted else 0
        if is_winnable(game, game.apply(start, deal)):
            return deal._replace(rejected=rejected) if is_counted else deal
        rejected += 1
