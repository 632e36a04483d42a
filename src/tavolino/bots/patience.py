"""Bots for the two patiences, and when a program leaves one.

A patience can be shuffled to and fro for ever, and a bot has no memory. What ends the game of a bot
is that some things cannot be undone: a card uncovered, one played from the stock or the reserve,
one of the mazzo seen for the first time. A bot that thinks goes to the next such step, if there is
one; whoever else makes ``GIVE_UP_AFTER`` moves without any is taken to have given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.patience import BASE, Carry
from tavolino.games.solitario40 import Solitario40, Stock
from tavolino.solvers.limits import never

GIVE_UP_AFTER = 200
"""Moves. The longest ways to a step have some 40, the end of an open game at most 52."""
SEED = b"tavolino: the deals that a program imagines"


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


@dataclass(frozen=True)
class Hinted:
    """Solitario40: follows the hints of the solver, which fills in what is hidden so many times.

    It always imagines the same deals, whatever the seed of the decision: hints lead to an end only
    if the deals stay the same from one step to the next.
    """

    samples: int

    def choose(
        self,
        game: Any,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        from tavolino.solvers.solitario40.hints import (
            hint,  # here, because it takes a moment to load
        )

        said = hint(game, view, SEED, self.samples, stop=stop or never)
        # Without a hint nothing is left to gain, but who is asked has to move.
        return said.move if said else Greedy().choose(game, view, seat, rng_seed)


@dataclass(frozen=True)
class PlayedOut:
    """Nove_colonne: uncovers the card from which playouts get farthest; its deals are the same too.

    In an open game lifts alone win, and greedy makes them.
    """

    samples: int

    def choose(
        self,
        game: Any,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        from tavolino.bots.nove_colonne.playout import best_way
        from tavolino.kernels.nove_colonne import unpack_move

        if any(view.hidden):
            way = best_way(game, view, SEED, self.samples, stop or never)
            if way:
                return unpack_move(way[0])
        return Greedy().choose(game, view, seat, rng_seed)


def gives_up(game: AnyGame, history: Sequence[Any]) -> bool:
    """Does a program leave this game, knowing the positions so far? Other games it never leaves.

    At a dead end of nove_colonne it lifts what can be lifted first, for the points (R-N9-23). At a
    stall of solitario40 the referee ends the game, so that is no question here.
    """
    if not isinstance(game, Solitario40 | NoveColonne):
        return False
    if len(history) > GIVE_UP_AFTER and _to_do(history[-1]) == _to_do(history[-1 - GIVE_UP_AFTER]):
        return True
    return isinstance(game, NoveColonne) and _is_at_the_end(game, history[-1])


def _is_at_the_end(game: NoveColonne, state: Any) -> bool:
    from tavolino.solvers.nove_colonne.solver import is_dead_end

    can_lift = any(isinstance(m, Carry) and m.to == BASE for m in game.legal_moves(state))
    return not can_lift and is_dead_end(game, state)


def _to_do(state: Any) -> tuple[int, ...]:
    """Numbers that only fall: cards hidden, in the stock or reserve, never seen in the mazzo."""
    if hasattr(state, "reserve"):
        return (
            len(state.columns),
            sum(state.hidden),
            sum(card is not None for card in state.reserve),
        )
    stock = len(state.mazzo) + len(state.mazzetto)
    return len(state.columns), sum(state.hidden), stock, state.unseen
