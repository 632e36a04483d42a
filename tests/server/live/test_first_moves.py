"""The first moves of a fresh server: nothing is compiled or loaded for them in the event loop."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

from tavolino.catalogue import make_game
from tavolino.chance import deal_seed
from tavolino.match import OverBudget, new_match, settle
from tavolino.server.live.domain.projection import Projection
from tavolino.server.workers.referee import ExactReferee, QuickReferee, load


def compiled() -> dict[str, int]:
    """How many types of arguments every compiled function is ready for."""
    return {
        f"{module.__name__}.{name}": len(found.overloads)
        for module in list(sys.modules.values())
        if getattr(module, "__name__", "").startswith("tavolino")
        for name, found in vars(module).items()
        if isinstance(found, Dispatcher)
    }


def play(name: str, options: dict[str, Any], seed: int) -> None:
    """A game as a table plays it: each step with the quick referee, hard ones with the exact."""
    random, referee = Random(seed), QuickReferee(is_loaded=True)
    match = settle(new_match(make_game(name, options), deal_seed(seed), is_practice=True))
    for _ in range(60):
        moves = match.legal_moves(0)
        if match.actor(0) is None or not moves:
            return
        move = random.choice(moves)
        try:
            referee = QuickReferee(is_loaded=True)
            match = match.move(0, move, referee.ruling)
            Projection.empty(match, 0).judged([0], referee)
        except OverBudget:
            match = match.move(0, move, ExactReferee().ruling)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("solitario40", {}),
        ("solitario40", {"draw": "1"}),
        ("solitario40", {"draw": "1", "empty_column": "any"}),
        ("nove_colonne", {}),
    ],
)
def test_no_move_compiles_anything(name: str, options: dict[str, str]) -> None:
    load()
    before = compiled()
    assert any(before.values()), "the referee is compiled"
    for seed in range(1, 4):
        play(name, options, seed)
    after = compiled()
    assert {one for one in after if after[one] > before.get(one, 0)} == set()
