"""The solver of solitario40: whether a position can be won, and the most points it can reach.

``docs/solvers.md`` explains the search and proves that its answers are right.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from tavolino.cards import Card
from tavolino.games.patience import Carry
from tavolino.games.solitario40 import COLUMNS, Move, Solitario40, State, Stock
from tavolino.kernels import solitario40 as kernel
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints
from tavolino.solvers.result import Impossible, Limit, Result, Score, Solved, Unknown
from tavolino.solvers.solitario40.bounded_search import SearchResult, bounded_search
from tavolino.solvers.solitario40.game_moves import TURN, to_game_moves
from tavolino.solvers.solitario40.layout import check_known, pack_columns, pack_position, rules_of
from tavolino.solvers.solitario40.position import Position, Rules
from tavolino.solvers.solitario40.search import EXHAUSTED, FULL, WON, enlarge
from tavolino.solvers.solitario40.solution import shorten, with_forced_moves

Problem: TypeAlias = tuple[Rules, Ints, Position]


def solve(game: Solitario40, state: State, seconds: float | None = None) -> Result[Move]:
    """Whether and how a position with all cards known can be won, within ``seconds``."""
    problem = _pack(game, state)
    result = bounded_search(*problem, seconds)
    if result.status == WON:
        return Solved(_moves(game, state, problem, result), result.positions)
    if result.status == EXHAUSTED:
        return Impossible(result.positions)
    return Unknown(Limit.MEMORY if result.status == FULL else Limit.TIME, result.positions)


def best_score(game: Solitario40, state: State, seconds: float | None = None) -> Score[Move]:
    """The most points that any play from here can reach, or bounds if time runs out first."""
    problem = _pack(game, state)
    result = bounded_search(*problem, seconds)
    is_exact = result.status in (WON, EXHAUSTED)
    stock, hidden = len(state.mazzetto) + len(state.mazzo), sum(state.hidden)
    upper_bound = game.points(state) + 10 * (game.deck - sum(state.bases)) + 5 * (stock + hidden)
    high = result.points if is_exact else upper_bound
    return Score(result.points, high, _moves(game, state, problem, result), result.positions)


def warm_up() -> None:
    """Compile, or load from the cache, everything that the solver calls."""
    game = Solitario40()
    kings = tuple((card,) for card in game.cards if card.rank == game.king)
    solve(game, State((*kings, (), (), ()), (0,) * COLUMNS, (game.king - 1,) * len(kings)))
    enlarge(np.zeros(4, np.int64))


def _pack(game: Solitario40, state: State) -> Problem:
    check_known(game, state)
    rules = rules_of(game)
    return rules, *pack_position(rules, game, state)


def _moves(
    game: Solitario40, state: State, problem: Problem, result: SearchResult
) -> tuple[Move, ...]:
    """The line as moves of the game, checked by the kernel."""
    line = shorten(*problem, with_forced_moves(*problem, result.line))
    stock = np.array([card_bit(card) for card in state.mazzetto + state.mazzo], np.int64)
    codes = to_game_moves(pack_columns(state), stock, len(state.mazzetto), game.draw, line)
    cards = {card_bit(card): card for card in game.cards}
    moves = tuple(_move(cards, code) for code in codes.tolist())
    _check(game, state, moves, result.points)
    return moves


def _check(game: Solitario40, state: State, moves: tuple[Move, ...], points: int) -> None:
    """Checks a solution with the compiled rules."""
    table = kernel.pack(game, state)
    count = kernel.play_line(table, np.array([kernel.pack_move(move) for move in moves], np.int64))
    if count < len(moves):
        raise RuntimeError(f"the solver is wrong: move {count + 1} of {moves} from {state}")
    if game.points(kernel.unpack(game, table)) != points:
        raise RuntimeError(f"the solver is wrong: {points} points promised by {moves} from {state}")


def _move(cards: dict[int, Card], code: int) -> Move:
    if code < 0:
        return Stock.TURN if code == TURN else Stock.REDEAL
    return Carry(cards[code >> 3], code & 7)
