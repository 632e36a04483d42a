"""The next step of a position of solitario40 that cannot be undone, over all ways to make it.

Only two kinds of move cannot be undone: a card leaves the place where it was dealt in a column, or
it leaves the stock. Every other move can be taken back by moves: a card that goes elsewhere can
return to the card on which it lay, to the empty column, or to its base. So the positions that are
reached without a step all have the same future, and there are few of them: the search does not
store in which columns the face-up cards lie (``docs/solvers.md``), so they differ in their bases.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tavolino.cards import Card
from tavolino.games.solitario40 import Solitario40, State
from tavolino.kernels.bits import lowest
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints, jit
from tavolino.solvers.solitario40.layout import check_known, pack_position, rules_of
from tavolino.solvers.solitario40.position import UP, Position, Rules, after, loaded, places
from tavolino.solvers.solitario40.search import EXHAUSTED, WON
from tavolino.solvers.solitario40.search.bounded_search import bounded_search
from tavolino.solvers.solitario40.search.visited import is_new

MOST = 1 << 12
"""Positions without a step, and positions after a step: more are not listed."""
VERDICTS = {WON: True, EXHAUSTED: False}
MOST_NEXT = 256
"""An upper bound of the positions that one position adds to either list."""


class NextStep(NamedTuple):
    """A card that leaves its place for good, and what can be won afterwards."""

    card: Card
    problem: tuple[Rules, Ints]
    """The rules and the layout of the search."""
    outcomes: list[Position]
    """The positions after it, up to moves between columns."""
    wins: bool | None
    """Can some of them be won? None if the budget was not enough."""
    positions: int
    """The positions searched for this answer."""

    def always_wins(self, positions: int) -> bool | None:
        """Whether each of them can be won; each search may visit ``positions`` positions."""
        for outcome in self.outcomes if self.wins else ():
            status = bounded_search(*self.problem, outcome, None, positions, only_wins=True).status
            if status != WON:
                return VERDICTS.get(status)
        return self.wins


def next_steps(game: Solitario40, state: State, positions: int) -> Iterator[NextStep] | None:
    """Every card that some way of play takes from its place next, by the bits of the cards.

    Each search may visit ``positions`` positions, and is made when its step is asked for. None if
    there are too many positions to list.
    """
    check_known(game, state)
    rules = rules_of(game)
    layout, start = pack_position(rules, game, state)
    outcomes = _outcomes(rules, layout, start)
    if outcomes is None:
        return None
    cards = {card_bit(card): card for card in game.cards}
    return (
        _judged((rules, layout), cards[bit], found, positions)
        for bit, found in sorted(outcomes.items())
    )


def _judged(
    problem: tuple[Rules, Ints], card: Card, found: list[Position], positions: int
) -> NextStep:
    first, *others = found
    some = bounded_search(*problem, first, None, positions, others, only_wins=True)
    return NextStep(card, problem, found, VERDICTS.get(some.status), some.positions)


def _outcomes(rules: Rules, layout: Ints, start: Position) -> dict[int, list[Position]] | None:
    """The positions after each step, by the bit of its card."""
    rows = np.empty((MOST, 9), np.int64)
    count = write_outcomes(rules, layout, start, rows)
    if count < 0:
        return None
    found: dict[int, dict[int, Position]] = {}
    for *numbers, card in rows[:count].tolist():
        position = Position(*numbers)
        found.setdefault(card, {})[position.key] = position
    return {card: list(by_key.values()) for card, by_key in found.items()}


@jit
def write_outcomes(rules: Rules, layout: Ints, start: Position, rows: Ints) -> int:
    """Write every position after a step, and the card of the step; returns their number.

    -1 if there are too many. A position may be written more than once.
    """
    here = np.empty((MOST, 8), np.int64)
    seen = np.zeros(4 * MOST, np.int64)
    for i in range(8):
        here[0, i] = start[i]
    is_new(seen, start.key)
    at, end, count = 0, 1, 0
    while at < end:
        if end + MOST_NEXT > MOST or count + MOST_NEXT > len(rows):
            return -1
        now = loaded(here[at])
        at += 1
        free, ends = places(rules, now)
        ups = now.visible & now.next & ends
        for kind in range(6):
            if kind == 0:
                cards, to = now.next >> 4 & free & rules.deck, 0
            elif kind == 1:
                cards, to = ups & ~now.locked, UP
            elif kind == 2:
                cards, to = now.tops & free, 0
            elif kind == 3:
                cards, to = now.tops & now.next, UP
            elif kind == 4:
                cards, to = now.locked & free, 0
            else:
                cards, to = ups & now.locked, UP
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                there = after(rules, layout, now, card | to)
                if kind > 1:
                    for i in range(8):
                        rows[count, i] = there[i]
                    rows[count, 8] = card
                    count += 1
                elif is_new(seen, there.key):
                    for i in range(8):
                        here[end, i] = there[i]
                    end += 1
    return count
