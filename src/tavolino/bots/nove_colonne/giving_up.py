"""When a bot gives up a game of nove_colonne."""

from __future__ import annotations

from collections.abc import Sequence

from tavolino.bots import patience
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.games.patience import BASE, Carry
from tavolino.match import OverBudget
from tavolino.solvers.limits import Budget
from tavolino.solvers.nove_colonne.solver import is_dead_end

POSITIONS = 200_000
"""Looked at for a way to go on, less than a second; a few dead ends would take minutes to prove."""


def gives_up(game: NoveColonne, history: Sequence[State]) -> bool:
    """When it finds no way forward, but after all possible lifts, which give points (R-N9-23)."""
    if patience.is_idle(history, to_do):
        return True
    state = history[-1]
    can_lift = any(isinstance(m, Carry) and m.to == BASE for m in game.legal_moves(state))
    try:
        return not can_lift and is_dead_end(game, state, Budget(POSITIONS))
    except OverBudget:
        return True


def to_do(state: State) -> tuple[int, ...]:
    """Numbers that never rise: hidden cards, cards in the reserve."""
    reserve = sum(card is not None for card in state.reserve)
    return len(state.columns), sum(state.hidden), reserve
