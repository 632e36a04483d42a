"""The solver of nove_colonne: no result differs from a search that leaves nothing out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from support.random_play import play_randomly, start_match
from support.searches.nove_colonne import small_position, wins_plainly

from tavolino.chance import Rng, deal_seed
from tavolino.game import Stop, TavolinoError
from tavolino.games.nove_colonne import DEALT, NoveColonne, State
from tavolino.games.patience import Deal
from tavolino.solvers.nove_colonne.search import FEWEST, Search
from tavolino.solvers.nove_colonne.search.best_first import Status
from tavolino.solvers.nove_colonne.solver import PositionError, _pack_face_up, best_score, solve
from tavolino.solvers.result import Impossible, Limit, Solved, Unknown

GAME = NoveColonne()
LONG_SEARCH = (
    "AD AH AC AS | - - - - - - | (2D 2C 8S 10H) 10C / (6C 2S 8H QC) QH / (4H 5D 6D 10S 8C) KS / "
    "(5C 7C 4S 9S) QD / (3D 2H 5H 9D KC) QS / (3C 7H 7D 10D 8D) JS / (4C 6H 4D JD) 7S / "
    "(3H 5S JC KD) 9C / (3S 6S JH KH) 9H"
)


def dealt(number: int) -> State:
    return GAME.apply(GAME.start(), Deal(Rng(deal_seed(number), 0).shuffled(DEALT)))


def _is_short_search(state: State) -> bool:
    search = Search(_pack_face_up(state), most=FEWEST)
    while (status := search.advance()) == Status.PAUSED:
        pass
    return status != Status.FULL


@pytest.mark.parametrize("block", range(10))
def test_the_result_is_that_of_a_search_without_pruning(block: int) -> None:
    results: Counter[bool] = Counter()
    for number in range(300 * block, 300 * (block + 1)):
        state = small_position(Random(number))
        wins = wins_plainly(state)
        if wins is not None and _is_short_search(state):
            assert isinstance(solve(GAME, state), Solved if wins else Impossible), str(state)
            results[wins] += 1
    assert results[True] >= 50 and results[False] >= 30


@pytest.mark.parametrize("number", range(1, 13))
def test_a_solution_wins_its_match(number: int) -> None:
    match = start_match(GAME, number)
    result = solve(GAME, match.boards[0].state)
    assert not isinstance(result, Unknown)
    if isinstance(result, Solved):
        for move in result.moves:
            match = match.move(0, move)
        assert match.is_over and GAME.winners(match.boards[0].state) == (0,)


def test_both_results_are_common_among_deals() -> None:
    kinds = Counter(type(solve(GAME, dealt(number))) for number in range(1, 61))
    assert kinds[Solved] >= 40 and kinds[Impossible] >= 4
    assert kinds[Solved] + kinds[Impossible] == 60


@pytest.mark.parametrize("number", range(1, 9))
def test_half_played_positions(number: int) -> None:
    """A result outlives the moves of its solution; what is impossible stays so."""
    rnd = Random(number)
    match = play_randomly(start_match(GAME, number), rnd, 12)
    for _ in range(8):
        state = match.boards[0].state
        if match.is_over:
            break
        result = solve(GAME, state)
        if isinstance(result, Solved):
            assert isinstance(solve(GAME, GAME.apply(state, result.moves[0])), Solved)
        else:
            move = rnd.choice(GAME.legal_moves(state))
            assert isinstance(solve(GAME, GAME.apply(state, move)), Impossible)
        match = play_randomly(match, rnd, 5)


def test_solutions_are_short_and_move_no_card_in_vain() -> None:
    for number in range(1, 21):
        result = solve(GAME, dealt(number))
        if isinstance(result, Solved):
            pairs = zip(result.moves, result.moves[1:])
            assert not any(move.card == after.card for move, after in pairs)  # type: ignore[union-attr]
            assert len(result.moves) < 250


def test_a_won_position_needs_no_move() -> None:
    won = GAME.parse_state("KD KH KC KS | - - - - - - | " + " / ".join("-" * 9))
    assert solve(GAME, won) == Solved((), 1)


def test_a_stop_is_disregarded() -> None:
    state = dealt(1)
    assert solve(GAME, GAME.stop(state, Stop.GIVEN_UP)) == solve(GAME, state)


def test_the_same_answer_every_time() -> None:
    assert solve(GAME, dealt(3)) == solve(GAME, dealt(3))


def test_unseen_cards_and_no_cards_are_refused() -> None:
    with pytest.raises(PositionError, match="unseen"):
        solve(GAME, GAME.view(dealt(1), 0))
    with pytest.raises(PositionError, match="before"):
        solve(GAME, GAME.start())
    assert issubclass(PositionError, TavolinoError)


def test_the_time_runs_out() -> None:
    result = solve(GAME, GAME.parse_state(LONG_SEARCH), seconds=0)
    assert isinstance(result, Unknown) and result.why == Limit.TIME and result.positions > 0


def test_the_memory_runs_out() -> None:
    search = Search(_pack_face_up(GAME.parse_state(LONG_SEARCH)), most=FEWEST)
    while (status := search.advance()) == Status.PAUSED:
        pass
    assert status == Status.FULL and search.positions <= FEWEST


def test_whoever_has_more_memory_may_use_it() -> None:
    state = GAME.parse_state(LONG_SEARCH)
    small = best_score(GAME, state, positions=4 * FEWEST, nodes=FEWEST)
    assert small.positions <= FEWEST and small.low < small.high
    assert best_score(GAME, state, positions=4 * FEWEST).positions > FEWEST


def test_memory_that_grows_changes_nothing() -> None:
    """This deal needs more nodes than a search has room for at first."""
    number = next(n for n in range(1, 200) if solve(GAME, dealt(n)).positions > FEWEST)
    result = solve(GAME, dealt(number))
    assert isinstance(result, Solved | Impossible)
