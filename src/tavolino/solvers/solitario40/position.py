"""A position of solitario40 in eight numbers, and its moves.

The columns of the face-up cards are not stored: a card can always be brought to where it is needed,
or never (``docs/solvers.md`` has the proof). A card is a bit (``kernels/cards.py``). The two cards
of one rank and colour, which fit on the same two cards, are neighbours::

    bit   … 11  10   9   8   7   6   5   4   3   2   1   0
    card  … 3S  3C  3H  3D  2S  2C  2H  2D  AS  AC  AH  AD

A move is a card, plus ``UP`` if it goes to its base; its source follows from the position.
"""

from __future__ import annotations

from typing import NamedTuple

from tavolino.kernels.bits import lowest, popcount
from tavolino.kernels.jit import Ints, inlined

UP = 64
PAIRS = 0x5555_5555_5555_5555
SUIT = 0x0111_1111_1111_1111
RED = 0x3333_3333_3333_3333
BLACK = 0x4CCC_CCCC_CCCC_CCCC
ACES = 15
NOWHERE = -1
UNKNOWN = 0
"""For ``tops``: no stock is without them."""

HEIGHTS = 16
"""The lowest bits of the key: the heights of the bases."""
TURNED = 5
"""The next bits of the key: the number of cards in the mazzetto."""


UNDER, WEIGHT, SLOT, STOCK = range(4)
"""The rows of a layout. By card: the card that it covers at the start, or NOWHERE; what is
subtracted from the key when it leaves its first place in a column; its slot in the stock. By slot:
the card."""


class Rules(NamedTuple):
    """The options of a game, and which moves a search may take for granted."""

    deck: int
    """All cards, as bits."""
    founders: int
    """The cards that may go to an empty column: the kings, or the whole deck."""
    draw: int
    """The number of cards turned at once."""
    margin: int = 1
    """How many ranks above the lower base of the other colour a card may be and be forced up."""
    twin_margin: int = 2
    """The same for the other base of its colour."""
    force_stock: int = 0
    """Whether cards of the stock are forced up too. With a draw of 3 they may be needed there."""
    is_bounded: int = 1
    """Whether positions are left out whose ``most_points`` are not above the best points found."""


FIELDS = 8
"""Numbers of a position."""


class Position(NamedTuple):
    """A position of one layout; sets of cards are numbers with a bit for each card."""

    key: int
    """Unique among the positions of a layout."""
    next: int
    """The next card of each base; beyond the king if the base is complete."""
    visible: int
    """The face-up cards of the columns."""
    locked: int
    """The visible cards that have not moved since the start, on a hidden card or on none."""
    stock: int
    """The slots that are not empty."""
    tops: int
    """The stock cards that turning and redealing can bring to the top."""
    room: int
    """The number of columns in which no card is where it was at the start."""
    points: int
    """The points so far."""


@inlined
def places(rules: Rules, here: Position) -> tuple[int, int]:
    """The cards that a column can take, and those that can be made the last of their column.

    Each pair of like cards has as many free parents as there are visible parents, less the unlocked
    cards of the pair. An unlocked card without a parent fills a column of its own.
    """
    unlocked = here.visible & ~here.locked
    parents = (here.visible & BLACK) >> 6 | (here.visible & RED) >> 2
    one, two = (unlocked | unlocked >> 1) & PAIRS, unlocked & unlocked >> 1 & PAIRS
    for_one, for_two = (parents | parents >> 1) & PAIRS, parents & parents >> 1 & PAIRS
    free = 3 * (for_one & ~one | for_two & ~two)
    ends = (free & RED) << 6 | (free & BLACK) << 2 | ACES
    if here.room > popcount(one & ~for_one) + popcount(two & ~for_two):
        free |= rules.founders
        if rules.founders == rules.deck:
            ends = rules.deck
    return free, ends


@inlined
def is_turned(rules: Rules, n: int) -> bool:
    """Whether n cards are a whole number of turns.

    A draw is 1 or 3; with a constant divisor the compiler needs no check for zero.
    """
    return rules.draw == 1 or n % 3 == 0


@inlined
def canonical(rules: Rules, stock: int, turned: int) -> int:
    """The number of cards in the mazzetto; 0 if that makes the same cards reachable."""
    return 0 if is_turned(rules, turned) or turned == popcount(stock) else turned


