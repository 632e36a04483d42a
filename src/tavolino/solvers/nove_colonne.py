"""Can this nove_colonne be won, and how? Is it at a dead end? What now?"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from tavolino.cards import UNSEEN
from tavolino.game import TavolinoError
from tavolino.games.nove_colonne import Move, NoveColonne, State
from tavolino.kernels.nove_colonne import HASH, HIDDEN, Ints, carry, hash_afresh, pack
from tavolino.solvers.n9_search import Search, Status
from tavolino.solvers.n9_shorten import shorten
from tavolino.solvers.verdict import Impossible, Limit, Solved, Unknown, Verdict

STEPS = 1000
"""Between two looks at the clock."""


class PositionError(TavolinoError):
    """A position that this question cannot be asked of."""


def solve(game: NoveColonne, state: State, seconds: float | None = None) -> Verdict[Move]:
    """From a position of which every card is known; a stop that was called is disregarded."""
    packed = _opened(state)
    deadline = None if seconds is None else monotonic() + seconds
    search = Search(packed)
    while (status := search.go_on(STEPS)) == Status.PAUSED:
        if deadline is not None and monotonic() > deadline:
            return Unknown(Limit.TIME, search.positions)
    if status == Status.EXHAUSTED:
        return Impossible(search.positions)
    if status == Status.FULL:
        return Unknown(Limit.MEMORY, search.positions)
    moves = tuple(carry(int(move)) for move in shorten(packed, search.solution()))
    _replay(game, replace(state, stopped=None), moves)
    return Solved(moves, search.positions)


def _opened(state: State) -> Ints:
    """The position with all its cards face up: a search sees them all."""
    if not state.columns:
        raise PositionError("expected a position after the deal, got one before it")
    if any(UNSEEN in column for column in state.columns):
        raise PositionError(f"expected a position without unseen cards, got {str(state)[:60]!r}")
    packed = pack(state)
    packed[HIDDEN:HASH] = 0
    hash_afresh(packed)
    return packed


def _replay(game: NoveColonne, state: State, moves: tuple[Move, ...]) -> None:
    """The rules have the last word."""
    for move in moves:
        assert move in game.legal_moves(state), f"{move} at {state}"
        state = game.apply(state, move)
    assert game.is_won(state), str(state)
