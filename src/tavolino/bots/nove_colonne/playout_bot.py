"""Bots and hints for nove colonne: the bots use playouts, the hints use the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tavolino.bots import advice, patience
from tavolino.bots.bot import StopAsked
from tavolino.bots.nove_colonne.playout import best_way
from tavolino.game import Seat
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.games.patience import BASE, Carry
from tavolino.kernels.nove_colonne import unpack_move
from tavolino.solvers.limits import never
from tavolino.solvers.nove_colonne.solver import hint, is_dead_end


@dataclass(frozen=True)
class PlayoutBot:
    """Uncovers the card after which playouts get farthest; always samples the same deals.

    When no card is hidden any more, lifts alone win, and ``GreedyBot`` makes them.
    """

    samples: int
    """The number of deals that it imagines for each decision."""

    def choose(
        self,
        game: Any,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """The first move towards the card worth uncovering most; else the move that gains most."""
        if any(view.hidden):
            way = best_way(game, view, patience.SEED, self.samples, stop or never)
            if way:
                return unpack_move(way[0])
        return patience.GreedyBot().choose(game, view, seat, rng_seed)


def gives_up(game: NoveColonne, history: Sequence[State]) -> bool:
    """At a dead end, but only after all possible lifts, which give points (R-N9-23)."""
    if patience.is_idle(history, to_do):
        return True
    state = history[-1]
    can_lift = any(isinstance(m, Carry) and m.to == BASE for m in game.legal_moves(state))
    return not can_lift and is_dead_end(game, state)


def to_do(state: State) -> tuple[int, ...]:
    """Numbers that never rise: hidden cards, cards in the reserve."""
    reserve = sum(card is not None for card in state.reserve)
    return len(state.columns), sum(state.hidden), reserve


def hints(game: NoveColonne, view: State, seat: Seat) -> list[advice.Advice]:
    """The solver's hint; empty if no card can be uncovered any more."""
    return patience.as_advice(hint(game, view, advice.SEED, seconds=patience.HINT_SECONDS))
