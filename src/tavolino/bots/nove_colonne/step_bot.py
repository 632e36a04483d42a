"""Bots and hints for nove_colonne that judge steps as the playout policy does.

The points of a step depend on the position after it and on nothing else: not on the way there, nor
on the other steps. So a bot without memory that has begun to make the best step goes on with it,
unless there is a better one now; otherwise it could go back and forth between two steps forever.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tavolino.bots.advice import Advice
from tavolino.bots.bot import StopAsked
from tavolino.bots.nove_colonne.playout import games_won, new_table, write_points
from tavolino.bots.nove_colonne.position import ROW, from_packed
from tavolino.bots.nove_colonne.steps import STEP, list_steps, new_memory, way_to
from tavolino.bots.patience import SEED, GreedyBot
from tavolino.chance import Rng
from tavolino.game import Seat
from tavolino.games.nove_colonne import NoveColonne, State
from tavolino.games.patience import BASE, Carry
from tavolino.kernels.jit import Ints
from tavolino.kernels.nove_colonne import COLUMNS, LENGTHS, PLACES, pack, unpack_move
from tavolino.narration import sentence
from tavolino.solvers.nove_colonne.search import MOST
from tavolino.solvers.nove_colonne.search.linked import ENDS, FACE_DOWN, HASH, settle
from tavolino.solvers.nove_colonne.shorten import shorten
from tavolino.solvers.nove_colonne.views import shortest_ways, up_to_uncovering

POSITIONS_A_STEP = 4
"""Positions that are looked at, for each step that is listed at most."""
FAR = 1 << 18
"""Positions that the solver looks at for a bot that finds no step: less than a second, where some
positions need minutes."""
HINT_GAMES = 100
"""Games of the playout policy that a hint tells about."""


@dataclass(frozen=True)
class StepBot:
    """Makes the step with the most points, of those that it finds.

    When no card is hidden any more, lifts alone win, and ``GreedyBot`` makes them.
    """

    positions: int
    """How many positions it looks at to find steps, at most ``steps.MOST_BEFORE``."""

    def choose(
        self,
        game: Any,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """The first move towards the best step; if there is none, a move that gains most."""
        found = self.advise(game, view, most=FAR) if any(view.hidden) else None
        return found.move if found else GreedyBot().choose(game, view, seat, rng_seed)

    def advise(
        self, game: NoveColonne, view: State, games: int = 0, most: int = MOST
    ) -> Advice | None:
        """The first move towards the best step, and why; None at a dead end.

        It also tells how many of ``games`` imagined games the playout policy wins after the step.
        If the lifts and shifts of the solver lead to no step, the solver may still know a way to
        uncover a card; it looks at no more than ``most`` positions.
        """
        view = game.view(view, 0)  # the caller may pass a full state
        packed = pack(game.fill(view, Rng(SEED, 0)))  # in any order: only the set of cards counts
        row, _ = from_packed(packed)
        memory = new_memory()
        steps = np.zeros((self.positions // POSITIONS_A_STEP, STEP), np.int64)
        count = settle(row.view(np.int8), row, memory.pruning, memory.trail, 0)
        lifts = memory.trail[:count].tolist()
        if FACE_DOWN in row.view(np.int8)[ENDS : ENDS + COLUMNS]:
            return _advice(packed, lifts)
        count, _ = list_steps(row, memory, self.positions, steps)
        if count == 0:
            ways = shortest_ways(view, most)
            return _advice(packed, ways[0]) if ways else None
        reserve = packed[PLACES:LENGTHS]
        step = _with_most_points(steps[:count], reserve)
        advice = _advice(packed, lifts + way_to(memory, step))
        if games and (won := games_won(step[:ROW], games, new_table(reserve))):
            advice.reasons.append(sentence("hint.simulated", n=won, samples=games))
        return advice


HINTS = StepBot(2048)


def _with_most_points(steps: Ints, reserve: Ints) -> Ints:
    """Of equals the hash decides: the order in which steps are found means nothing."""
    points = np.zeros(len(steps))
    write_points(steps, new_table(reserve), points)
    best: Ints = steps[np.lexsort((steps[:, HASH], -points))[0]]
    return best


def _advice(packed: Ints, way: list[int]) -> Advice:
    """The first move of a way. It is shortened: the way may lift a card that was just put down."""
    line = shorten(packed, up_to_uncovering(packed, np.array(way, np.int64)))
    move = unpack_move(int(line[0]))
    is_lift = isinstance(move, Carry) and move.to == BASE
    return Advice(move, [sentence("hint.base" if is_lift else "hint.uncovers")])


def hints(game: NoveColonne, view: State, seat: Seat) -> list[Advice]:
    """What the best bot would play; empty if no card can be uncovered any more."""
    if not game.legal_moves(view):
        return []
    if not any(view.hidden):
        return [Advice(HINTS.choose(game, view, seat, SEED), [sentence("hint.open")])]
    found = HINTS.advise(game, view, HINT_GAMES)
    return [found] if found else []
