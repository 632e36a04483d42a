"""Can this still be won? What the player sees, and the truth; and the fewest moves of a win."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tavolino.cards import UNSEEN
from tavolino.catalogue import entry_of, make_game
from tavolino.chance import deal_seed
from tavolino.game import AnyGame
from tavolino.learning import possible_deals
from tavolino.learning.analysis import AnalysisError
from tavolino.learning.fewest_moves import fewest_moves
from tavolino.learning.odds import odds
from tavolino.match import Match, new_match, settle
from tavolino.record import Record
from tavolino.solvers.referee import ruling
from tavolino.solvers.result import Shortest, Solved

GAMES = ("solitario40", "nove_colonne")
FEW = 3
"""Cards that the player has not seen: few enough to try every order."""


def solver_of(game: AnyGame) -> Any:
    solver = entry_of(game.name).solver
    assert solver is not None
    return solver.load()


def dealt(name: str, number: int) -> Match[Any, Any]:
    return settle(new_match(make_game(name), deal_seed(number), is_practice=True), ruling)


def record(match: Match[Any, Any]) -> Record:
    return Record(match, ("Anna",), 1)


def winning_line(match: Match[Any, Any]) -> tuple[Any, ...]:
    found = solver_of(match.game).solve(match.game, match.boards[0].state)
    assert isinstance(found, Solved)
    return found.moves


def winnable_deal(name: str) -> Match[Any, Any]:
    for number in range(8, 50):
        match = dealt(name, number)
        if solver_of(match.game).is_winnable(match.game, match.boards[0].state):
            return match
    raise AssertionError("no such deal")


def blanks(view: Any) -> int:
    piles = (*view.columns, getattr(view, "mazzo", ()))
    return sum(card == UNSEEN for pile in piles for card in pile)


def exact_share(game: AnyGame, view: Any, state: Any) -> float:
    """Every order of the unseen cards, put into the blanks by hand."""
    text, unseen = str(view), []
    for a, b in zip(str(view).replace("(", " ").split(), str(state).replace("(", " ").split()):
        if a.startswith("??"):
            unseen.append(b.rstrip(")"))
    wins: list[bool] = []
    for order in permutations(unseen):
        parts = text.split("??")
        filled = "".join(p + c for p, c in zip(parts, [*order, ""]))
        wins.append(solver_of(game).is_winnable(game, game.parse_state(filled)))
    return sum(wins) / len(wins)


@pytest.mark.parametrize("name", GAMES)
def test_the_share_is_that_of_all_orders_of_the_unseen_cards(name: str) -> None:
    match = winnable_deal(name)
    for move in winning_line(match):
        match = match.move(0, move, ruling)
        view = match.view(0)
        if 0 < blanks(view) <= FEW:
            found, state = odds(record(match), with_truth=True), match.boards[0].state
            assert found.share is not None and found.deals > 90 and found.winnable is True
            assert found.share == pytest.approx(exact_share(match.game, view, state), abs=0.15)
            break
    else:
        raise AssertionError("no position with so few unseen cards")


@pytest.mark.parametrize("name", GAMES)
def test_who_has_seen_every_card_knows_the_truth(name: str) -> None:
    match = winnable_deal(name)
    for move in winning_line(match)[:-1]:
        match = match.move(0, move, ruling)
        if not blanks(match.view(0)):
            break
    found = odds(record(match), with_truth=True)
    assert (found.share, found.deals, found.winnable) == (1.0, 1, True)


def test_the_truth_is_said_only_when_it_is_asked_for() -> None:
    match = winnable_deal("solitario40")
    assert odds(record(match)).winnable is None
    assert odds(record(match), with_truth=True).winnable is True


def test_cards_seen_before_an_undo_are_known() -> None:
    """The position is that of the deal again, but the player has seen some cards more."""
    match = winnable_deal("solitario40")
    before = odds(record(match))
    line = winning_line(match)
    for move in line:
        match = match.move(0, move, ruling)
    for _ in line:
        match = match.undo(0, ruling)
    view = possible_deals.known_view(match.game, match.boards[0].state, frozenset())
    assert blanks(view) > 0
    assert odds(record(match)).deals == 1 < before.deals
    assert odds(record(match)).share == 1.0


# The fewest moves


@pytest.mark.parametrize("name", GAMES)
def test_the_fewest_moves_of_a_deal_that_was_won(name: str) -> None:
    match = winnable_deal(name)
    shortest = solver_of(match.game).shortest(match.game, match.boards[0].state, seconds=60)
    assert isinstance(shortest, Shortest) and shortest.is_proved
    line = winning_line(match)
    won = match
    for move in line:
        won = won.move(0, move, ruling)
    found = fewest_moves(record(won), 0)
    assert (found.won_in, found.least, found.is_proved) == (len(line), len(shortest.moves), True)
    # The last move taken back and made again does not count twice.
    again = won.undo(0, ruling).move(0, line[-1], ruling)
    assert fewest_moves(record(again), 0) == found


def test_only_a_patience_that_was_won_has_fewest_moves() -> None:
    with pytest.raises(AnalysisError, match="expected a patience that was won"):
        fewest_moves(record(dealt("solitario40", 1)), 0)


def test_within_a_limit_there_are_bounds() -> None:
    match = winnable_deal("nove_colonne")
    line = winning_line(match)
    for move in line:
        match = match.move(0, move, ruling)
    found = fewest_moves(record(match), 0, seconds=0.0)
    assert 0 <= found.lower <= found.least <= found.won_in == len(line)
