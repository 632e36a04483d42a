"""A position of solitario40 in two words, and what follows from it.

The words are those of ``solvers/card_links.py``; above the bases the second one has the number of
turned cards. A card in neither word is on its base, if that is high enough; otherwise it is where
it was at the start: in the stock, or hidden. Columns have no order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tavolino.games.solitario40 import Solitario40, State
from tavolino.kernels.bits import lowest, popcount
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.card_links import (
    CARDS,
    base_cards,
    heights_of,
    parents,
    raised,
    unneeded,
)

TURNED_AT = 56
NOWHERE = -1

UNDER, OVER, MUTUAL, CHILDREN, STOCK = range(5)
"""The rows of a layout. By card: the hidden card under it at the start, or NOWHERE; the cards that
may not lie on it; the cards with which it blocks itself; the two cards that fit on it.
By place in the stock: the card."""


class Problem(NamedTuple):
    """What does not change during a search."""

    first: int
    second: int
    """The words of the start."""
    layout: Ints
    hidden: int
    """The cards that are hidden at the start."""
    stock: int
    """The cards of the stock at the start."""
    blocked: int
    """The hidden and covering cards with a lower one of their suit under them."""
    founders: int
    """The cards that may go to an empty column."""
    columns: int
    ranks: int
    draw: int
    is_pruned: int
    """0: every move is tried, and nothing is forced (for tests)."""


def words_of(state: State) -> tuple[int, int]:
    """The two words of a position."""
    first = second = 0
    for column, hidden in zip(state.columns, state.hidden):
        below = 0b11
        for card in column[hidden:]:
            bit = 1 << card_bit(card)
            first |= bit if below & 1 else 0
            second |= bit if below & 2 else 0
            below = 1 + (card.suit & 1)
    for suit, height in enumerate(state.bases[:3]):
        first |= height << 52 + 4 * suit
    second |= state.bases[3] << 52 | len(state.mazzetto) << TURNED_AT
    return first - (1 << 64) if first >> 63 else first, second


def problem_of(game: Solitario40, state: State, is_pruned: bool = True) -> Problem:
    """The search for the shortest win from a position."""
    layout = np.zeros((5, 64), np.int64)
    layout[UNDER] = NOWHERE
    hidden_cards = blocked = 0
    for column, hidden in zip(state.columns, state.hidden):
        cards, over = [card_bit(card) for card in column[: hidden + 1]], 0
        for at, card in enumerate(cards):
            if at:
                layout[UNDER, card] = cards[at - 1]
            layout[OVER, card] = over
            blocked |= over & 1 << card
            over |= sum(1 << higher for higher in range(card + 4, game.deck, 4))
        hidden_cards |= sum(1 << card for card in cards[:hidden])
    for card in range(game.deck):
        for other in range(game.deck):
            if layout[OVER, card] >> other & layout[OVER, other] >> card & 1:
                layout[MUTUAL, card] |= 1 << other
        if card >= 4:
            layout[CHILDREN, card] = 3 << (card // 4 * 4 - 4 + (card & 2 ^ 2))
    stock = [card_bit(card) for card in state.mazzetto + state.mazzo]
    layout[STOCK, : len(stock)] = stock
    return Problem(
        *words_of(state),
        layout,
        hidden_cards,
        sum(1 << card for card in stock),
        blocked,
        (1 << game.deck) - 1 if game.empty_column == "any" else 15 << game.deck - 4,
        len(state.columns),
        game.king,
        game.draw,
        int(is_pruned),
    )


@inlined
def free_cards(first: int, second: int) -> int:
    """The last cards of the columns."""
    return (first | second) & CARDS & ~parents(first & ~second & CARDS, second & ~first & CARDS)


@inlined
def taken_from_column(problem: Problem, first: int, second: int, card: int) -> tuple[int, int]:
    """The words without a card that leaves its place in a column, with what that uncovers."""
    bit = 1 << card
    if first & second & bit:
        below = problem.layout[UNDER, card]
        if below != NOWHERE and is_hidden(problem, first, second, below):
            first, second = first | 1 << below, second | 1 << below
    return first & ~bit, second & ~bit


@inlined
def is_hidden(problem: Problem, first: int, second: int, card: int) -> bool:
    """Whether a card that was hidden at the start still is."""
    if (problem.hidden & ~(first | second)) >> card & 1 == 0:
        return False
    return (heights_of(first, second) >> 4 * (card & 3) & 15) <= card >> 2


@inlined
def stock_top(problem: Problem, left: int, turned: int) -> int:
    """The card on top of the mazzetto; NOWHERE if it is empty."""
    at = 0
    while turned:
        card = problem.layout[STOCK, at]
        turned -= left >> card & 1
        at += 1
    return problem.layout[STOCK, at - 1] if at else NOWHERE


@jit
def settled(problem: Problem, first: int, second: int) -> tuple[int, int, int]:
    """The words after all lifts that are forced, and the number of these."""
    count = 0
    while True:
        heights = heights_of(first, second)
        on_bases, _, next_up = base_cards(heights, problem.ranks)
        safe = next_up & unneeded(heights, 0)
        if not safe:
            break
        found = safe & free_cards(first, second)
        if found:
            card = lowest(found)
            first, second = taken_from_column(problem, first, second, card)
        else:
            left = problem.stock & ~first & ~second & ~on_bases
            turned = second >> TURNED_AT
            if problem.draw != 1 or not turned or not safe & left:
                break
            card = stock_top(problem, left, turned)
            if not safe >> card & 1:
                break
            second -= 1 << TURNED_AT
        first, second = raised(first, second, 1 << card, 1)
        count += 1
    return first, second, count


@inlined
def _stock_bound(problem: Problem, left: int, turned: int) -> int:
    """Turns still needed, and cards of the stock that have to be laid in a column.

    Without a redeal a card leaves the mazzetto before those under it. A redeal costs itself and at
    least one turn after it.
    """
    size = popcount(left)
    draw = problem.draw
    turns = size - turned
    if draw == 3:
        turns = (turns + 2) // 3
    over, blocked, place, at = 0, 0, 0, 0
    while place < size and blocked < 2:
        card = problem.layout[STOCK, at]
        at += 1
        if left >> card & 1:
            if place >= turned and (draw == 1 or (place - turned) % 3 == 0):
                over = 0
            blocked += over >> card & 1
            over |= -(16 << card) & (0x1111111111111111 << (card & 3)) & CARDS
            place += 1
    return turns + min(blocked, 2)


@jit
def lower_bound(problem: Problem, first: int, second: int) -> int:
    """No line from here to the win is shorter than this; ``docs/solvers.md`` has the proof."""
    layout = problem.layout
    heights = heights_of(first, second)
    on_bases, _, _ = base_cards(heights, problem.ranks)
    laid = (first | second) & CARDS
    bound = 4 * problem.ranks - popcount(on_bases)
    hidden = problem.hidden & ~laid & ~on_bases
    bound += popcount(hidden & problem.blocked)
    single = hidden & ~problem.blocked
    ends = first & second & CARDS
    while ends:
        card = lowest(ends)
        ends &= ends - 1
        if layout[UNDER, card] == NOWHERE or not hidden >> layout[UNDER, card] & 1:
            continue
        over, at, is_blocked = layout[OVER, card], card, False
        while True:
            if over >> at & 1:
                is_blocked = True
                break
            on_it = first & ~second if at & 1 == 0 else second & ~first
            child = layout[CHILDREN, at] & on_it
            if not child:
                break
            at = lowest(child)
        if is_blocked:
            bound += 1
        else:
            single |= 1 << card
    while single:
        card = lowest(single)
        single &= single - 1
        others = layout[MUTUAL, card] & single
        if others:
            bound += 1
            single ^= others & -others
    left = problem.stock & ~laid & ~on_bases
    if left:
        bound += _stock_bound(problem, left, second >> TURNED_AT)
    return bound
