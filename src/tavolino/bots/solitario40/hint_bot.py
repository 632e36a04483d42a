"""Bots and hints for the Solitario, both by the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tavolino.bots import advice, patience
from tavolino.bots.bot import StopAsked
from tavolino.bots.solitario40.greedy import GreedyBot
from tavolino.game import Seat
from tavolino.games.solitario40 import Solitario40, State
from tavolino.solvers.limits import never
from tavolino.solvers.solitario40.hints import hint


@dataclass(frozen=True)
class HintBot:
    """Follows the solver's hints, computed from ``samples`` deals.

    It samples the same deals for every seed: hints lead to an end only if the deals stay the same
    from one step to the next.
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
        """The move of the hint; without a hint, a move that gains most."""
        found = hint(game, view, patience.SEED, self.samples, stop=stop or never)
        # Without a hint nothing can be gained, but a bot has to move.
        return found.move if found else GreedyBot().choose(game, view, seat, rng_seed)


def gives_up(game: Solitario40, history: Sequence[State]) -> bool:
    """When idle. Stalls need no test here: the referee ends the game."""
    return patience.is_idle(history, to_do)


def to_do(state: State) -> tuple[int, ...]:
    """Numbers that never rise: hidden cards, cards in the stock, unseen cards of the mazzo."""
    stock = len(state.mazzo) + len(state.mazzetto)
    return len(state.columns), sum(state.hidden), stock, state.unseen


def hints(game: Solitario40, view: State, seat: Seat) -> list[advice.Advice]:
    """The solver's hint; empty if nothing can be gained any more."""
    return patience.as_advice(hint(game, view, advice.SEED, seconds=patience.HINT_SECONDS))
