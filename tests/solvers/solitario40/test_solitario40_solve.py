"""What the solver of solitario40 answers: the truth, in legal moves, within its budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from statistics import median

import pytest
from support.random_play import play_randomly, start_match
from support.searches.solitario40 import SmallGame, most_points, most_points_fast, small_deal

from tavolino.chance import deal_seed
from tavolino.game import TavolinoError
from tavolino.games.patience import Carry, Deal
from tavolino.games.solitario40 import Move, Solitario40, State
from tavolino.match import Entry, Match, due, new_match
from tavolino.solvers.result import Impossible, Limit, Solved, Unknown
from tavolino.solvers.solitario40 import solver as solitario40
from tavolino.solvers.solitario40.layout import pack_position, rules_of
from tavolino.solvers.solitario40.search import EXHAUSTED, WON
from tavolino.solvers.solitario40.search import bounded_search as search_module
from tavolino.solvers.solitario40.search.bounded_search import bounded_search
from tavolino.solvers.solitario40.solution import shorten, with_forced_moves
from tavolino.solvers.solitario40.solver import best_score, solve, warm_up

GAME = Solitario40()
RULES = list(product((3, 1), ("king", "any")))
EVERY_RULE = [Solitario40(*options) for options in product((40, 52), (3, 1), ("king", "any"))]
PLAIN_LIMIT = 4_000

HARD = (
    "- - - - | QH JS AD | (AH 7S JD 6S QD 3C 4H 5C JH) | 2D / (2S) 2H / (6H 7D) 7H / "
    "(KD 4S JC) 5S / (AS KH 7C 4D) QS / (6D 5D QC KS KC) 6C / (2C 4C 3S AC 3D 5H) 3H"
)
"""Cannot be won; the proof takes thousands of positions."""
STALLED = (
    "AD - AC AS | 5D 4D 4C 6S 6D 3C QS KS | 4S 2H | 7H / KD / (JS KH) 3H / (2C AH QH) JH / "
    "(KC 5C 3S 2D) 5S / (4H QC 2S 5H 7S) QD / (7C JC 6H 6C JD 7D) 3D"
)
"""No card can move, on no turn of the mazzo."""


def shuffles(game: Solitario40, count: int) -> Iterator[State]:
    """Deals without the guarantee of R-S40-11."""
    rnd = Random(2024)
    for _ in range(count):
        cards = list(game.cards)
        rnd.shuffle(cards)
        yield game.apply(game.start(), Deal(tuple(cards)))


def played(game: Solitario40, state: State, moves: tuple[Move, ...]) -> State:
    for move in moves:
        assert move in game.legal_moves(state), f"{move} in {state}"
        state = game.apply(state, move)
    return state


def dealt(game: Solitario40, number: int) -> Match[State, Move]:
    match = new_match(game, deal_seed(number))
    entry = due(match)
    assert entry is not None
    return match.play(entry)


# The plain searches


def test_the_fast_plain_search_says_what_the_rules_say() -> None:
    rnd, compared = Random(1), 0
    for n in range(120):
        draw, empty = RULES[n % 4]
        game = SmallGame(4 * rnd.randint(3, 5), draw, empty)
        state = small_deal(game, rnd, rnd.randint(1, 3))
        fast, by_rules = most_points_fast(game, state, 600), most_points(game, state, 600)
        assert fast is None or by_rules is None or fast == by_rules, str(state)
        compared += fast is not None
    assert compared > 60


def replayed(
    game: Solitario40, state: State, moves: tuple[Move, ...], packed: list[int], points: int
) -> None:
    """By the rules themselves; small games have too few columns for the kernel."""
    assert game.points(played(game, state, moves)) == points


@pytest.mark.parametrize(("draw", "empty"), RULES)
def test_small_games_are_decided_as_by_the_plain_search(
    draw: int, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solitario40, "_check", replayed)
    rnd, seen = Random(draw), Counter[str]()
    while seen.total() < 650:
        game = SmallGame(4 * rnd.randint(3, 5), draw, empty)
        state = small_deal(game, rnd, rnd.randint(1, 4))
        most = most_points_fast(game, state, PLAIN_LIMIT)
        if most is None:
            continue
        columns = len(state.columns)
        win = game.points(State(((),) * columns, (0,) * columns, (game.king,) * 4))
        result, score = solve(game, state), best_score(game, state)
        assert (score.low, score.high) == (most, most), str(state)
        assert isinstance(result, Solved if most == win else Impossible), str(state)
        seen["won" if most == win else "lost, with gains" if score.moves else "lost at once"] += 1
    assert min(seen.values()) > 40, seen


# Real deals


@pytest.mark.parametrize("game", EVERY_RULE, ids=str)
def test_solutions_win_real_matches(game: Solitario40) -> None:
    solved = 0
    for number in range(1, 7):
        match = dealt(game, number)
        result = solve(game, match.boards[0].state, seconds=20)
        if isinstance(result, Solved):
            for move in result.moves:
                match = match.play(Entry(0, 0, move))
            assert match.is_over and game.winners(match.boards[0].state) == (0,)
            solved += 1
    assert solved >= 3


@pytest.mark.parametrize("game", EVERY_RULE[:4], ids=str)
def test_half_played_positions(game: Solitario40) -> None:
    rnd, seen = Random(5), Counter[type]()
    for number in range(1, 31):
        state = play_randomly(start_match(game, number), rnd, rnd.randint(1, 60)).boards[0].state
        state = replace(state, stopped=None)
        result, score = solve(game, state), best_score(game, state)
        seen[type(result)] += 1
        if isinstance(result, Solved):
            assert game.is_solved(played(game, state, result.moves))
        assert game.points(played(game, state, score.moves)) == score.low == score.high
        assert isinstance(result, Solved) == (score.low == game.points(_solved(game)))
        assert score.low >= game.points(state)
    assert len(seen) == 2


def _solved(game: Solitario40) -> State:
    return State(((),) * 7, (0,) * 7, (game.king,) * 4)


def test_every_position_of_a_solution_can_be_won() -> None:
    states = (dealt(GAME, number).boards[0].state for number in range(1, 20))
    state, result = next((s, v) for s in states if isinstance(v := solve(GAME, s), Solved))
    for move in result.moves:
        state = GAME.apply(state, move)
        assert isinstance(solve(GAME, state), Solved), str(state)


def test_a_position_that_is_won_needs_no_moves() -> None:
    solved = _solved(GAME)
    result, score = solve(GAME, solved), best_score(GAME, solved)
    assert isinstance(result, Solved) and result.moves == score.moves == ()
    assert score.low == score.high == GAME.points(solved) == 565


def test_a_stalled_position_is_worth_what_it_is() -> None:
    state = GAME.parse_state(STALLED)
    assert GAME.is_stalled(state)
    score = best_score(GAME, state)
    assert isinstance(solve(GAME, state), Impossible)
    assert score.low == score.high == GAME.points(state) and not score.moves


@pytest.mark.parametrize(("game", "low", "high"), [(GAME, 0.66, 0.78), (EVERY_RULE[1], 0.87, 0.97)])
def test_as_many_deals_are_winnable_as_measured_elsewhere(
    game: Solitario40, low: float, high: float
) -> None:
    """RULES 3.5: 69.2 % to 72.1 % with kings, 91.5 % to 93 % with any card."""
    rules = rules_of(game)
    results = [
        bounded_search(rules, *pack_position(rules, game, state)) for state in shuffles(game, 400)
    ]
    assert {result.status for result in results} == {WON, EXHAUSTED}
    assert low < sum(result.status == WON for result in results) / 400 < high


# Short solutions


@pytest.mark.parametrize("game", EVERY_RULE[:2], ids=str)
def test_solutions_are_short(game: Solitario40) -> None:
    results = [solve(game, state) for state in shuffles(game, 40)]
    lengths = [
        sum(isinstance(move, Carry) for move in result.moves)
        for result in results
        if isinstance(result, Solved)
    ]
    assert min(lengths) >= 40 and median(lengths) <= 100


def test_shortening_leaves_out_and_keeps_the_win() -> None:
    rules, saved = rules_of(GAME), 0
    for state in shuffles(GAME, 60):
        layout, start = pack_position(rules, GAME, state)
        result = bounded_search(rules, layout, start)
        line = with_forced_moves(rules, layout, start, result.line)
        shorter = shorten(rules, layout, start, line)
        left = Counter(shorter.tolist())
        assert left <= Counter(line.tolist())
        assert left.total() >= 40 or result.status != WON
        saved += len(line) - len(shorter)
    assert saved > 60


# Budgets


def test_time_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "SLICE", 20)
    state = GAME.parse_state(HARD)
    assert solve(GAME, state, seconds=0) == Unknown(Limit.TIME, 20)
    assert isinstance(solve(GAME, state), Impossible)


def test_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "INITIAL_TABLE", 64)
    monkeypatch.setattr(search_module, "MAX_TABLE", 256)
    result = solve(GAME, GAME.parse_state(HARD))
    assert isinstance(result, Unknown) and result.why is Limit.MEMORY
    assert result.positions >= 192


def test_a_table_that_grows_forgets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.parse_state(HARD)
    at_once = solve(GAME, state)
    monkeypatch.setattr(search_module, "INITIAL_TABLE", 4)
    monkeypatch.setattr(search_module, "SLICE", 7)
    assert solve(GAME, state) == at_once


def test_bounds_when_the_budget_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.parse_state(HARD)
    exact = best_score(GAME, state)
    assert exact.low == exact.high
    monkeypatch.setattr(search_module, "SLICE", 20)
    score = best_score(GAME, state, seconds=0)
    assert score.low <= exact.low < score.high == 565
    assert GAME.points(played(GAME, state, score.moves)) == score.low


# Bad input


@pytest.mark.parametrize("ask", [solve, best_score], ids=lambda ask: str(ask.__name__))
def test_what_is_not_known_cannot_be_solved(ask: type[object]) -> None:
    state = dealt(GAME, 1).boards[0].state
    with pytest.raises(TavolinoError, match="after the deal"):
        ask(GAME, GAME.start())  # type: ignore[call-arg]
    with pytest.raises(TavolinoError, match="every card known"):
        ask(GAME, GAME.view(state, 0))  # type: ignore[call-arg]
    with pytest.raises(TavolinoError, match="52 cards, got 40"):
        ask(Solitario40(deck=52), state)  # type: ignore[call-arg]


def test_no_deal_leaves_so_many_cards_in_the_mazzo() -> None:
    state = State(((),) * 7, (0,) * 7, mazzo=GAME.cards)
    with pytest.raises(TavolinoError, match="at most 24 cards"):
        solve(GAME, state)


def test_warming_up_compiles_all_there_is() -> None:
    from tavolino.solvers.solitario40 import layout
    from tavolino.solvers.solitario40 import search as s40_search
    from tavolino.solvers.solitario40 import solution as s40_line
    from tavolino.solvers.solitario40.search import visited

    warm_up()
    compiled = [s40_search.search, visited.enlarge, s40_line.game_moves_of, layout.pack_numbers]
    for function in compiled:
        assert len(function.signatures) == 1  # type: ignore[attr-defined]
    for state in shuffles(GAME, 3):
        best_score(GAME, state)
    for function in compiled:
        assert len(function.signatures) == 1  # type: ignore[attr-defined]
