"""Common parts of the bots of the two patiences.

Cards of a patience can be moved back and forth forever, and bots have no memory. Their games end
because some steps cannot be undone: a card uncovered, a card played from the stock or the reserve,
a card of the mazzo turned for the first time. A searching bot goes to the next such step, if there
is one; any bot that makes ``IDLE_MOVES`` moves without one gives up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tavolino.bots.advice import Advice
from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat
from tavolino.narration import sentence
from tavolino.solvers.result import Hint

IDLE_MOVES = 200
"""The longest ways to a step have about 40 moves, the end of an open game at most 52."""
SEED = b"tavolino: the deals that a program imagines"
"""Not renamed with the rest: another seed would change how the bots play."""


class GreedyBot:
    """Plays the move with the highest gain."""

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """A move with the highest gain; the seed decides between equal ones."""
        gains = {move: gain(game, view, move) for move in game.legal_moves(view)}
        most = max(gains.values())
        best = [move for move, gained in gains.items() if gained == most]
        return self.pick(best, most, rng_seed)

    def pick(self, best: Sequence[Any], gained: int, rng_seed: bytes) -> Any:
        """One of the moves with the highest gain."""
        return best[Rng(rng_seed, 0).below(len(best))]


def gain(game: AnyGame, view: Any, move: Any) -> int:
    """Points gained plus cards uncovered."""
    after = game.apply(view, move)
    uncovered: int = sum(view.hidden) - sum(after.hidden)
    return game.scores(after)[0] - game.scores(view)[0] + uncovered


def is_idle(history: Sequence[Any], to_do: Callable[[Any], tuple[int, ...]]) -> bool:
    """Whether ``IDLE_MOVES`` moves made no progress. ``to_do`` returns numbers that never rise."""
    return len(history) > IDLE_MOVES and to_do(history[-1]) == to_do(history[-1 - IDLE_MOVES])


def as_advice(found: Hint[Any] | None) -> list[Advice]:
    """A solver's hint as advice, with its reasons."""
    if found is None:
        return []
    reasons = [sentence(found.reason)]
    if found.winnable:
        reasons.append(sentence("hint.winnable", n=found.winnable, samples=found.samples))
    return [Advice(found.move, reasons)]
