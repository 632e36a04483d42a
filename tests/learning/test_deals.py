"""Deals that can be won, and their difficulty: every claim is proved again on a sample."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import count, islice
from statistics import mean
from typing import Any

import pytest

from tavolino.catalogue import entries, entry_of, make_game
from tavolino.chance import deal_seed
from tavolino.game import AnyGame, OptionError, dealt, options_of
from tavolino.learning.deals import difficulty
from tavolino.learning.deals.difficulty import Difficulty, classify, measure, thresholds_of
from tavolino.learning.deals.finder import find_deal
from tavolino.learning.deals.kinds import DEAL_KINDS, DealKind
from tavolino.match import new_match, settle
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Impossible, Solved

GAMES = [
    make_game("solitario40"),
    make_game("solitario40", {"empty_column": "any"}),
    make_game("nove_colonne"),
]
SAMPLE = 48
WINNABLE: DealKind = "winnable"


def solved(game: AnyGame, number: int) -> Any:
    solver = entry_of(game.name).solver
    assert solver is not None
    return solver.load().solve(game, position(game, number))


def position(game: AnyGame, number: int) -> Any:
    """As a table deals it."""
    return settle(new_match(game, deal_seed(number), is_practice=True), ruling).boards[0].state


def is_won_by(game: AnyGame, number: int, moves: Any) -> bool:
    state = position(game, number)
    for move in moves:
        assert move in game.legal_moves(state)
        state = game.apply(state, move)
    return bool(game.winners(state))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_class_of_a_number_is_true(game: AnyGame) -> None:
    """A solution is played by the rules; that there is none, the solver proves without a limit."""
    for number in range(1, SAMPLE + 1):
        found, result = classify(game, number), solved(game, number)
        if found.winnable:
            assert isinstance(result, Solved) and is_won_by(game, number, result.moves)
            assert found.difficulty is not None
        elif found.winnable is False:
            assert isinstance(result, Impossible) and found.difficulty is None


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_deal_is_found_that_is_of_the_kind_asked_for(game: AnyGame) -> None:
    limits = thresholds_of(game)
    assert limits is not None
    for kind in DEAL_KINDS:
        number = find_deal(game, kind, count(1000))
        before = range(1000, number)
        if kind == "any":
            assert number == 1000
            continue
        result, found = solved(game, number), measure(game, dealt(game, number))
        assert isinstance(result, Solved) and is_won_by(game, number, result.moves)
        is_found_soon, goes_far = found.positions < limits[0], found.uncovered > limits[1]
        wanted = {"easy": {(True, True)}, "hard": {(False, False)}}
        wanted["medium"] = {(True, False), (False, True)}
        assert kind == "winnable" or (is_found_soon, goes_far) in wanted[kind]
        passed_over = [classify(game, earlier) for earlier in before]
        assert all(kind not in (one.difficulty, one.winnable and WINNABLE) for one in passed_over)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_medians_divide_other_deals_in_half_too(game: AnyGame) -> None:
    """Fresh deals; if the median is right, a share beyond these bounds is one in 1,000."""
    limits, numbers = thresholds_of(game), count(900_001)
    assert limits is not None
    found = (measure(game, dealt(game, number)) for number in numbers)
    won = list(islice((one for one in found if one.winnable), SAMPLE))
    assert 0.26 < mean(one.positions < limits.positions for one in won) < 0.74
    assert 0.26 < mean(one.uncovered > limits.uncovered for one in won) < 0.74


def test_both_games_were_calibrated_on_5000_deals() -> None:
    rows = json.loads(files(difficulty.__package__).joinpath("thresholds.json").read_text())
    known = {(row["game"], *row["options"].values()): row for row in rows}
    games = [entry for entry in entries() if entry.has_difficulty]
    assert {entry.name for entry in games} == {"solitario40", "nove_colonne"}
    for entry in games:
        row = known[entry.name, *options_of(entry.rules()).values()]
        assert row["deals"] >= 5_000
    for row in rows:
        assert sum(row[one] for one in Difficulty) == row["winnable"] <= row["deals"]
        assert thresholds_of(make_game(row["game"], row["options"])) is not None


@pytest.mark.parametrize("game, kind", [("azul_solo", "winnable"), ("aftaebr", "hard")])
def test_games_without_a_solver_have_no_such_deals(game: str, kind: DealKind) -> None:
    with pytest.raises(OptionError, match=f"solitario40 or nove_colonne for a {kind} deal"):
        find_deal(make_game(game), kind)
