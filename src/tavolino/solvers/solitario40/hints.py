"""Hints for the Solitario, computed from the player's view only.

A *step* is a move that cannot be undone: it uncovers a hidden card, plays a card from the stock, or
turns a card of the mazzo for the first time. Between two steps all cards in play are known, so
the nearest way to each step is found on the view. Then the unseen cards are filled in at random,
some dozens of times, and the step is preferred after which most of these deals can be won.

Following the hints always comes to an end. The sampled deals are a function of the unseen cards, so
they stay the same until the next step. So does the value of a way, and its first move makes it
shorter; hence the best (deals won, kind of step, moves saved) rises with every hint. The number of
steps is limited by the hidden cards, the stock and its unseen cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tavolino.chance import Rng
from tavolino.games.patience import BASE, Carry
from tavolino.games.solitario40 import Move, Solitario40, State
from tavolino.kernels.cards import pack_card
from tavolino.solvers.limits import never, or_timeout
from tavolino.solvers.result import Hint, Solved
from tavolino.solvers.solitario40.solver import solve

NEAR, FAR = 300, 6_000
"""Positions to search for steps; FAR if NEAR finds none."""
ONE_SLICE = 0.0
"""Seconds for the solver: one slice, which is measured in positions, so that the answer does not
depend on the machine."""


Step: TypeAlias = tuple[int, int]
"""Its kind, by which equal steps are ranked, and its column or card."""
Reached: TypeAlias = dict[State, tuple[Move, ...]]
"""The moves to each position."""


@dataclass(frozen=True)
class Way:
    """The moves up to and including a step."""

    step: Step
    moves: tuple[Move, ...]
    after: State


def hint(
    game: Solitario40,
    view: State,
    seed: bytes,
    samples: int = 32,
    seconds: float | None = None,
    stop: Callable[[], bool] = never,
) -> Hint[Move] | None:
    """The best move from what the player sees, or None if nothing can be gained.

    ``samples`` is the number of random deals that fit the view. No new one is begun after
    ``seconds``, or when ``stop()`` is true.
    """
    view = game.view(view, 0)  # the caller may pass a full state
    if game.actor(view) != 0:
        return None
    if not any(view.hidden) and not view.mazzetto and not view.mazzo:
        return Hint(_lifts(game, view)[0], 0, 0, "hint.open")  # the lowest card can go up
    most = NEAR
    ways, reached = explore(game, view, NEAR)
    if not ways:
        most = FAR
        ways, reached = explore(game, view, FAR)
    if not ways:
        move = _to_most_points(game, view, reached)
        return Hint(move, 0, 0, "hint.points") if move else None
    if len(game.legal_moves(view)) == 1:
        return Hint(ways[0].moves[0], 0, 0, "hint.only")
    deals = Deals(game, view, seed)
    won = deals.draw([way.moves for way in ways], samples, or_timeout(stop, seconds))
    best = max(range(len(ways)), key=lambda i: (won[i], ways[i].step, -len(ways[i].moves)))
    way, winnable = ways[best], won[best]
    up = None if stop() else _free_lift(game, view, way, winnable, deals, most)
    if up:
        return Hint(up, winnable, deals.drawn, "hint.rises")
    is_choice = winnable > min(won)
    reason = "hint.wins" if is_choice else REASONS[way.step[0]]
    return Hint(way.moves[0], winnable, deals.drawn, reason)


# Steps


TURNS, PLAYS, UNCOVERS = range(3)
REASONS = ("hint.turns", "hint.plays", "hint.uncovers")


def _step(before: State, move: Move, after: State) -> Step | None:
    """The step that this move makes, if any."""
    for column, (down, still) in enumerate(zip(before.hidden, after.hidden)):
        if still < down:
            return UNCOVERS, 8 * down + column
    if isinstance(move, Carry):
        is_from_stock = before.mazzetto[-1:] == (move.card,)
        return (PLAYS, pack_card(move.card)) if is_from_stock else None
    return (TURNS, 0) if after.unseen < before.unseen else None


def explore(
    game: Solitario40, view: State, most: int, depth: int = 1_000
) -> tuple[list[Way], Reached]:
    """The nearest way to each step, and the positions reached without a step, nearest first.

    Only complete levels of the search count, and the choice between equally short ways does not
    depend on the position: so a player who has gone part of a way finds the same way again.
    """
    ways: dict[Step, Way] = {}
    reached: Reached = {view: ()}
    level = [view]
    while level and len(reached) <= most and depth > 0:
        found: dict[Step, Way] = {}
        further = []
        for here in level:
            for move in game.legal_moves(here):
                after, moves = game.apply(here, move), (*reached[here], move)
                step = _step(here, move, after)
                if step is None:
                    if after not in reached:
                        reached[after] = moves
                        further.append(after)
                elif step not in ways:
                    rival = found.get(step)
                    if rival is None or str(after) < str(rival.after):
                        found[step] = Way(step, moves, after)
        ways |= found
        level, depth = further, depth - 1
    return list(ways.values()), reached


# Deals that fit this view


class Deals:
    """The sampled deals. Each is a function of the unseen cards, the seed and its number."""

    def __init__(self, game: Solitario40, view: State, seed: bytes) -> None:
        self.game, self.view, self.seed = game, view, seed
        self.drawn = 0

    def draw(
        self, lines: list[tuple[Move, ...]], samples: int, stop: Callable[[], bool]
    ) -> list[int]:
        """Sample up to ``samples`` deals, at least one; returns the deals won after each line."""
        won = [0] * len(lines)
        while self.drawn < samples and not (self.drawn and stop()):
            deal = self._deal(self.drawn)
            self.drawn += 1
            for i, line in enumerate(lines):
                won[i] += self._is_won(deal, line)
        return won

    def won(self, line: tuple[Move, ...]) -> int:
        """How many of the sampled deals can be won after this line."""
        return sum(self._is_won(self._deal(number), line) for number in range(self.drawn))

    def _deal(self, number: int) -> State:
        return self.game.fill(self.view, Rng(self.seed, number))

    def _is_won(self, deal: State, line: tuple[Move, ...]) -> bool:
        for move in line:
            deal = self.game.apply(deal, move)
        return isinstance(solve(self.game, deal, ONE_SLICE), Solved)


# Points on the way


def _free_lift(
    game: Solitario40, view: State, way: Way, winnable: int, deals: Deals, most: int
) -> Move | None:
    """A card that can go to its base first without making the step farther or worse."""
    for move in _lifts(game, view):
        others, _ = explore(game, game.apply(view, move), most, len(way.moves))
        for other in others:
            if other.step == way.step and deals.won((move, *other.moves)) >= winnable:
                return move
    return None


def _lifts(game: Solitario40, view: State) -> list[Move]:
    """Moves from a column to a base that are no step."""
    up = [m for m in game.legal_moves(view) if isinstance(m, Carry) and m.to == BASE]
    return [move for move in up if _step(view, move, game.apply(view, move)) is None]


def _to_most_points(game: Solitario40, view: State, reached: Reached) -> Move | None:
    """When no step is left: the first move towards the most points that can be reached."""
    best = max(reached, key=game.points)
    return reached[best][0] if game.points(best) > game.points(view) else None
