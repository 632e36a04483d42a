"""The next steps of a position of solitario40 that cannot be undone.

A *step* takes a card for good from the place where it was dealt: from a column, which uncovers the
card below or empties the column, or from the stock. Whatever happens between two steps can be
undone (``docs/solvers.md``): cards go to the bases and come down again. So a player decides between
steps, not between moves.
"""

from __future__ import annotations

from tavolino.kernels.bits import lowest
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.solitario40.position import (
    FIELDS,
    NOWHERE,
    UP,
    Position,
    Rules,
    after,
    loaded,
    places,
    settled,
    with_tops,
)
from tavolino.solvers.solitario40.search.visited import is_new

MOVE, FROM, STEP = 8, 9, 10
"""A position in a row, then the move that follows (a step) or led to it, and the row before it."""
MOST_STEPS = 32
"""Seven columns, and at most 24 cards of the stock."""
MOST_BEFORE = 1 << 8
"""Positions without a step that are listed; they differ in the bases only."""
MOST_NEXT = 16
"""Cards that can go up or come down in one position."""


@inlined
def store(here: Position, row: Ints, move: int, before: int) -> None:
    """Inverse of ``loaded``, with the move and the row before it."""
    for i in range(FIELDS):
        row[i] = here[i]
    row[MOVE], row[FROM] = move, before


@inlined
def settle(rules: Rules, layout: Ints, here: Position) -> Position:
    """Every card that can safely go up does."""
    return with_tops(rules, layout, settled(rules, layout, here))


@inlined
def _add_steps(
    steps: Ints, count: int, known: int, here: Position, at: int, cards: int, up: int
) -> tuple[int, int]:
    """Write the steps of these cards that are not known yet."""
    cards &= ~known
    known |= cards
    while cards:
        store(here, steps[count], lowest(cards) | up, at)
        cards &= cards - 1
        count += 1
    return count, known


@jit
def list_steps(
    rules: Rules, layout: Ints, start: Position, before: Ints, seen: Ints, steps: Ints
) -> int:
    """Write the nearest way to each step; returns their number.

    ``before`` gets the positions without a step, breadth first; ``seen`` is memory. No face-down
    card of the layout is looked at: no card moves that lies on another.
    """
    seen[:] = 0
    store(start, before[0], NOWHERE, NOWHERE)
    is_new(seen, start.key)
    at, end, count, known = 0, 1, 0, 0
    while at < end and end + MOST_NEXT <= len(before):
        here = loaded(before[at])
        free, ends = places(rules, here)
        ups = here.visible & here.next & ends
        down = (here.locked | here.tops) & free
        lifted = (here.locked & ups) | (here.tops & here.next)
        count, known = _add_steps(steps, count, known, here, at, down, 0)
        count, known = _add_steps(steps, count, known, here, at, lifted, UP)
        for up in range(2):
            cards = ups & ~here.locked if up else here.next >> 4 & free & rules.deck
            while cards:
                move = lowest(cards) | UP * up
                cards &= cards - 1
                there = after(rules, layout, here, move)
                if is_new(seen, there.key):
                    store(there, before[end], move, at)
                    end += 1
        at += 1
    return count
