"""Each short cut of the solitario40 search is safe, and would give wrong answers if it were wider.

``docs/solvers.md`` proves the first half. Here are deals on which a wider one fails.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support.searches.solitario40 import SmallGame, small_deal

from tavolino.games.solitario40 import Solitario40, State, _Manoeuvre
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints, jit
from tavolino.solvers.result import Solved
from tavolino.solvers.solitario40.layout import pack_position, rules_of
from tavolino.solvers.solitario40.position import (
    HEIGHTS,
    NOWHERE,
    TURNED,
    UP,
    Position,
    Rules,
    after,
    canonical,
    forced_move,
    tops,
)
from tavolino.solvers.solitario40.search import (
    BEST,
    COUNTS,
    ENTRIES,
    EXHAUSTED,
    SEEN,
    TOP,
    WIDTH,
    search,
)
from tavolino.solvers.solitario40.search.bounded_search import bounded_search, win_points
from tavolino.solvers.solitario40.search.most_points import most_points
from tavolino.solvers.solitario40.search.visited import is_known
from tavolino.solvers.solitario40.solution import is_legal
from tavolino.solvers.solitario40.solver import best_score, solve

WRONG_RESULTS = [
    (
        Solitario40(),
        {"margin": 2},
        "- - - - | JD QC KS | (KC 3D 4C 3S 2C 7H 6S 7C KH) | 4S / (3C) JS / (5C QH) JH / "
        "(5S 6C 5D) AD / (AC QS 2H AS) 6H / (7S JC 6D 4H 7D) 2S / (5H 2D 3H QD AH KD) 4D",
    ),
    (
        Solitario40(draw=1),
        {"margin": 2},
        "- - - - | KS | (5S 3D 7S QS JS QD 2D KH QC 4C 3H) | 6C / (2S) 3C / (JC 6H) JH / "
        "(4H 6S 7D) 4D / (AC 5H 5D 7H) 4S / (AS KD 2H KC 3S) AD / (QH 6D 7C 2C AH JD) 5C",
    ),
    (
        Solitario40(empty_column="any"),
        {"margin": 2},
        "- - - - | AC 2D 5H | (5S 6H KD 7H JC 5D 4D 7C 2C) | KS / (3D) QS / (QC 2S) 6S / "
        "(QD AD 3H) 6D / (5C AS 2H JS) 6C / (4C 4H 7D 3C 3S) QH / (AH JH 4S JD KC 7S) KH",
    ),
    (
        Solitario40(draw=1),
        {"twin_margin": 3},
        "- - - - | 7D | (2D 4S 4D 5H 7S 3S JC 7H 3H 4H KD) | KH / (3C) AS / (QC AC) 3D / "
        "(KS AD AH) 5C / (JH QS 6D KC) 2C / (4C QD 5D 6H JD) 2S / (QH 6S 6C 5S 7C JS) 2H",
    ),
    (
        Solitario40(),
        {"force_stock": 1},
        "- - - - | JS AC KS | (3D 3C 2S 5S AD QH 5C QD QC) | 3S / (6S) QS / (4C 7D) 7C / "
        "(KC 6D 7H) 2D / (4D KH 6H JC) 4S / (AH 2C 2H KD 6C) JH / (3H JD 5D 7S AS 5H) 4H",
    ),
    (
        Solitario40(empty_column="any"),
        {"force_stock": 1},
        "- - - - | KS 4H 2H | (5D 2S 5S 3H KD KH 5H 7C 3D) | 7S / (4S) JS / (2D 6H) QC / "
        "(QD 5C AH) QH / (7H 4D 3S KC) AS / (6D JC 6S AD 6C) 4C / (7D 2C JH QS JD 3C) AC",
    ),
]

WRONG_SCORES = [
    (
        Solitario40(),
        {"margin": 2},
        "- - - - | JC 3H KH | (3D JS 6H 6S 5C 2S AS KS QC) | 5H / (7C) 7H / (JH 6D) QD / "
        "(KD JD 7D) 3C / (QH 4C 4D 2C) AC / (5D 4H 3S AD AH) 2H / (QS 2D 7S 4S KC 6C) 5S",
    ),
    (
        Solitario40(draw=1),
        {"twin_margin": 3},
        "- - - - | AS | (2D 4S 4D 7D 5D AC 2C 3H 5C 3C 3S) | 5S / (7C) QH / (JC KD) JS / "
        "(6C 6S AD) 2S / (AH 2H 6D 5H) 3D / (KH 7H 6H KS JD) 4C / (4H QC QD QS JH KC) 7S",
    ),
    (
        Solitario40(),
        {"force_stock": 1},
        "- - - - | 7H AS 6C | (QH 5H 2S JD AH 4C 7D KC JS) | KD / (QS) 7C / (5D 3D) 3H / "
        "(6D QC 3C) 3S / (2C 4D 4S 4H) KS / (JH AC KH 2D AD) 5S / (5C 2H 6H JC QD 7S) 6S",
    ),
]


@pytest.mark.parametrize(("game", "wider", "text"), WRONG_RESULTS)
def test_sending_more_cards_up_at_once_loses_wins(
    game: Solitario40, wider: dict[str, int], text: str
) -> None:
    state = game.parse_state(text)
    unsafe = rules_of(game)._replace(**wider)
    assert bounded_search(unsafe, *pack_position(unsafe, game, state)).status == EXHAUSTED
    result = solve(game, state)
    assert isinstance(result, Solved)
    for move in result.moves:
        assert move in game.legal_moves(state)
        state = game.apply(state, move)
    assert game.is_solved(state)


@pytest.mark.parametrize(("game", "wider", "text"), WRONG_SCORES)
def test_sending_more_cards_up_at_once_loses_points(
    game: Solitario40, wider: dict[str, int], text: str
) -> None:
    state = game.parse_state(text)
    unsafe = rules_of(game)._replace(**wider)
    low = bounded_search(unsafe, *pack_position(unsafe, game, state)).points
    score = best_score(game, state)
    for move in score.moves:
        assert move in game.legal_moves(state)
        state = game.apply(state, move)
    assert game.points(state) == score.low > low


@pytest.mark.parametrize("draw", [3, 1])
@pytest.mark.parametrize("empty", ["king", "any"])
def test_sending_nothing_up_at_once_changes_no_answer(draw: int, empty: str) -> None:
    """The short cut saves positions, and nothing else."""
    rnd, saved = Random(8), 0
    for _ in range(300):
        game = SmallGame(4 * rnd.randint(4, 7), draw, empty)
        state = small_deal(game, rnd, rnd.randint(2, 4))
        rules = rules_of(game)
        never = rules._replace(margin=-20, force_stock=0, is_bounded=0)
        quick = bounded_search(rules, *pack_position(rules, game, state))
        thorough = bounded_search(never, *pack_position(never, game, state))
        assert quick.points == thorough.points, str(state)
        if quick.status == EXHAUSTED:
            assert thorough.status == EXHAUSTED and quick.positions <= thorough.positions
            saved += thorough.positions - quick.positions
    assert saved > 0


@pytest.mark.parametrize("draw", [3, 1])
def test_steps_in_one_order_miss_no_position(draw: int) -> None:
    """The table covers what every move reaches in every position, and has no other entry."""
    rnd, compared, at_once = Random(draw), 0, 0
    while compared < 40:
        game = SmallGame(4 * rnd.randint(4, 5), draw, "king")
        rules = rules_of(game)._replace(is_bounded=0)
        layout, start = pack_position(rules, game, small_deal(game, rnd, rnd.randint(3, 4)))
        table, counts = np.zeros(1 << 10, np.int64), np.zeros(COUNTS, np.int64)
        if _search(rules, layout, start, table, counts) == EXHAUSTED and counts[SEEN] > 8:
            keys = _all_keys(rules, layout, start)
            assert all(is_known(table, key) for key in keys)
            stocks = {key & ~((1 << TURNED) - 1 << HEIGHTS) for key in keys}
            assert counts[ENTRIES] == len(stocks) <= counts[SEEN] <= len(keys)
            at_once += len(keys) - int(counts[SEEN])
            compared += 1
    assert (at_once > 0) == (draw == 3)


def _search(rules: Rules, layout: Ints, start: Position, table: Ints, counts: Ints) -> int:
    stack, path = np.empty((256, WIDTH), np.int64), np.empty(256, np.int64)
    stack[0] = (*start, NOWHERE, 0, 0, 0)
    counts[TOP], counts[BEST] = 1, start.points - 1
    return search(rules, layout, stack, table, path, path.copy(), counts, 60)


def _all_keys(rules: Rules, layout: Ints, start: Position) -> set[int]:
    """The positions that all moves reach, each after its forced moves."""
    seen: set[int] = set()
    frontier = [start]
    for here in frontier:  # it grows
        while (forced := forced_move(rules, here)) != NOWHERE:
            here = Position(*after(rules, layout, here, forced))
        if here.key not in seen:
            seen.add(here.key)
            moves = [m for m in range(2 * UP) if is_legal(rules, here, m)]
            frontier += [Position(*after(rules, layout, here, move)) for move in moves]
    return seen


@pytest.mark.parametrize("draw", [3, 1])
def test_no_play_reaches_more_than_the_bound(draw: int) -> None:
    """In every position of random games; and the bound is good for something."""
    rnd, exact, useful = Random(draw), 0, 0
    for _ in range(60):
        game = SmallGame(4 * rnd.randint(4, 6), draw, "king")
        rules = rules_of(game)._replace(is_bounded=0)
        layout, here = pack_position(rules, game, small_deal(game, rnd, rnd.randint(2, 4)))
        for _ in range(12):
            bound = bound_of(rules, layout, here)
            best = bounded_search(rules, layout, here).points
            assert best <= bound
            exact += best == bound
            useful += bound < win_points(rules, here)
            moves = [m for m in range(2 * UP) if is_legal(rules, here, m)]
            if not moves:
                break
            here = Position(*after(rules, layout, here, rnd.choice(moves)))
    assert exact > 30 and useful > 60


@jit
def bound_of(rules: Rules, layout: Ints, here: Position) -> int:
    return min(most_points(rules, layout, here), 1_000)


@pytest.mark.parametrize("draw", [3, 1])
def test_turning_is_collapsed_as_in_the_stall_proof(draw: int) -> None:
    game = Solitario40(draw=draw)
    rules = rules_of(game)
    for size in range(13):
        for turned in range(size + 1):
            stock = game.cards[:size]
            whole = (1 << size) - 1
            layout, _ = pack_position(rules, game, State(mazzo=stock))
            here = _Manoeuvre((), frozenset(), (0, 0, 0, 0), stock, turned)
            wanted = sum(1 << card_bit(stock[i]) for i in here.stock_tops(draw))
            assert tops(rules, layout, whole, turned) == wanted
            assert tops(rules, layout, whole, canonical(rules, whole, turned)) == wanted


@pytest.mark.parametrize("draw", [3, 1])
@pytest.mark.parametrize("empty", ["king", "any"])
def test_a_key_names_one_position(draw: int, empty: str) -> None:
    """Random walks meet in equal keys just where they meet in equal positions."""
    rnd, met = Random(draw), 0
    for _ in range(6):
        game = SmallGame(4 * rnd.randint(3, 6), draw, empty)
        rules = rules_of(game)
        layout, start = pack_position(rules, game, small_deal(game, rnd, 3))
        by_key: dict[int, Position] = {}
        by_position: dict[Position, int] = {}
        for _ in range(15):
            here = start
            for _ in range(20):
                moves = [m for m in range(2 * UP) if is_legal(rules, here, m)]
                if not moves:
                    break
                here = Position(*after(rules, layout, here, rnd.choice(moves)))
                met += here.key in by_key
                bare = here._replace(key=0)
                assert by_key.setdefault(here.key, here) == here
                assert by_position.setdefault(bare, here.key) == here.key
    assert met > 100
