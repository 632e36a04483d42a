"""Sets of cards, and which card lies on which, in two words.

A card has its bit (``kernels/cards.py``), below bit 52, in both words::

    first   second
      1       0      on the denari or bastoni card of the next rank
      0       1      on the coppe or spade card
      1       1      first card of a column
      0       0      elsewhere

A card fits on two cards only, so that is all there is to know. From bit 52 on: the bases, of three
suits in the first word and of one in the second.
"""

from __future__ import annotations

from tavolino.kernels.jit import inlined

CARDS = (1 << 52) - 1
"""All cards."""
DENARI = 0x1111111111111
"""All cards of this suit."""
COPPE, BASTONI, SPADE = DENARI << 1, DENARI << 2, DENARI << 3
"""The same for the others."""
BASES_AT = 52
"""The bases begin at this bit."""

UP, ON_FIRST, ON_SECOND, FOUND = range(4)
"""Where a card goes: to its base, onto one of the two cards, to an empty column. A move of a search
for the shortest win is 4 × card + this, plus THEN_UP if the card it was on goes up next."""
THEN_UP = 256
"""Added to a move if the card below goes up next."""


@inlined
def parents(first: int, second: int) -> int:
    """The cards under those that are on a card of denari or bastoni, and of coppe or spade."""
    by_first = (first & DENARI) << 6 | (first & COPPE) << 5
    by_first |= (first & BASTONI) << 2 | (first & SPADE) << 1
    by_second = (second & DENARI) << 7 | (second & COPPE) << 6
    return by_first | by_second | (second & BASTONI) << 3 | (second & SPADE) << 2


@inlined
def fit_first(free: int) -> int:
    """The cards that fit on a free card of denari or bastoni."""
    black, red = free & BASTONI, free & DENARI
    return black >> 6 | black >> 5 | red >> 2 | red >> 1


@inlined
def fit_second(free: int) -> int:
    """The cards that fit on a free card of coppe or spade."""
    black, red = free & SPADE, free & COPPE
    return black >> 7 | black >> 6 | red >> 3 | red >> 2


@inlined
def raised(first: int, second: int, bit: int, by: int) -> tuple[int, int]:
    """The words after the base of a card has changed by ``by``."""
    if bit & DENARI:
        return first + (by << 52), second
    if bit & COPPE:
        return first + (by << 56), second
    if bit & BASTONI:
        return first + (by << 60), second
    return first, second + (by << 52)


@inlined
def heights_of(first: int, second: int) -> int:
    """The ranks of the four bases, four bits each."""
    return ((first >> BASES_AT) & 4095) | ((second >> BASES_AT) & 15) << 12


@inlined
def base_cards(heights: int, ranks: int) -> tuple[int, int, int]:
    """The cards on the bases, the top cards, and the next cards."""
    on_bases, tops, next_up = 0, 0, 0
    for suit in range(4):
        height = (heights >> 4 * suit) & 15
        on_bases |= (DENARI << suit) & ((1 << 4 * height) - 1)
        if height > 0:
            tops |= 1 << (4 * height - 4 + suit)
        if height < ranks:
            next_up |= 1 << (4 * height + suit)
    return on_bases, tops, next_up


@inlined
def unneeded(heights: int, step: int) -> int:
    """The suits whose next card is not needed in a column; with ``step`` 1, their top card."""
    d, h, c, s = heights & 15, heights >> 4 & 15, heights >> 8 & 15, heights >> 12 & 15
    red, black, twin = min(d, h) + 1 + step, min(c, s) + 1 + step, 2 + step
    found = 0
    if d <= black and d <= h + twin:
        found |= DENARI
    if h <= black and h <= d + twin:
        found |= COPPE
    if c <= red and c <= s + twin:
        found |= BASTONI
    if s <= red and s <= c + twin:
        found |= SPADE
    return found


@inlined
def slot_of(first: int, second: int) -> int:
    """Where a position belongs in a hash table, before this is cut to its size."""
    bits = (first ^ (second << 7) ^ ((second >> 29) & 0x7FFFFFFFF)) * -7046029254386353131
    bits = (bits ^ ((bits >> 32) & 0xFFFFFFFF) ^ second) * -4658895280553007687
    return bits ^ ((bits >> 29) & 0x7FFFFFFFF)
