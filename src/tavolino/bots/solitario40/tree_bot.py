"""Bots and hints for solitario40 that search over what the player knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tavolino.bots.advice import Advice
from tavolino.bots.bot import StopAsked
from tavolino.bots.patience import SEED, as_advice
from tavolino.bots.solitario40.decision import Decision, decide
from tavolino.bots.solitario40.greedy import GreedyBot
from tavolino.bots.solitario40.steps import (
    FROM,
    MOST_BEFORE,
    MOST_STEPS,
    MOVE,
    STEP,
    list_steps,
)
from tavolino.chance import Rng
from tavolino.game import Seat
from tavolino.games.solitario40 import Move, Solitario40, State, Stock
from tavolino.kernels.jit import Ints
from tavolino.narration import sentence
from tavolino.solvers.limits import never
from tavolino.solvers.solitario40.game_moves import to_game_moves
from tavolino.solvers.solitario40.hints import hint as solver_hint
from tavolino.solvers.solitario40.layout import (
    flatten,
    pack_position,
    rules_of,
    unpack_columns,
    unpack_stock,
)
from tavolino.solvers.solitario40.position import (
    FIELDS,
    NOWHERE,
    UNDER,
    Position,
    Rules,
    after,
)
from tavolino.solvers.solitario40.search import WON
from tavolino.solvers.solitario40.search.bounded_search import bounded_search
from tavolino.solvers.solitario40.solver import known_moves

POSITIONS = 20_000
"""Positions that the solver may search when every card is known."""
SAMPLES = 4
"""Deals that the solver imagines where it advises."""
HINT_ROUNDS = 20_000
"""About a tenth of a second."""


@dataclass(frozen=True)
class TreeBot:
    """Makes the step that wins most imagined games in its search."""

    rounds: int
    """The number of deals that it imagines for each decision."""

    def choose(
        self,
        game: Any,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """The first move towards the best step; if there is none, a move that gains most."""
        found = find_step(game, view, self.rounds, stop or never)
        return found.move if found else GreedyBot().choose(game, view, seat, rng_seed)


def find_step(
    game: Solitario40, view: State, rounds: int, stop: Callable[[], bool] = never
) -> Advice | None:
    """The first move towards the step that wins most imagined games, and why.

    Turning the mazzo to its end costs nothing while the cards turned are a whole number of turns,
    so a player looks at it first. Otherwise, and when there is no step, the solver advises.
    """
    view = game.view(view, 0)  # the caller may pass a full state
    if game.actor(view) != 0:
        return None
    if view.unseen and len(view.mazzetto) % game.draw == 0:
        return Advice(Stock.TURN, [sentence("hint.turns")])
    if not view.unseen:
        found = _searched(game, view, rounds, stop)
        if found:
            return found
    advised = as_advice(solver_hint(game, view, SEED, SAMPLES, stop=stop))
    return advised[0] if advised else None


def _searched(
    game: Solitario40, view: State, rounds: int, stop: Callable[[], bool]
) -> Advice | None:
    """The same by the tree; None if there is no step."""
    rules = rules_of(game)
    layout, here = pack_position(rules, game, game.fill(view, Rng(SEED, 0)))
    before, steps = np.zeros((MOST_BEFORE, STEP), np.int64), np.zeros((MOST_STEPS, STEP), np.int64)
    count = list_steps(rules, layout, here, before, np.zeros(4 * MOST_BEFORE, np.int64), steps)
    if count == 0:
        return None
    by_card = {int(step[MOVE]) & 63: step for step in steps[:count]}
    root, hidden = _same_for_all(before), any(view.hidden)
    if not hidden:
        best = _winning(rules, layout, steps[:count])
    elif stop is never:
        best = _remembered(rules, root, layout.tobytes(), rounds)
    else:
        best = decide(rules, root, layout, rounds, stop)
    step = by_card.get(best.card)
    if step is None:
        return None
    reasons = [sentence(_reason(layout, here, best.card))]
    if best.won and count > 1:
        reasons.append(sentence("hint.simulated", n=best.won, samples=best.tried))
    return Advice(_first_move(game, view, _line(before, step)), reasons)


@lru_cache(maxsize=256)
def _remembered(rules: Rules, root: Position, layout: bytes, rounds: int) -> Decision:
    """A step takes several moves; the decision is the same at each of them."""
    return decide(rules, root, np.frombuffer(layout, np.int64).reshape(4, 64), rounds, never)


def _reason(layout: Ints, here: Position, card: int) -> str:
    if here.tops >> card & 1:
        return "hint.plays"
    return "hint.empties" if layout[UNDER, card] == NOWHERE else "hint.uncovers"


def _same_for_all(before: Ints) -> Position:
    """One of the positions that reach each other: the same wherever a player has got among them."""
    rows = before[before[:, 1] != 0]
    return Position(*max((tuple(map(int, row[:FIELDS])) for row in rows), key=_lifted))


def _lifted(numbers: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    heights = numbers[0] & 0xFFFF
    return sum(heights >> 4 * suit & 15 for suit in range(4)), numbers


def _winning(rules: Rules, layout: Ints, steps: Ints) -> Decision:
    """When every card is known: the first step after which the game can be won."""
    for step in steps:
        there = after(rules, layout, Position(*map(int, step[:FIELDS])), int(step[MOVE]))
        if bounded_search(rules, layout, there, None, POSITIONS, only_wins=True).status == WON:
            return Decision(int(step[MOVE]) & 63, 0, 0)
    return Decision(NOWHERE, 0, 0)


def _line(before: Ints, step: Ints) -> Ints:
    """The moves up to and including a step."""
    moves, at = [int(step[MOVE])], int(step[FROM])
    while at > 0:
        moves.append(int(before[at, MOVE]))
        at = int(before[at, FROM])
    return np.array(moves[::-1], np.int64)


def _first_move(game: Solitario40, view: State, line: Ints) -> Move:
    """The first move of the game for a line of the search."""
    numbers = flatten(view)
    columns, stock = unpack_columns(numbers), unpack_stock(numbers)
    codes = to_game_moves(columns, stock, len(view.mazzetto), game.draw, line)
    return known_moves(game)[int(codes[0])][0]


def hints(game: Solitario40, view: State, seat: Seat) -> list[Advice]:
    """What a bot with ``HINT_ROUNDS`` would play; empty if nothing can be gained any more."""
    found = find_step(game, view, HINT_ROUNDS)
    return [found] if found else []
