"""The playout policy of solitario40: it sees what a player sees, and plays imagined games on.

It never looks back and never looks under a card. Each move gets a number of points by what it does
and by what can be done afterwards, and the move with the most points is made.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tavolino.bots.solitario40.steps import settle
from tavolino.kernels.bits import lowest, popcount
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.kernels.rng import random_below
from tavolino.solvers.solitario40.position import (
    NOWHERE,
    UNDER,
    UP,
    Position,
    Rules,
    after,
    kept_down,
    places,
)

UNCOVERS, EMPTIES, PLAYS, PLAYS_UP, LIFTS, LOWERS = range(6)
"""What a move does: a column loses its last card of the deal (the column is empty then, or a card
is uncovered), a card of the stock is played, to a column or up; a card goes up or comes down."""
BELOW, FREED, OFFERED, BY_RANK, AHEAD, CHANCE = range(6, 12)
"""Points for each face-down card under the one that moves; for each card that can be uncovered
afterwards; for each card of the stock that can be played afterwards; for the rank of a card that
goes up; for its distance from the lowest base; the range of the random part."""
WEIGHTS: NDArray[np.float64] = np.array(
    [10.0, 0.6, 0.8, 3.7, 1.5, -7.5, 1.2, 2.5, 1.2, 0.3, -0.5, 0.3]
)
"""Found by the cross-entropy method on 3,000 deals (50,001 and following), tested on 1,000
others."""
MOST_LOWERED = 6
"""Cards that may come down in one game: without a limit it would not end."""
GRAIN = 1 << 10


@inlined
def _covering(layout: Ints, cards: int) -> int:
    """Those of these locked cards that lie on another."""
    found = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if layout[UNDER, card] != NOWHERE:
            found |= 1 << card
    return found


@inlined
def _count_below(layout: Ints, card: int) -> int:
    """How many cards lie under this one."""
    count, card = 0, layout[UNDER, card]
    while card != NOWHERE:
        count, card = count + 1, layout[UNDER, card]
    return count


@inlined
def _prospects(rules: Rules, there: Position, covering: int, w: NDArray[np.float64]) -> float:
    """Points for what can be done next."""
    free, ends = places(rules, there)
    ups = there.visible & there.next & ends
    freed, offered = covering & (free | ups), there.tops & (free | there.next)
    return float(w[FREED] * popcount(freed) + w[OFFERED] * popcount(offered))


@inlined
def _without(there: Position, card: int, room: int) -> Position:
    """The position as the player imagines it before the uncovered card is turned."""
    kept = ~(1 << card) if card != NOWHERE else -1
    return Position(
        there.key, there.next, there.visible & kept, there.locked & kept,
        there.stock, there.tops, room, there.points,
    )  # fmt: skip


@jit
def _points(
    rules: Rules, layout: Ints, here: Position, move: int, kind: int, w: NDArray[np.float64]
) -> float:
    """The points of a move, without the random part."""
    card, covering = move & 63, _covering(layout, here.locked)
    there = after(rules, layout, here, move)
    value = float(w[kind])
    if kind <= EMPTIES:
        below = layout[UNDER, card]
        value += w[BELOW] * _count_below(layout, card)
        there = _without(there, below, there.room if below == NOWHERE else here.room)
        covering &= ~(1 << card)
    elif kind == PLAYS_UP or kind == LIFTS:
        heights = here.key & 0xFFFF
        red = min(heights & 15, heights >> 4 & 15)
        black = min(heights >> 8 & 15, heights >> 12)
        value += w[AHEAD] * ((card >> 2) + 1 - min(red, black))
        if kind == LIFTS:
            value += w[BY_RANK] * ((card >> 2) + 1)
    return value + _prospects(rules, there, covering, w)


@inlined
def _movable(rules: Rules, here: Position, kind: int, covering: int) -> tuple[int, int]:
    """The cards that can make a move of this kind, and UP if they go to their bases."""
    free, ends = places(rules, here)
    ups = here.visible & here.next & ends
    if kind == UNCOVERS:
        return covering & (free | ups), 0
    if kind == EMPTIES:
        return here.locked & ~covering & (free | ups), 0
    if kind == PLAYS:
        return here.tops & free, 0
    if kind == PLAYS_UP:
        return here.tops & here.next, UP
    if kind == LIFTS:
        return ups & ~here.locked, UP
    return here.next >> 4 & free & kept_down(rules, here) & rules.deck, 0


@jit
def wins(
    rules: Rules, layout: Ints, here: Position, stream: Ints, w: NDArray[np.float64], first: Ints
) -> bool:
    """Play a game to its end; ``first`` gets the card of the first step, or NOWHERE."""
    lowered, first[0] = 0, NOWHERE
    while True:
        here = settle(rules, layout, here)
        if not here.next & rules.deck:
            return True
        free, _ = places(rules, here)
        covering = _covering(layout, here.locked)
        best, chosen, chosen_kind = -1e9, NOWHERE, 0
        for kind in range(LOWERS + (lowered < MOST_LOWERED)):
            cards, up = _movable(rules, here, kind, covering)
            while cards:
                card = lowest(cards)
                cards &= cards - 1
                move = card | UP if up or (kind <= EMPTIES and not free >> card & 1) else card
                value = _points(rules, layout, here, move, kind, w)
                value += w[CHANCE] * random_below(stream, GRAIN) / GRAIN
                if value > best:
                    best, chosen, chosen_kind = value, move, kind
        if chosen == NOWHERE:
            return False
        lowered += chosen_kind == LOWERS
        if first[0] == NOWHERE and chosen_kind <= PLAYS_UP:
            first[0] = chosen & 63
        here = after(rules, layout, here, chosen)
