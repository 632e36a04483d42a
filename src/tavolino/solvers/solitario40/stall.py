"""The exact stall test of the Solitario (RULES 3.4), fast enough for every live move.

The search is that of ``Solitario40.is_stalled``: every position that can be reached without
uncovering a card, up to turning and redealing. Only its positions are smaller. A face-up card is on
one of the two cards it fits on, or is the first of its column, or is not in the columns: two bits.
So a position is exactly two words, without hash collisions. The column of a run is not stored: the
card that covers hidden cards does not move, and columns without hidden cards are equivalent.

A card has its bit (``kernels/cards.py``), below bit 52, in both words::

    first   second
      1       0      on the denari or bastoni card of the next rank
      0       1      on the coppe or spade card
      1       1      first card of a column
      0       0      on its base, if that is high enough; else in the stock

From bit 52 on: the bases, of three suits and of one, and the number of turned cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.game import Stop
from tavolino.games.solitario40 import COLUMNS, Solitario40, State
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.limits import Budget

Slots: TypeAlias = NDArray[np.int32]
Landings: TypeAlias = tuple[int, int, int]
"""The cards that fit on a free card of denari or bastoni, of coppe or spade, or in a column."""

CARDS = (1 << 52) - 1
DENARI = 0x1111111111111
COPPE, BASTONI, SPADE = DENARI << 1, DENARI << 2, DENARI << 3
TURNED_AT = 56
MOST_NEXT = 4 * 52
"""A card has at most four targets: two cards, an empty column and its base."""
UNLIMITED = 1 << 62
ROOM = 512
"""Initial capacity in positions, a power of two."""

FIRST, SECOND, HEIGHTS, TURNED, COVERING, RANKS, DRAW, ANY = range(8)
"""Indices of the search's input."""


def ruling(
    game: Solitario40, history: Sequence[State], budget: Budget | None = None
) -> Stop | None:
    """As ``game.ruling(history)``; raises ``OverBudget`` instead of a search beyond the budget."""
    return Stop.STALL if is_stalled(game, history[-1], budget) else None


def is_stalled(game: Solitario40, view: State, budget: Budget | None = None) -> bool:
    """Whether the player can neither gain a point nor uncover a card (R-S40-12).

    The same answer as ``game.is_stalled(view)``, faster.
    """
    return search_stall(game, view, budget) > 0


def search_stall(game: Solitario40, view: State, budget: Budget | None = None) -> int:
    """The number of positions that prove the stall; if there is none, minus the number searched."""
    if not view.columns or view.unseen or game.is_solved(view):
        return 0
    size = search(*_search_input(game, view), budget.left if budget else UNLIMITED)
    if budget:
        budget.spend(abs(size) or budget.left + 1)
    return size


def _search_input(game: Solitario40, view: State) -> tuple[Ints, Ints]:
    """The position as the player knows it, and the stock in order."""
    first = second = covering = heights = 0
    for column, hidden in zip(view.columns, view.hidden):
        onto = 2  # neither colour
        for card in column[hidden:]:
            bit = 1 << card_bit(card)
            if onto == 2:
                first, second = first | bit, second | bit
                covering |= bit if hidden else 0
            elif onto:
                second |= bit
            else:
                first |= bit
            onto = card.suit & 1
    for at, height in enumerate(view.bases):
        heights |= height << 4 * at
    stock = view.mazzetto + view.mazzo
    options = (game.king, game.draw, game.empty_column == "any")
    position = (first, second, heights, len(view.mazzetto), covering, *options)
    return np.array(position), np.array([card_bit(card) for card in stock], np.int64)


# Sets of cards


@inlined
def _parents(first: int, second: int) -> int:
    """The cards under these."""
    by_first = (first & DENARI) << 6 | (first & COPPE) << 5
    by_first |= (first & BASTONI) << 2 | (first & SPADE) << 1
    by_second = (second & DENARI) << 7 | (second & COPPE) << 6
    return by_first | by_second | (second & BASTONI) << 3 | (second & SPADE) << 2


@inlined
def _fit_first(free: int) -> int:
    """The cards that fit on a free card of denari or bastoni."""
    black, red = free & BASTONI, free & DENARI
    return black >> 6 | black >> 5 | red >> 2 | red >> 1


@inlined
def _fit_second(free: int) -> int:
    """The cards that fit on a free card of coppe or spade."""
    black, red = free & SPADE, free & COPPE
    return black >> 7 | black >> 6 | red >> 3 | red >> 2


@inlined
def _count(cards: int) -> int:
    cards -= (cards >> 1) & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (cards * 0x0101010101010101) >> 56


# The set of positions seen, which is also the queue: [0, 0] is its size


@inlined
def _slot(first: int, second: int) -> int:
    bits = (first ^ (second << 7) ^ ((second >> 29) & 0x7FFFFFFFF)) * -7046029254386353131
    bits = (bits ^ ((bits >> 32) & 0xFFFFFFFF) ^ second) * -4658895280553007687
    return bits ^ ((bits >> 29) & 0x7FFFFFFFF)


@jit
def _add(seen: Ints, slots: Slots, first: int, second: int) -> None:
    mask = len(slots) - 1
    at = _slot(first, second) & mask
    while slots[at]:
        if seen[slots[at], 0] == first and seen[slots[at], 1] == second:
            return
        at = (at + 1) & mask
    seen[0, 0] += 1
    slots[at] = seen[0, 0]
    seen[seen[0, 0], 0] = first
    seen[seen[0, 0], 1] = second


