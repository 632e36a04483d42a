"""What the bots of the two patiences share.

A patience can be shuffled to and fro for ever, and a bot has no memory. What ends the game of a bot
is that some things cannot be undone: a card uncovered, one played from the stock or the reserve,
one of the mazzo seen for the first time. A bot that thinks goes to the next such step, if there is
one; any other that makes ``IDLE_MOVES`` moves without one is taken to have given up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tavolino.bots.advice import Advice
from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat
from tavolino.games.solitario40 import Stock
from tavolino.narration import sentence
from tavolino.solvers.result import Hint

IDLE_MOVES = 200
"""The longest ways to a step have some 40 moves, the end of an open game at most 52."""
SEED = b"tavolino: the deals that a program imagines"
HINT_SECONDS = 3.0


class Greedy:
    """The move that gains most at once; if none gains, a card from the mazzo, or any move."""

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        gains = {move: gain(game, view, move) for move in game.legal_moves(view)}
        most = max(gains.values())
        best = [move for move, gained in gains.items() if gained == most]
        if most == 0 and isinstance(best[-1], Stock):
            return best[-1]
        return best[Rng(rng_seed, 0).below(len(best))]


def gain(game: AnyGame, view: Any, move: Any) -> int:
    """Points and cards uncovered."""
    after = game.apply(view, move)
    uncovered: int = sum(view.hidden) - sum(after.hidden)
    return game.scores(after)[0] - game.scores(view)[0] + uncovered


def is_idle(history: Sequence[Any], to_do: Callable[[Any], tuple[int, ...]]) -> bool:
    """Has nothing been achieved for long? ``to_do`` counts what only falls as the game goes on."""
    return len(history) > IDLE_MOVES and to_do(history[-1]) == to_do(history[-1 - IDLE_MOVES])


def as_advice(found: Hint[Any] | None) -> list[Advice]:
    """The hint of a solver, with what it rests on."""
    if found is None:
        return []
    reasons = [sentence(found.reason)]
    if found.winnable:
        reasons.append(sentence("hint.winnable", n=found.winnable, samples=found.samples))
    return [Advice(found.move, reasons)]
