"""Bots and hints for the Solitario: both follow the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tavolino.bots import advice, patience
from tavolino.bots.bot import StopAsked
from tavolino.game import Seat
from tavolino.games.solitario40 import Solitario40, State
from tavolino.solvers.limits import never
from tavolino.solvers.solitario40.hints import hint


@dataclass(frozen=True)
class HintBot:
    """Follows the hints of the solver, which fills in what is hidden so many times.

    It always imagines the same deals, whatever the seed of the decision: hints lead to an end only
    if the deals stay the same from one step to the next.
    """

    samples: int

    def choose(
        self,
        game: Any,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        said = hint(game, view, patience.SEED, self.samples, stop=stop or never)
        # Without a hint nothing is left to gain, but a bot that is asked has to move.
        return said.move if said else patience.Greedy().choose(game, view, seat, rng_seed)


def gives_up(game: Solitario40, history: Sequence[State]) -> bool:
    """At a stall the referee ends the game, so that is no question here."""
    return patience.is_idle(history, to_do)


def to_do(state: State) -> tuple[int, ...]:
    """Numbers that only fall: cards hidden, in the stock, never seen in the mazzo."""
    stock = len(state.mazzo) + len(state.mazzetto)
    return len(state.columns), sum(state.hidden), stock, state.unseen


def hints(game: Solitario40, view: State, seat: Seat) -> list[advice.Advice]:
    return patience.as_advice(hint(game, view, advice.SEED, seconds=patience.HINT_SECONDS))
