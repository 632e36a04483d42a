"""Deals that look the same to the player: the face-down cards in a random order."""

from __future__ import annotations

from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.rng import random_below
from tavolino.solvers.solitario40.position import NOWHERE, UNDER, WEIGHT, Position


@jit
def hidden_cards(layout: Ints, here: Position) -> int:
    """The face-down cards, as a set."""
    found, locked = 0, here.locked
    while locked:
        card = layout[UNDER, lowest(locked)]
        locked &= locked - 1
        while card != NOWHERE:
            found |= 1 << card
            card = layout[UNDER, card]
    return found


@jit
def deal_again(layout: Ints, here: Position, stream: Ints, cards: Ints, out: Ints) -> None:
    """Write to ``out`` the layout with the face-down cards shuffled.

    They are taken as a set, so that nothing depends on where they are. ``cards`` is memory.
    """
    out[:] = layout
    hidden, count = hidden_cards(layout, here), 0
    while hidden:
        cards[count] = lowest(hidden)
        hidden &= hidden - 1
        count += 1
    locked = here.locked
    while locked:
        over = lowest(locked)
        locked &= locked - 1
        weight, old = layout[WEIGHT, over], layout[UNDER, over]
        while old != NOWHERE:
            at = random_below(stream, count)
            count -= 1
            card = cards[at]
            cards[at] = cards[count]
            out[UNDER, over], out[WEIGHT, card] = card, weight
            over, old = card, layout[UNDER, old]
        out[UNDER, over] = NOWHERE
