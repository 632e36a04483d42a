"""When a bot gives up a game of solitario40."""

from __future__ import annotations

from collections.abc import Sequence

from tavolino.bots import patience
from tavolino.games.solitario40 import Solitario40, State


def gives_up(game: Solitario40, history: Sequence[State]) -> bool:
    """When idle. Stalls need no test here: the referee ends the game."""
    return patience.is_idle(history, to_do)


def to_do(state: State) -> tuple[int, ...]:
    """Numbers that never rise: hidden cards, cards in the stock, unseen cards of the mazzo."""
    stock = len(state.mazzo) + len(state.mazzetto)
    return len(state.columns), sum(state.hidden), stock, state.unseen