@jit
def _grown(seen: Ints, slots: Slots) -> tuple[Ints, Slots]:
    """Four times the capacity."""
    more = np.empty((4 * len(seen), 2), np.int64)
    more[0, 0] = 0
    wider = np.zeros(4 * len(slots), np.int32)
    for i in range(1, seen[0, 0] + 1):
        _add(more, wider, seen[i, 0], seen[i, 1])
    return more, wider


# The search


@inlined
def _add_landings(
    seen: Ints, slots: Slots, first: int, second: int, bit: int, landings: Landings
) -> None:
    """Add the positions after a card goes to one of two cards or to an empty column."""
    if landings[0] & bit:
        _add(seen, slots, first | bit, second)
    if landings[1] & bit:
        _add(seen, slots, first, second | bit)
    if landings[2] & bit:
        _add(seen, slots, first | bit, second | bit)


@inlined
def _raised(first: int, second: int, bit: int, by: int) -> tuple[int, int]:
    """The words after the base of a card has changed by ``by``."""
    if bit & DENARI:
        return first + (by << 52), second
    if bit & COPPE:
        return first + (by << 56), second
    if bit & BASTONI:
        return first + (by << 60), second
    return first, second + (by << 52)


@inlined
def _bases(heights: int, ranks: int) -> tuple[int, int, int]:
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


@jit
def _stock_tops(stock: Ints, left: int, turned: int, draw: int) -> int:
    """The cards that turning and redealing can bring to the top."""
    size, place, tops = _count(left), 0, 0
    for card in stock:
        if left >> card & 1:
            place += 1
            is_ahead = place >= turned and (place - turned) % draw == 0
            if is_ahead or place % draw == 0 or place == size:
                tops |= 1 << card
    return tops


@inlined
def _turned(second: int, turned: int, size: int, draw: int) -> int:
    """The second word with so many cards turned.

    0 if turning and redealing from there reaches the same cards (RULES 8.10).
    """
    if turned % draw == 0 or turned == size:
        turned = 0
    return (second & ~(63 << TURNED_AT)) | turned << TURNED_AT


@jit
def _add_from_stock(
    seen: Ints, slots: Slots, words: tuple[int, int], stock: Ints, left: int, draw: int,
    playable: int, landings: Landings, next_up: int,
) -> None:  # fmt: skip
    """Add every position after a card of the stock is played."""
    place, size = 0, _count(left) - 1
    for card in stock:
        bit = 1 << card
        if playable & bit:
            first, second = words[0], _turned(words[1], place, size, draw)
            _add_landings(seen, slots, first, second, bit, landings)
            if next_up & bit:
                first, second = _raised(first, second, bit, 1)
                _add(seen, slots, first, second)
        place += left >> card & 1


@jit
def _add_from_columns(
    seen: Ints, slots: Slots, words: tuple[int, int], loose: int, landings: Landings,
    up: int, down: int,
) -> None:  # fmt: skip
    """Add every position after a card of a column or base is moved."""
    first, second = words
    while loose:
        bit = loose & -loose
        loose ^= bit
        _add_landings(seen, slots, first & ~bit, second & ~bit, bit, landings)
    while up:
        bit = up & -up
        up ^= bit
        higher, also = _raised(first & ~bit, second & ~bit, bit, 1)
        _add(seen, slots, higher, also)
    while down:
        bit = down & -down
        down ^= bit
        lower, also = _raised(first, second, bit, -1)
        _add_landings(seen, slots, lower, also, bit, landings)


@jit
def search(position: Ints, stock: Ints, most: int) -> int:
    """See ``search_stall``; 0 if more than ``most`` positions would have to be searched."""
    covering, ranks, draw = position[COVERING], position[RANKS], position[DRAW]
    founders = CARDS if position[ANY] else 15 << (4 * ranks - 4)
    in_stock = 0
    for card in stock:
        in_stock |= 1 << card
    first = position[FIRST] | (position[HEIGHTS] & 4095) << 52
    second = position[SECOND] | (position[HEIGHTS] >> 12) << 52
    seen, slots = np.empty((ROOM, 2), np.int64), np.zeros(2 * ROOM, np.int32)
    seen[0, 0] = 0
    _add(seen, slots, first, _turned(second, position[TURNED], len(stock), draw))
    best = 10 * _count(_bases(position[HEIGHTS], ranks)[0]) - 5 * len(stock)
    here = 0
    while here < seen[0, 0]:
        here += 1
        if seen[0, 0] > most:
            return 0
        if seen[0, 0] + MOST_NEXT >= len(seen):
            seen, slots = _grown(seen, slots)
        first, second = seen[here, 0], seen[here, 1]
        heights = ((first >> 52) & 4095) | ((second >> 52) & 15) << 12
        on_bases, base_tops, next_up = _bases(heights, ranks)
        laid = (first | second) & CARDS
        free = laid & ~_parents(first & ~second & CARDS, second & ~first & CARDS)
        has_empty = _count(first & second & CARDS) < COLUMNS
        landings = (_fit_first(free), _fit_second(free), founders if has_empty else 0)
        lands, up = landings[0] | landings[1] | landings[2], free & next_up
        if covering & (lands | up):
            return -int(seen[0, 0])
        left = in_stock & ~laid & ~on_bases
        playable = _stock_tops(stock, left, second >> TURNED_AT, draw) & (lands | next_up)
        loss = best - 10 * _count(on_bases) + 5 * _count(left)
        if (loss < 15 and playable & next_up) or (loss < 10 and up) or (loss < 5 and playable):
            return -int(seen[0, 0])
        words = (first, second)
        if playable:
            _add_from_stock(seen, slots, words, stock, left, draw, playable, landings, next_up)
        _add_from_columns(seen, slots, words, laid & lands, landings, up, base_tops & lands)
    return int(seen[0, 0])