@inlined
def tops(rules: Rules, layout: Ints, stock: int, turned: int) -> int:
    """The stock cards that turning and redealing can bring to the top."""
    found = 0
    if rules.draw == 1:
        while stock:
            found |= 1 << layout[STOCK, lowest(stock)]
            stock &= stock - 1
        return found
    if turned:
        rest = stock
        for _ in range(turned - 1):
            rest &= rest - 1
        found = 1 << layout[STOCK, lowest(rest)] | _thirds(layout, rest & rest - 1)
    return found | _thirds(layout, stock)


@inlined
def _thirds(layout: Ints, stock: int) -> int:
    """Every third card, and the last."""
    found = 0
    while stock:
        for _ in range(2):
            if stock & stock - 1:
                stock &= stock - 1
        found |= 1 << layout[STOCK, lowest(stock)]
        stock &= stock - 1
    return found


@inlined
def safe(rules: Rules, heights: int, step: int) -> int:
    """The suits whose next card is not needed in a column; with ``step`` 1, their top card."""
    d, h, c, s = heights & 15, heights >> 4 & 15, heights >> 8 & 15, heights >> 12 & 15
    red, black = min(d, h) + rules.margin + step, min(c, s) + rules.margin + step
    twin = rules.twin_margin + step
    found = 0
    if d <= black and d <= h + twin:
        found |= SUIT
    if h <= black and h <= d + twin:
        found |= SUIT << 1
    if c <= red and c <= s + twin:
        found |= SUIT << 2
    if s <= red and s <= c + twin:
        found |= SUIT << 3
    return found


@inlined
def kept_down(rules: Rules, here: Position) -> int:
    """The suits whose top card, brought down, would not be forced up again."""
    return ~safe(rules, here.key, 1)


@inlined
def after(rules: Rules, layout: Ints, here: Position, move: int) -> Position:
    """The position after a move, which is trusted to be legal."""
    return with_tops(rules, layout, after_but_tops(rules, layout, here, move))


@inlined
def with_tops(rules: Rules, layout: Ints, here: Position) -> Position:
    """Complete what ``after_but_tops`` left open."""
    key, next, visible, locked, stock, top, room, points = here
    if top == UNKNOWN and stock:
        top = tops(rules, layout, stock, key >> HEIGHTS & (1 << TURNED) - 1)
    return Position(key, next, visible, locked, stock, top, room, points)


@inlined
def after_but_tops(rules: Rules, layout: Ints, here: Position, move: int) -> Position:
    """The position after a move; ``tops`` is UNKNOWN if finding them takes time.

    Most of what a search comes upon it has seen before, and then nobody asks for them.
    """
    card, up = move & 63, move >= UP
    bit = 1 << card
    key, next, visible, locked, stock, top, room, points = here
    digit = 1 << 4 * (card & 3)
    if locked & bit:
        locked ^= bit
        key -= layout[WEIGHT, card]
        below = layout[UNDER, card]
        if below == NOWHERE:
            room += 1
        else:
            points += 5
            visible |= 1 << below
            if layout[UNDER, below] == NOWHERE and rules.founders >> below & 1:
                room += 1  # it may as well be in any other empty column
            else:
                locked |= 1 << below
    elif top & bit:
        slot = layout[SLOT, card]
        stock ^= 1 << slot
        turned = canonical(rules, stock, popcount(stock & (1 << slot) - 1))
        top = top ^ bit if rules.draw == 1 else UNKNOWN
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
def forced_move(rules: Rules, here: Position) -> int:
    """A move of a card to its base that is always safe; NOWHERE if there is none."""
    of_stock = here.tops if rules.force_stock else 0
    cards = here.next & (here.visible | of_stock)
    if cards:
        cards &= safe(rules, here.key, 0)
    if cards:
        _, ends = places(rules, here)
        found = cards & here.visible & ends
        if not found:
            found = cards & of_stock
        if found:
            return lowest(found) | UP
    return NOWHERE


@inlined
def settled(rules: Rules, layout: Ints, here: Position) -> Position:
    """The position after all forced moves; ``tops`` may be UNKNOWN."""
    while True:
        if rules.force_stock:
            here = with_tops(rules, layout, here)
        forced = forced_move(rules, here)
        if forced == NOWHERE:
            return here
        here = after_but_tops(rules, layout, here, forced)


@inlined
def loaded(row: Ints) -> Position:
    """The position at the beginning of a row."""
    return Position(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])
