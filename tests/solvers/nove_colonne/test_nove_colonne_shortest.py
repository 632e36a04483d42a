"""The shortest win of nove_colonne: as short as a search without pruning finds it, and proved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from support.random_play import play_randomly, start_match
from support.searches.nove_colonne import fewest_moves, late_position

from tavolino.game import Stop, TavolinoError
from tavolino.games.nove_colonne import DEALT, KING, RESERVE, SIZES, Move, NoveColonne, State
from tavolino.games.patience import BASE, Carry
from tavolino.solvers import astar
from tavolino.solvers.nove_colonne.shortest.position import lower_bound, problem_of
from tavolino.solvers.nove_colonne.shortest.solver import find_shortest
from tavolino.solvers.nove_colonne.solver import shortest, solve
from tavolino.solvers.result import Impossible, Shortest, Solved

GAME = NoveColonne()
PLAIN_LIMIT = 60_000
ANY_LINE = (Carry(DEALT[0], BASE),) * astar.LONGEST
"""A line that is longer than every other."""
NODES = 1 << 19
QUICKEST = 11
QUICK = (8, QUICKEST)
"""Deals that are proved quickly."""


def dealt(number: int) -> State:
    state: State = start_match(GAME, number).boards[0].state
    return state


def played(state: State, moves: tuple[Move, ...]) -> State:
    for move in moves:
        assert move in GAME.legal_moves(state), f"{move} in {state}"
        state = GAME.apply(state, move)
    return state


def proved(state: State) -> Shortest[Move]:
    """The shortest win, played by the rules."""
    result = shortest(GAME, state)
    assert isinstance(result, Shortest) and result.is_proved
    assert GAME.is_won(played(state, result.moves))
    return result


def test_few_cards_are_won_in_as_few_moves_as_by_the_plain_search() -> None:
    extra = Counter[int]()
    for number in range(80):
        left = 5 + number % 3
        state = late_position(Random(number), left)
        fewest = fewest_moves(state, PLAIN_LIMIT)
        if fewest is not None:
            for is_pruned in (True, False):
                result = find_shortest(GAME, state, ANY_LINE, None, NODES, is_pruned)
                assert (len(result.moves), result.lower) == (fewest, fewest), str(state)
                assert GAME.is_won(played(state, result.moves))
            extra[fewest - left] += 1
    assert extra.total() > 50 and len(extra) >= 3, extra


def test_a_real_deal_is_won_in_as_few_moves_without_pruning() -> None:
    state = dealt(QUICKEST)
    best = proved(state)
    plain = find_shortest(GAME, state, best.moves * 2, None, 8 * NODES, is_pruned=False)
    assert plain.is_proved and len(plain.moves) == len(best.moves)


@pytest.mark.parametrize("number", QUICK)
def test_no_position_of_the_shortest_line_promises_more_than_it_needs(number: int) -> None:
    state = dealt(number)
    result = proved(state)
    for left, move in zip(range(len(result.moves), 0, -1), result.moves):
        problem = problem_of(state)
        assert lower_bound(problem, problem.first, problem.second) <= left, str(state)
        state = GAME.apply(state, move)


def test_half_played_positions() -> None:
    rnd, won = Random(3), 0
    for number in QUICK * 4:
        state = play_randomly(start_match(GAME, number), rnd, rnd.randint(1, 25)).boards[0].state
        known = solve(GAME, state)
        if isinstance(known, Solved):
            result = proved(state)
            assert len(result.moves) <= len(known.moves)
            after = proved(GAME.apply(state, result.moves[0]))
            assert len(after.moves) == len(result.moves) - 1
            won += 1
    assert won >= 2


def test_a_call_of_the_referee_is_ignored() -> None:
    state = dealt(11)
    assert shortest(GAME, replace(state, stopped=Stop.GIVEN_UP)) == shortest(GAME, state)


def test_a_position_that_is_won_needs_no_moves() -> None:
    state = State(((),) * len(SIZES), (0,) * len(SIZES), (None,) * RESERVE, (KING,) * 4)
    assert shortest(GAME, state) == Shortest((), 0, 0)


def test_what_cannot_be_won_has_no_shortest_win() -> None:
    assert isinstance(shortest(GAME, dealt(1)), Impossible)


def test_bounds_when_a_limit_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astar, "STEPS", 10)
    state = dealt(8)
    best, known = proved(state), solve(GAME, state)
    assert isinstance(known, Solved) and len(best.moves) < len(known.moves)
    out_of_time = find_shortest(GAME, state, known.moves, 0, NODES)
    out_of_memory = shortest(GAME, state, nodes=1000)
    for result in (out_of_time, out_of_memory):
        assert isinstance(result, Shortest) and not result.is_proved
        assert 48 < result.lower <= len(best.moves) <= len(result.moves)
        assert GAME.is_won(played(state, result.moves))


def test_what_is_not_known_has_no_shortest_win() -> None:
    with pytest.raises(TavolinoError, match="without unseen cards"):
        shortest(GAME, GAME.view(dealt(1), 0))
