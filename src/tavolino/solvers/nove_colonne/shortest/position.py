"""A position of nove_colonne in two words, and what follows from it.

The words are those of ``solvers/card_links.py``, with one exception: a card that lies on the card
under it at the start is in neither word, wherever that card is; a card that began a column is in
neither word if it begins one. So a card in neither word is on its base, if that is high enough;
otherwise in the reserve, if it was there at the start; otherwise on its first card. Columns have no
order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tavolino.games.nove_colonne import KING, State
from tavolino.kernels.bits import lowest, popcount
from tavolino.kernels.cards import card_bit, fits
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.card_links import (
    CARDS,
    DENARI,
    FOUND,
    ON_FIRST,
    UP,
    base_cards,
    heights_of,
    parents,
    raised,
    unneeded,
)

NOWHERE = -1
BYTES = 7
"""Of a set of 52 cards."""

UNDER, HOME, BELOW, OVER, MUTUAL = range(5)
"""The rows of a layout, by card: the card under it at the start, or NOWHERE; where it would go to
return there (UP if it cannot); all cards below it at the start; the cards that may not lie on
those; the cards with which it blocks itself."""


class Problem(NamedTuple):
    """What does not change during a search."""

    first: int
    second: int
    """The words of the start."""
    layout: Ints
    covered: Ints
    """For each byte of a set of cards, and each value of it: the cards under these."""
    columns: int
    """The cards of the columns at the start."""
    reserve: int
    bottoms: int
    """The first cards of the columns at the start."""
    blocked: int
    """The cards that have a lower one of their suit below them at the start."""
    is_pruned: int
    """0: every move is tried, and nothing is forced (for tests)."""


def problem_of(state: State, is_pruned: bool = True) -> Problem:
    """The search for the shortest win from a position."""
    layout = np.zeros((5, 64), np.int64)
    layout[UNDER] = NOWHERE
    columns = bottoms = blocked = 0
    for column in state.columns:
        below = over = 0
        for at, card in enumerate(map(card_bit, column)):
            if at:
                under = card_bit(column[at - 1])
                layout[UNDER, card] = under
                layout[HOME, card] = ON_FIRST + (under & 1) if fits(card, under) else UP
            else:
                layout[HOME, card] = FOUND
                bottoms |= 1 << card
            layout[BELOW, card], layout[OVER, card] = below, over
            blocked |= over & 1 << card
            below |= 1 << card
            over |= sum(1 << higher for higher in range(card + 4, 4 * KING, 4))
        columns |= below
    for card in range(4 * KING):
        for other in range(4 * KING):
            if layout[OVER, card] >> other & layout[OVER, other] >> card & 1:
                layout[MUTUAL, card] |= 1 << other
    covered = np.zeros((BYTES, 256), np.int64)
    for byte in range(BYTES):
        for value in range(256):
            for bit in range(8):
                card = 8 * byte + bit
                if value >> bit & 1 and layout[UNDER, card] != NOWHERE:
                    covered[byte, value] |= 1 << int(layout[UNDER, card])
    first = sum(height << 52 + 4 * suit for suit, height in enumerate(state.bases[:3]))
    return Problem(
        first - (1 << 64) if first >> 63 else first,
        state.bases[3] << 52,
        layout,
        covered,
        columns,
        sum(1 << card_bit(card) for card in state.reserve if card),
        bottoms,
        blocked,
        int(is_pruned),
    )


class CardPlaces(NamedTuple):
    """What the words mean."""

    heights: int
    on_bases: int
    tops: int
    next_up: int
    moved: int
    """The cards that are in the words."""
    in_place: int
    """The cards on their first card."""
    reserve: int
    free: int
    """The last cards of the columns."""
    columns: int
    """How many are not empty."""


@inlined
def places_of(problem: Problem, first: int, second: int) -> CardPlaces:
    """Where the cards are."""
    heights = heights_of(first, second)
    on_bases, tops, next_up = base_cards(heights, KING)
    moved = (first | second) & CARDS
    in_place = problem.columns & ~moved & ~on_bases
    covered = parents(first & ~second & CARDS, second & ~first & CARDS)
    for byte in range(BYTES):
        covered |= problem.covered[byte, in_place >> 8 * byte & 255]
    return CardPlaces(
        heights,
        on_bases,
        tops,
        next_up,
        moved,
        in_place,
        problem.reserve & ~moved & ~on_bases,
        (in_place | moved) & ~covered,
        popcount(first & second & CARDS) + popcount(in_place & problem.bottoms),
    )


@inlined
def laid(problem: Problem, first: int, second: int, card: int, to: int) -> tuple[int, int]:
    """The words after a card, which is in neither of them, has been laid in a column."""
    if problem.layout[HOME, card] == to:
        return first, second
    return first | (to & 1) << card, second | (to >> 1) << card


@jit
def settled(problem: Problem, first: int, second: int) -> tuple[int, int, int]:
    """The words after all lifts that are forced, and the number of these."""
    count = 0
    while True:
        heights = heights_of(first, second)
        if not base_cards(heights, KING)[2] & unneeded(heights, 0):
            break
        here = places_of(problem, first, second)
        found = here.next_up & unneeded(heights, 0) & (here.free | here.reserve)
        if not found:
            break
        bit = found & -found
        first, second = raised(first & ~bit, second & ~bit, bit, 1)
        count += 1
    return first, second, count


@inlined
def higher(card: int) -> int:
    """The higher cards of its suit."""
    return -(16 << card) & DENARI << (card & 3) & CARDS


@jit
def lower_bound(problem: Problem, first: int, second: int) -> int:
    """No line from here to the win is shorter than this; ``docs/solvers.md`` has the proof."""
    layout, here = problem.layout, places_of(problem, first, second)
    blocked, rooted, ends = 0, 0, here.free
    while ends:
        at, above = lowest(ends), 0
        ends &= ends - 1
        while at != NOWHERE:
            bit = 1 << at
            blocked |= above & higher(at)
            if here.in_place & bit:
                below = layout[BELOW, at]
                if below & ~here.in_place == 0:
                    blocked |= above & layout[OVER, at]
                    rooted |= below | bit
                    break
                at_next = layout[UNDER, at]
            elif first & second & bit:
                at_next = NOWHERE
            else:
                at_next = lowest(parents(first & bit, second & bit))
            above |= bit
            at = at_next
    blocked |= rooted & problem.blocked
    bound = 4 * KING - popcount(here.on_bases) + popcount(blocked)
    single = rooted & ~blocked
    while single:
        card = lowest(single)
        single &= single - 1
        others = layout[MUTUAL, card] & single
        if others:
            bound += 1
            single ^= others & -others
    return bound
