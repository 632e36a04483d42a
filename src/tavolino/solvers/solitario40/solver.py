"""The solver of solitario40: whether a position can be won, and the most points it can reach.

``docs/solvers.md`` explains the search and proves that its answers are right.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TypeAlias

import numpy as np

from tavolino.games.patience import Carry
from tavolino.games.solitario40 import COLUMNS, Move, Solitario40, State, Stock
from tavolino.kernels import solitario40 as kernel
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints
from tavolino.solvers import astar
from tavolino.solvers.astar import FEW_NODES, MOST_NODES
from tavolino.solvers.result import Impossible, Limit, Result, Score, Shortest, Solved, Unknown
from tavolino.solvers.shortest_win import shortest_if_winnable
from tavolino.solvers.solitario40.dealing import deal
from tavolino.solvers.solitario40.game_moves import REDEAL, TURN
from tavolino.solvers.solitario40.layout import check_known, flatten, pack_position, rules_of
from tavolino.solvers.solitario40.position import Position, Rules
from tavolino.solvers.solitario40.search import EXHAUSTED, FULL, WON
from tavolino.solvers.solitario40.search.bounded_search import SearchResult, bounded_search
from tavolino.solvers.solitario40.search.visited import enlarge
from tavolino.solvers.solitario40.shortest.solver import find_shortest
from tavolino.solvers.solitario40.solution import game_moves_of

Problem: TypeAlias = tuple[Rules, Ints, Position]


def solve(
    game: Solitario40, state: State, seconds: float | None = None, positions: int | None = None
) -> Result[Move]:
    """Whether and how a position with all cards known can be won, within ``seconds``.

    ``positions`` limits the search too: a limit that means the same on every machine.
    """
    problem = _pack(game, state)
    result = bounded_search(*problem, seconds, positions, only_wins=True)
    if result.status == WON:
        return Solved(_moves(game, state, problem, result), result.positions)
    if result.status == EXHAUSTED:
        return Impossible(result.positions)
    return Unknown(Limit.MEMORY if result.status == FULL else Limit.TIME, result.positions)


def is_winnable(game: Solitario40, state: State, positions: int | None = None) -> bool | None:
    """The verdict alone; None if ``positions`` did not suffice."""
    status = bounded_search(*_pack(game, state), None, positions, only_wins=True).status
    return {WON: True, EXHAUSTED: False}.get(status)


def best_score(
    game: Solitario40, state: State, seconds: float | None = None, positions: int | None = None
) -> Score[Move]:
    """The most points that any play from here can reach, or bounds at the limit."""
    problem = _pack(game, state)
    result = bounded_search(*problem, seconds, positions)
    is_exact = result.status in (WON, EXHAUSTED)
    stock, hidden = len(state.mazzetto) + len(state.mazzo), sum(state.hidden)
    upper_bound = game.points(state) + 10 * (game.deck - sum(state.bases)) + 5 * (stock + hidden)
    high = result.points if is_exact else upper_bound
    return Score(result.points, high, _moves(game, state, problem, result), result.positions)


def shortest(
    game: Solitario40, state: State, seconds: float | None = None, nodes: int = MOST_NODES
) -> Shortest[Move] | Impossible | Unknown:
    """The shortest win of a position, or bounds of its length.

    Stops after ``seconds``, or when the memory is full: ``nodes`` nodes of about 32 bytes each. A
    call of the referee on the position is ignored.
    """
    state = replace(state, stopped=None)
    return shortest_if_winnable(solve, find_shortest, game, state, seconds, nodes)


def warm_up() -> None:
    """Compile, or load from the cache, everything that the solver calls."""
    game = Solitario40()
    solve(game, _nearly_won(game))
    enlarge(np.zeros(4, np.int64))
    deal(game, rules_of(game), 1, is_guaranteed=True)


def warm_up_shortest() -> None:
    """The same for ``shortest``."""
    warm_up()
    astar.warm_up()
    game = Solitario40()
    find_shortest(game, _nearly_won(game), (Stock.TURN,) * 9, None, FEW_NODES)


def _nearly_won(game: Solitario40) -> State:
    """Only the kings are left."""
    kings = tuple((card,) for card in game.cards if card.rank == game.king)
    return State((*kings, (), (), ()), (0,) * COLUMNS, (game.king - 1,) * len(kings))


def _pack(game: Solitario40, state: State) -> Problem:
    check_known(game, state)
    rules = rules_of(game)
    return rules, *pack_position(rules, game, state)


def _moves(
    game: Solitario40, state: State, problem: Problem, result: SearchResult
) -> tuple[Move, ...]:
    """The line as moves of the game, checked by the kernel."""
    codes = game_moves_of(*problem, result.line, flatten(state)).tolist()
    known = known_moves(game)
    moves = tuple([known[code][0] for code in codes])
    _check(game, state, moves, [known[code][1] for code in codes], result.points)
    return moves


def _check(
    game: Solitario40, state: State, moves: tuple[Move, ...], packed: list[int], points: int
) -> None:
    """Checks a solution with the compiled rules, which read its moves ``packed``."""
    table = kernel.pack(game, state)
    count = kernel.play_line(table, np.array(packed, np.int64))
    if count < len(moves):
        raise RuntimeError(f"the solver is wrong: move {count + 1} of {moves} from {state}")
    if kernel.points(table) != points:
        raise RuntimeError(f"the solver is wrong: {points} points promised by {moves} from {state}")


@cache
def known_moves(game: Solitario40) -> dict[int, tuple[Move, int]]:
    """The moves of a game and their codes in the kernel, by their codes in ``game_moves``."""
    moves: dict[int, Move] = {TURN: Stock.TURN, REDEAL: Stock.REDEAL}
    for card in game.cards:
        moves |= {8 * card_bit(card) + to: Carry(card, to) for to in range(COLUMNS + 1)}
    return {code: (move, kernel.pack_move(move)) for code, move in moves.items()}
