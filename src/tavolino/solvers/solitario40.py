"""Is a position of solitario40 winnable, and what is the most it can be worth?

``docs/solvers.md`` explains how it is found out and why the answers are right.
"""

from __future__ import annotations

import numpy as np

from tavolino.cards import UNSEEN
from tavolino.game import TavolinoError
from tavolino.games.patience import Carry, Deal
from tavolino.games.solitario40 import Move, Solitario40, State, Stock
from tavolino.solvers.s40_layout import laid_out, number
from tavolino.solvers.s40_line import shortened, whole
from tavolino.solvers.s40_position import Ints
from tavolino.solvers.s40_run import Result, searched
from tavolino.solvers.s40_search import CRAMPED, EXHAUSTED, WON
from tavolino.solvers.s40_unfold import CARDS, REDEAL, TURN, unfolded
from tavolino.solvers.verdict import Impossible, Limit, Score, Solved, Unknown, Verdict


def solve(game: Solitario40, state: State, seconds: float | None = None) -> Verdict[Move]:
    """Can this position, all cards known, be won, and how? At most so many seconds."""
    result = _searched(game, state, seconds)
    if result.status == WON:
        return Solved(_moves(game, state, result), result.positions)
    if result.status == EXHAUSTED:
        return Impossible(result.positions)
    return Unknown(Limit.MEMORY if result.status == CRAMPED else Limit.TIME, result.positions)


def best_score(game: Solitario40, state: State, seconds: float | None = None) -> Score[Move]:
    """The most points that any play from here can reach, or bounds if the budget ends first."""
    result = _searched(game, state, seconds)
    is_exact = result.status in (WON, EXHAUSTED)
    stock, hidden = len(state.mazzetto) + len(state.mazzo), sum(state.hidden)
    all_there_is = game.points(state) + 10 * (game.deck - sum(state.bases)) + 5 * (stock + hidden)
    high = result.points if is_exact else all_there_is
    return Score(result.points, high, _moves(game, state, result), result.positions)


def warm() -> None:
    """Compile, or load, all that the functions above call."""
    game = Solitario40()
    cards = game.cards
    ...


def _searched(game: Solitario40, state: State, seconds: float | None) -> Result:
    return searched(*laid_out(game, state), seconds)


def _moves(game: Solitario40, state: State, result: Result) -> tuple[Move, ...]:
    """The line in the game's own moves, played by the rules."""
    rules, layout, start = laid_out(game, state)
    line = shortened(rules, layout, start, whole(rules, layout, start, result.line))
    table = np.zeros((len(state.columns), CARDS + game.deck), np.int64)
    for row, column, hidden in zip(table, state.columns, state.hidden):
        row[: CARDS + len(column)] = (len(column), hidden, *map(number, column))
    stock = np.array([number(card) for card in state.mazzetto + state.mazzo], np.int64)
    codes = unfolded(table, stock, len(stock), len(state.mazzetto), game.draw, line)
    cards = {number(card): card for card in game.cards}
    moves: list[Move] = []
    for code in codes.tolist():
        if code < 0:
            moves.append(Stock.TURN if code == TURN else Stock.REDEAL)
        else:
            moves.append(Carry(cards[code >> 3], code & 7))
    for move in moves:
        if move not in game.legal_moves(state):
            raise AssertionError(f"{move} is not legal in {state}")
        state = game.apply(state, move)
    assert game.points(state) >= result.points
    return tuple(moves)
