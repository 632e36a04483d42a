"""The shortest win of solitario40: as short as a search without pruning finds it, and proved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from support.random_play import play_randomly, start_match
from support.searches.solitario40 import SmallGame, fewest_moves, small_deal

from tavolino.game import Stop, TavolinoError
from tavolino.games.solitario40 import Move, Solitario40, State, Stock
from tavolino.solvers import astar
from tavolino.solvers.result import Impossible, Shortest, Solved
from tavolino.solvers.solitario40.shortest.position import lower_bound, problem_of
from tavolino.solvers.solitario40.shortest.solver import find_shortest
from tavolino.solvers.solitario40.solver import shortest, solve

GAME = Solitario40()
RULES = list(product((3, 1), ("king", "any")))
EVERY_RULE = [Solitario40(40, *rules) for rules in RULES]
PLAIN_LIMIT = 4_000
ANY_LINE = (Stock.TURN,) * astar.LONGEST
"""A line that is longer than every other."""
NODES = 1 << 20


def dealt(game: Solitario40, number: int) -> State:
    state: State = start_match(game, number).boards[0].state
    return state


def played(game: Solitario40, state: State, moves: tuple[Move, ...]) -> State:
    for move in moves:
        assert move in game.legal_moves(state), f"{move} in {state}"
        state = game.apply(state, move)
    return state


def proved(game: Solitario40, state: State) -> Shortest[Move] | None:
    """The shortest win, played by the rules; None if there is no win."""
    result = shortest(game, state)
    if isinstance(result, Shortest):
        assert result.is_proved and game.is_solved(played(game, state, result.moves))
        return result
    assert isinstance(result, Impossible)
    return None


@pytest.mark.parametrize(("draw", "empty"), RULES)
def test_small_games_are_won_in_as_few_moves_as_by_the_plain_search(draw: int, empty: str) -> None:
    rnd, lengths, lost = Random(draw), Counter[int](), 0
    while lengths.total() < 50:
        game = SmallGame(4 * rnd.randint(3, 5), draw, empty)
        state = small_deal(game, rnd, rnd.randint(1, 4))
        result = find_shortest(game, state, ANY_LINE, None, NODES)
        if result.moves == ANY_LINE:
            assert lost > 20 or fewest_moves(game, state, PLAIN_LIMIT) is None, str(state)
            lost += 1
            continue
        fewest = fewest_moves(game, state, PLAIN_LIMIT)
        if fewest is not None:
            plain = find_shortest(game, state, ANY_LINE, None, NODES, is_pruned=False)
            for found in (result, plain):
                assert (len(found.moves), found.lower) == (fewest, fewest), str(state)
                assert game.is_solved(played(game, state, found.moves))
            lengths[fewest] += 1
    assert lost > 20 and len(lengths) >= 10, lengths


@pytest.mark.parametrize("game", EVERY_RULE, ids=str)
def test_real_deals_are_won_in_as_few_moves_without_pruning(game: Solitario40) -> None:
    compared = 0
    for number in range(1, 6):
        state = dealt(game, number)
        result = proved(game, state)
        if result and result.positions < 30_000:
            plain = find_shortest(game, state, ANY_LINE, None, 4 * NODES, is_pruned=False)
            assert plain.is_proved and len(plain.moves) == len(result.moves)
            compared += 1
    assert compared


@pytest.mark.parametrize("game", [*EVERY_RULE, Solitario40(52, 3, "any")], ids=str)
def test_no_position_of_the_shortest_line_promises_more_than_it_needs(game: Solitario40) -> None:
    results = ((state, proved(game, state)) for state in (dealt(game, n) for n in range(2, 9)))
    state, result = next((s, r) for s, r in results if r)
    for left, move in zip(range(len(result.moves), 0, -1), result.moves):
        problem = problem_of(game, state)
        assert lower_bound(problem, problem.first, problem.second) <= left, str(state)
        state = game.apply(state, move)


@pytest.mark.parametrize("game", EVERY_RULE[:2], ids=str)
def test_half_played_positions(game: Solitario40) -> None:
    rnd, seen = Random(6), Counter[bool]()
    for number in range(1, 13):
        state = play_randomly(start_match(game, number), rnd, rnd.randint(1, 60)).boards[0].state
        state = replace(state, stopped=None)
        result, known = proved(game, state), solve(game, state)
        seen[result is not None] += 1
        if result:
            assert isinstance(known, Solved) and len(result.moves) <= len(known.moves)
            after = proved(game, game.apply(state, result.moves[0]))
            assert after and len(after.moves) == len(result.moves) - 1
    assert len(seen) == 2


def test_a_call_of_the_referee_is_ignored() -> None:
    state = dealt(GAME, 2)
    assert shortest(GAME, replace(state, stopped=Stop.TIME_UP)) == shortest(GAME, state)


def test_a_position_that_is_won_needs_no_moves() -> None:
    state = State(((),) * 7, (0,) * 7, (GAME.king,) * 4)
    assert shortest(GAME, state) == Shortest((), 0, 0)


def test_bounds_when_a_limit_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(astar, "STEPS", 10)
    state = dealt(GAME, 2)
    best, known = proved(GAME, state), solve(GAME, state)
    assert best and isinstance(known, Solved) and len(best.moves) < len(known.moves)
    out_of_time = find_shortest(GAME, state, known.moves, 0, NODES)
    out_of_memory = shortest(GAME, state, nodes=1000)
    for result in (out_of_time, out_of_memory):
        assert isinstance(result, Shortest) and not result.is_proved
        assert 40 < result.lower <= len(best.moves) <= len(result.moves)
        assert GAME.is_solved(played(GAME, state, result.moves))


def test_what_is_not_known_has_no_shortest_win() -> None:
    with pytest.raises(TavolinoError, match="every card known"):
        shortest(GAME, GAME.view(dealt(GAME, 1), 0))
    with pytest.raises(TavolinoError, match="after the deal"):
        shortest(GAME, GAME.start())
