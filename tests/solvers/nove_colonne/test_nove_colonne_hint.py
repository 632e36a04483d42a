"""Hints for nove_colonne are honest, legal, the same every time, and lead somewhere."""

from __future__ import annotations

from random import Random

import pytest
from support.random_play import play_randomly, start_match

from tavolino.chance import Rng
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.solvers.nove_colonne.solver import hint, is_dead_end, solve
from tavolino.solvers.result import Solved

GAME = NoveColonne()
SEED = b"a seed"
REASONS = {"hint.wins", "hint.uncovers", "hint.base", "hint.lost"}


def half_played(number: int) -> State:
    state: State = (
        play_randomly(start_match(GAME, number), Random(number), 3 * number).boards[0].state
    )
    return state


@pytest.mark.parametrize("number", range(1, 13))
def test_hidden_cards_make_no_difference(number: int) -> None:
    state = half_played(number)
    view = GAME.view(state, 0)
    here = hint(GAME, state, SEED, samples=4)
    assert here == hint(GAME, view, SEED, samples=4)
    for stream in range(2):
        other = GAME.fill(view, Rng(b"other", stream))
        assert here == hint(GAME, other, SEED, samples=4)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_game_by_hints_ends(number: int) -> None:
    state = start_match(GAME, number).boards[0].state
    seen = set()
    while (here := hint(GAME, GAME.view(state, 0), SEED, samples=3)) is not None:
        assert state not in seen
        seen.add(state)
        assert here.move in GAME.legal_moves(state)
        assert 0 <= here.winnable <= here.samples == 3
        assert here.reason in REASONS
        assert (here.winnable == 0) == (here.reason == "hint.lost")
        state = GAME.apply(state, here.move)
    assert GAME.is_won(state) or GAME.is_dead_end(state)


def test_no_hint_where_nothing_is_left_to_do() -> None:
    assert hint(GAME, GAME.start(), SEED) is None
    won = GAME.parse_state("KD KH KC KS | - - - - - - | " + " / ".join("-" * 9))
    assert hint(GAME, won, SEED) is None
    stuck = next(s for s in map(half_played, range(8, 60)) if is_dead_end(GAME, s))
    assert hint(GAME, stuck, SEED) is None


def test_an_open_game_is_won_by_lifts() -> None:
    state = GAME.parse_state("QD QH QC JS | - - KC - - - | KD QS / KH / KS / - / - / - / - / - / -")
    while (here := hint(GAME, state, SEED)) is not None:
        assert here.reason == "hint.open"
        state = GAME.apply(state, here.move)
    assert GAME.is_won(state)


@pytest.mark.parametrize("number", range(1, 7))
def test_where_all_is_known_the_hint_never_loses(number: int) -> None:
    """A single hidden card can be inferred: every sample is the deal itself."""
    state = start_match(GAME, number).boards[0].state
    result = solve(GAME, state)
    for move in result.moves if isinstance(result, Solved) else ():
        if sum(state.hidden) == 1:
            here = hint(GAME, GAME.view(state, 0), SEED, samples=2)
            assert here is not None and here.winnable == here.samples == 2
            assert isinstance(solve(GAME, GAME.apply(state, here.move)), Solved)
        state = GAME.apply(state, move)


def test_little_time_is_enough_for_one_sample() -> None:
    view = GAME.view(start_match(GAME, 2).boards[0].state, 0)
    here = hint(GAME, view, SEED, seconds=0)
    assert here is not None and here.samples == 1


@pytest.mark.parametrize(
    "text",
    [
        "10D 6H 4C 9S | - - - - - - | 10H 9C / QC JH 10S 9H / 8H 7C / KD / QD JC / KH / "
        "QS JD 10C / 8C 7H 6C / (KS 5C) KC QH JS",
        "5D 5H 10C 3S | KD - - - - - | 8H 7S 6D 5S / KS QH JS 10H 9S 8D / 7D 6S / "
        "(4S QS 6H) KH QC JH 10S 9H / 7H / JD / JC 10D / 9D 8S / KC QD",
    ],
    ids=["deal 16", "deal 40"],
)
def test_far_ways_do_not_go_round_in_circles(text: str) -> None:
    """The way is too long for a plain search: a card laid down for it must not be lifted again."""
    state, seen = GAME.parse_state(text), set[State]()
    hidden = sum(state.hidden)
    while sum(state.hidden) == hidden:
        assert state not in seen
        seen.add(state)
        here = hint(GAME, GAME.view(state, 0), b"x", samples=1)
        assert here is not None
        state = GAME.apply(state, here.move)
