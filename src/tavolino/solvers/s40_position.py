"""A position of solitario40 in eight numbers, and what can be done in it.

Where the face-up cards lie is not stored: they can always be brought to where they are needed, or
never (``docs/solvers.md`` has the proof). A card is a bit: ``4 * (rank - 1) + suit``. So the two
cards of one rank and colour, which lie on the same two cards, are neighbours::

    bit   … 11  10   9   8   7   6   5   4   3   2   1   0
    card  … 3S  3C  3H  3D  2S  2C  2H  2D  AS  AC  AH  AD

A move is a card, plus ``UP`` if it goes to its base; where it comes from, the position knows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolino.kernels.jit import inlined, jit
from tavolino.solvers.s40_bits import lowest, ones

Ints = NDArray[np.int64]

UP = 64
PAIRS = 0x5555_5555_5555_5555
SUIT = 0x0111_1111_1111_1111
RED = 0x3333_3333_3333_3333
BLACK = 0x4CCC_CCCC_CCCC_CCCC
ACES = 15
NOWHERE = -1

HEIGHTS = 16
"""Bits of the key for the heights of the bases, the lowest; next to them those for …"""
TURNED = 5
"""… the cards in the mazzetto."""


class Layout(NamedTuple):
    """What never changes: the rules, and where the cards were at the start."""

    deck: int
    founders: int
    """The cards that may go to an empty column: the kings, or the whole deck."""
    draw: int
    margin: int
    """How far a card may lead the lower base of the other colour and still be sent up at once."""
    twin_margin: int
    """The same for the other base of its colour."""
    force_stock: int
    """Are cards of the stock sent up at once, too?"""
    under: Ints
    """For each card the face-down card that it covers, or NOWHERE."""
    weight: Ints
    """For each card of a column, what the key loses when it leaves its first place."""
    slot: Ints
    """For each card its place in the stock, or NOWHERE."""
    stock: Ints
    """The card of each slot."""


class Position(NamedTuple):
    key: int
    """A number that no other position of this layout has."""
    next: int
    """For each suit the card that its base waits for (beyond the king when it is complete)."""
    visible: int
    """Face up in the columns."""
    locked: int
    """Those of them that still lie where they were at the start, on a hidden card or on none."""
    stock: int
    """The slots that are not empty."""
    tops: int
    """The stock cards that turning and redealing can bring to the top."""
    room: int
    """Columns in which nothing lies where it was at the start."""
    points: int



@inlined
def places(layout: Layout, here: Position) -> tuple[int, int]:
    """The cards that a column would take, and those that can be made the end of theirs.

    Each pair of like cards has as many free parents as there are visible parents, less the unlocked
    cards of the pair. An unlocked card without a parent fills a column of its own.
    """
    unlocked = here.visible & ~here.locked
    parents = (here.visible & BLACK) >> 6 | (here.visible & RED) >> 2
    one, two = (unlocked | unlocked >> 1) & PAIRS, unlocked & unlocked >> 1 & PAIRS
    for_one, for_two = (parents | parents >> 1) & PAIRS, parents & parents >> 1 & PAIRS
    free = 3 * (for_one & ~one | for_two & ~two)
    ends = (free & RED) << 6 | (free & BLACK) << 2 | ACES
    if here.room > ones(one & ~for_one) + ones(two & ~for_two):
        free |= layout.founders
        if layout.founders == layout.deck:
            ends = layout.deck
    return free, ends


@jit
def canonical(layout: Layout, stock: int, turned: int) -> int:
    """How many cards are in the mazzetto; 0 whenever that brings the same cards to the top."""
    return 0 if turned % layout.draw == 0 or turned == ones(stock) else turned


@jit
def tops(layout: Layout, stock: int, turned: int) -> int:
    """The stock cards that turning and redealing can bring to the top."""
    found, n, size = 0, 0, ones(stock)
    while stock:
        n += 1
        from_here = n >= turned > 0 and (n - turned) % layout.draw == 0
        if from_here or n % layout.draw == 0 or n == size:
            found |= 1 << layout.stock[lowest(stock)]
        stock &= stock - 1
    return found


@inlined
def safe(layout: Layout, here: Position) -> int:
    """The cards next on a base that no column will ever miss."""
    d, h = lowest(here.next & SUIT) >> 2, lowest(here.next & SUIT << 1) >> 2
    c, s = lowest(here.next & SUIT << 2) >> 2, lowest(here.next & SUIT << 3) >> 2
    red, black = min(d, h) + layout.margin, min(c, s) + layout.margin
    found = 0
    if d <= min(black, h + layout.twin_margin):
        found |= SUIT << 0
    if h <= min(black, d + layout.twin_margin):
        found |= SUIT << 1
    if c <= min(red, s + layout.twin_margin):
        found |= SUIT << 2
    if s <= min(red, c + layout.twin_margin):
        found |= SUIT << 3
    return found & here.next & layout.deck


@inlined
def after(layout: Layout, here: Position, move: int) -> Position:
    """The position after a move, which is trusted to be legal."""
    card, up = move & 63, move >= UP
    bit = 1 << card
    key, next, visible, locked, stock, top, room, points = here
    digit = 1 << 4 * (card & 3)
    if locked & bit:
        locked ^= bit
        key -= layout.weight[card]
        below = layout.under[card]
        if below == NOWHERE:
            room += 1
        else:
            points += 5
            visible |= 1 << below
            if layout.under[below] == NOWHERE and layout.founders >> below & 1:
                room += 1  # and it fills it: nothing changes if it moves to another one
            else:
                locked |= 1 << below
    elif top & bit:
        slot = layout.slot[card]
        stock ^= 1 << slot
        turned = canonical(layout, stock, ones(stock & (1 << slot) - 1))
        top = tops(layout, stock, turned)
        before = key >> HEIGHTS & (1 << TURNED) - 1
        key -= (1 << slot + TURNED) + before - turned << HEIGHTS
        points += 5
    elif not up:
        next ^= bit << 4 | bit
        key -= digit
        points -= 10
    if up:
        next ^= bit << 4 | bit
        visible &= ~bit
        key += digit
        points += 10
    else:
        visible |= bit
    return Position(key, next, visible, locked, stock, top, room, points)


@inlined
def sent_up(layout: Layout, here: Position) -> int:
    """A card that goes to its base at once because it is safe there, as a move; NOWHERE if none."""
    cards = safe(layout, here)
    if cards:
        _, ends = places(layout, here)
        found = cards & here.visible & ends
        if layout.force_stock and not found:
            found = cards & here.tops
        if found:
            return lowest(found) | UP
    return NOWHERE
