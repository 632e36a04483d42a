"""The exact stall test of the Solitario (RULES 3.4), fast enough for every live move.

The search is that of ``Solitario40.is_stalled``: every position that can be reached without
uncovering a card, up to turning and redealing. Only its positions are smaller. A face-up card is on
one of the two cards it fits on, or is the first of its column, or is not in the columns: two bits.
So a position is exactly two words (``solvers/card_links.py``), without hash collisions. The column
of a run is not stored: the card that covers hidden cards does not move, and columns without hidden
cards are equivalent. A card that is elsewhere is on its base, if that is high enough; else in the
stock. The second word also has the number of turned cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.game import Stop
from tavolino.games.solitario40 import COLUMNS, Solitario40, State
from tavolino.kernels.bits import popcount
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.card_links import (
    BASES_AT,
    CARDS,
    base_cards,
    fit_first,
    fit_second,
    heights_of,
    parents,
    raised,
    slot_of,
)
from tavolino.solvers.limits import Budget

Slots: TypeAlias = NDArray[np.int32]
Landings: TypeAlias = tuple[int, int, int]
"""The cards that fit on a free card of denari or bastoni, of coppe or spade, or in a column."""

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


# The set of positions seen, which is also the queue: [0, 0] is its size


@jit
def _add(seen: Ints, slots: Slots, first: int, second: int) -> None:
    mask = len(slots) - 1
    at = slot_of(first, second) & mask
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


@jit
def _stock_tops(stock: Ints, left: int, turned: int, draw: int) -> int:
    """The cards that turning and redealing can bring to the top."""
    size, place, tops = popcount(left), 0, 0
    for card in stock:
        if left >> card & 1:
            place += 1
            is_ahead = place >= turned and (place - turned) % draw == 0
            if is_ahead or place % draw == 0 or place == size:
                tops |= 1 << card
    return tops


@inlined
def _turned(second: int, turned: int, size: int, draw: int) -> int:
    """The second word with ``turned`` cards turned.

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
    place, size = 0, popcount(left) - 1
    for card in stock:
        bit = 1 << card
        if playable & bit:
            first, second = words[0], _turned(words[1], place, size, draw)
            _add_landings(seen, slots, first, second, bit, landings)
            if next_up & bit:
                first, second = raised(first, second, bit, 1)
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
        higher, also = raised(first & ~bit, second & ~bit, bit, 1)
        _add(seen, slots, higher, also)
    while down:
        bit = down & -down
        down ^= bit
        lower, also = raised(first, second, bit, -1)
        _add_landings(seen, slots, lower, also, bit, landings)


@jit
def search(position: Ints, stock: Ints, most: int) -> int:
    """See ``search_stall``; 0 if more than ``most`` positions would have to be searched."""
    covering, ranks, draw = position[COVERING], position[RANKS], position[DRAW]
    founders = CARDS if position[ANY] else 15 << (4 * ranks - 4)
    in_stock = 0
    for card in stock:
        in_stock |= 1 << card
    first = position[FIRST] | (position[HEIGHTS] & 4095) << BASES_AT
    second = position[SECOND] | (position[HEIGHTS] >> 12) << BASES_AT
    seen, slots = np.empty((ROOM, 2), np.int64), np.zeros(2 * ROOM, np.int32)
    seen[0, 0] = 0
    _add(seen, slots, first, _turned(second, position[TURNED], len(stock), draw))
    best = 10 * popcount(base_cards(position[HEIGHTS], ranks)[0]) - 5 * len(stock)
    here = 0
    while here < seen[0, 0]:
        here += 1
        if seen[0, 0] > most:
            return 0
        if seen[0, 0] + MOST_NEXT >= len(seen):
            seen, slots = _grown(seen, slots)
        first, second = seen[here, 0], seen[here, 1]
        heights = heights_of(first, second)
        on_bases, base_tops, next_up = base_cards(heights, ranks)
        laid = (first | second) & CARDS
        free = laid & ~parents(first & ~second & CARDS, second & ~first & CARDS)
        has_empty = popcount(first & second & CARDS) < COLUMNS
        landings = (fit_first(free), fit_second(free), founders if has_empty else 0)
        lands, up = landings[0] | landings[1] | landings[2], free & next_up
        if covering & (lands | up):
            return -int(seen[0, 0])
        left = in_stock & ~laid & ~on_bases
        playable = _stock_tops(stock, left, second >> TURNED_AT, draw) & (lands | next_up)
        loss = best - 10 * popcount(on_bases) + 5 * popcount(left)
        if (loss < 15 and playable & next_up) or (loss < 10 and up) or (loss < 5 and playable):
            return -int(seen[0, 0])
        words = (first, second)
        if playable:
            _add_from_stock(seen, slots, words, stock, left, draw, playable, landings, next_up)
        _add_from_columns(seen, slots, words, laid & lands, landings, up, base_tops & lands)
    return int(seen[0, 0])
