"""Bots and hints for nove_colonne that search over what the player knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tavolino.bots.advice import Advice
from tavolino.bots.bot import StopAsked
from tavolino.bots.nove_colonne.decision import decide, games_won
from tavolino.bots.nove_colonne.position import ROW, from_packed
from tavolino.bots.nove_colonne.steps import (
    MOST_BEFORE,
    MOST_STEPS,
    STEP,
    list_steps,
    new_memory,
    way_to,
)
from tavolino.bots.patience import SEED, GreedyBot
from tavolino.chance import Rng
from tavolino.game import Seat
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.games.patience import BASE, Carry
from tavolino.kernels.jit import Ints
from tavolino.kernels.nove_colonne import COLUMNS, LENGTHS, PLACES, pack, unpack_move
from tavolino.narration import sentence
from tavolino.solvers.limits import never
from tavolino.solvers.nove_colonne.linked import ENDS, FACE_DOWN, HASH, settle
from tavolino.solvers.nove_colonne.shorten import shorten
from tavolino.solvers.nove_colonne.views import shortest_ways, up_to_uncovering

HINT_ROUNDS = 1_000
HINT_GAMES = 200
"""Games of the quick player that a hint tells about. Both together take less than a second."""


@dataclass(frozen=True)
class TreeBot:
    """Makes the step that wins most imagined games, in a search of so many ``rounds``.

    When no card is hidden any more, lifts alone win, and ``GreedyBot`` makes them.
    """

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
        found = find_step(game, view, self.rounds, stop or never) if any(view.hidden) else None
        return found.move if found else GreedyBot().choose(game, view, seat, rng_seed)


def find_step(
    game: NoveColonne, view: State, rounds: int, stop: Callable[[], bool] = never, games: int = 0
) -> Advice | None:
    """The first move towards the step that wins most imagined games, and why; None at a dead end.

    It also tells how many of so many ``games`` the quick player wins after the step. If the lifts
    and shifts of the solver lead to no step, the solver may still know a way to uncover a card.
    """
    view = game.view(view, 0)  # the caller may pass a full state
    packed = pack(game.fill(view, Rng(SEED, 0)))  # in any order: only the set of cards counts
    row, _ = from_packed(packed)
    memory, steps = new_memory(), np.zeros((MOST_STEPS, STEP), np.int64)
    count = settle(row.view(np.int8), row, memory.pruning, memory.trail, 0)
    lifts = memory.trail[:count].tolist()
    if FACE_DOWN in row.view(np.int8)[ENDS : ENDS + COLUMNS]:
        return _advice(packed, lifts)
    count, _ = list_steps(row, memory, MOST_BEFORE, steps)
    if count == 0:
        ways = shortest_ways(view)
        return _advice(packed, ways[0]) if ways else None
    reserve = packed[PLACES:LENGTHS]
    step = _chosen(row, steps[:count], reserve, rounds, stop)
    advice = _advice(packed, lifts + way_to(memory, step))
    if games and (won := games_won(step[:ROW], reserve, games)):
        advice.told.append(sentence("hint.simulated", n=won, samples=games))
    return advice


def _chosen(root: Ints, steps: Ints, reserve: Ints, rounds: int, stop: Callable[[], bool]) -> Ints:
    """The best of these steps, which are reached from the root."""
    if stop is never:
        outcome = _remembered(root.tobytes(), reserve.tobytes(), rounds)
    else:
        outcome = decide(root, reserve, rounds, stop)
    for step in steps:
        if step[HASH] == outcome:
            return step
    nearest: Ints = steps[0]  # a node looks at fewer positions, and may find none
    return nearest


@lru_cache(maxsize=256)
def _remembered(root: bytes, reserve: bytes, rounds: int) -> int:
    """A hint may be asked for again."""
    row, cards = (np.frombuffer(numbers, np.int64).copy() for numbers in (root, reserve))
    return decide(row, cards, rounds, never)


def _advice(packed: Ints, way: list[int]) -> Advice:
    """The first move of a way. It is shortened: the way may lift a card that was just put down."""
    line = shorten(packed, up_to_uncovering(packed, np.array(way, np.int64)))
    move = unpack_move(int(line[0]))
    is_lift = isinstance(move, Carry) and move.to == BASE
    return Advice(move, [sentence("hint.base" if is_lift else "hint.uncovers")])


def hints(game: NoveColonne, view: State, seat: Seat) -> list[Advice]:
    """What a bot with ``HINT_ROUNDS`` would play; empty if no card can be uncovered any more."""
    if not game.legal_moves(view):
        return []
    if not any(view.hidden):
        return [Advice(TreeBot(1).choose(game, view, seat, SEED), [sentence("hint.open")])]
    found = find_step(game, view, HINT_ROUNDS, games=HINT_GAMES)
    return [found] if found else []
