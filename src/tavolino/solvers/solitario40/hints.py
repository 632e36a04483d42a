"""An honest hint for the Solitario with 40 cards: it knows what the player knows, no more.

What cannot be undone is what counts: a hidden card uncovered, a card played from the stock, a
card of the mazzo seen for the first time. Between two such steps all cards in play are known, so
the nearest ways to each step are found on the view. Then the unseen cards are filled in at random,
some dozens of times, and the step is preferred after which most of these deals can be won.

Whoever follows the hints gets to an end. The sampled deals stay the same until a step is made,
because the blanks do. So does the worth of a way, and its first move makes it shorter; hence the
best of (deals won, kind of step, moves saved) rises with every hint. There are at most as many
steps as hidden cards, and cards and unseen cards of the stock.
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
"""Positions to look at for a step; the larger number if the smaller one shows none."""
ONE_SLICE = 0.0
"""Of a solver's search: it counts positions there, so its answer is the same on every machine."""


Step: TypeAlias = tuple[int, int]
"""How much it is liked, all else equal, and what it is about: a column or a card."""
Reached: TypeAlias = dict[State, tuple[Move, ...]]
"""Positions, and the moves that lead to them."""


@dataclass(frozen=True)
class Way:
    """The moves up to a step that cannot be undone, the step being the last."""

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
    """The best move from what the player sees, or None if no move is of any use.

    ``samples`` is the number of random deals that fit the view. No new one is begun after
    ``seconds``, or when ``stop()`` is true.
    """
    view = game.view(view, 0)  # whatever the caller knows
    if game.actor(view) != 0:
        return None
    if not any(view.hidden) and not view.mazzetto and not view.mazzo:
        return Hint(_rises(game, view)[0], 0, 0, "hint.open")  # the lowest card is free
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
    up = None if stop() else _free_rise(game, view, way, winnable, deals, most)
    if up:
        return Hint(up, winnable, deals.drawn, "hint.rises")
    is_choice = winnable > min(won)
    reason = "hint.wins" if is_choice else REASONS[way.step[0]]
    return Hint(way.moves[0], winnable, deals.drawn, reason)


# Steps


TURNS, PLAYS, UNCOVERS = range(3)
REASONS = ("hint.turns", "hint.plays", "hint.uncovers")


def _step(before: State, move: Move, after: State) -> Step | None:
    """What this move does that cannot be undone."""
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
    """For each step the nearest way to it; and what can be reached without any, nearest first.

    Only whole levels of the search count, and of two ways as short the same one is taken from
    everywhere: that keeps a way in sight of whoever has gone a part of it.
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


# Deals that look like this view


class Deals:
    """The sampled deals; each is a function of the view's blanks, the seed and its number."""

    def __init__(self, game: Solitario40, view: State, seed: bytes) -> None:
        self.game, self.view, self.seed = game, view, seed
        self.drawn = 0

    def draw(
        self, lines: list[tuple[Move, ...]], samples: int, stop: Callable[[], bool]
    ) -> list[int]:
        """So many deals, at least one; for each line the number of those won after it."""
        won = [0] * len(lines)
        while self.drawn < samples and not (self.drawn and stop()):
            deal = self._deal(self.drawn)
            self.drawn += 1
            for i, line in enumerate(lines):
                won[i] += self._is_won(deal, line)
        return won

    def won(self, line: tuple[Move, ...]) -> int:
        """How many of the deals drawn can be won after this line."""
        return sum(self._is_won(self._deal(number), line) for number in range(self.drawn))

    def _deal(self, number: int) -> State:
        return self.game.fill(self.view, Rng(self.seed, number))

    def _is_won(self, deal: State, line: tuple[Move, ...]) -> bool:
        for move in line:
            deal = self.game.apply(deal, move)
        return isinstance(solve(self.game, deal, ONE_SLICE), Solved)


# Points on the way


def _free_rise(
    game: Solitario40, view: State, way: Way, winnable: int, deals: Deals, most: int
) -> Move | None:
    """A card to its base, if the step is as near and as good after it."""
    for move in _rises(game, view):
        others, _ = explore(game, game.apply(view, move), most, len(way.moves))
        for other in others:
            if other.step == way.step and deals.won((move, *other.moves)) >= winnable:
                return move
    return None


def _rises(game: Solitario40, view: State) -> list[Move]:
    """Cards that can go up from a column without a step."""
    up = [m for m in game.legal_moves(view) if isinstance(m, Carry) and m.to == BASE]
    return [move for move in up if _step(view, move, game.apply(view, move)) is None]


def _to_most_points(game: Solitario40, view: State, reached: Reached) -> Move | None:
    """No step is left: towards the most points that are."""
    best = max(reached, key=game.points)
    return reached[best][0] if game.points(best) > game.points(view) else None
