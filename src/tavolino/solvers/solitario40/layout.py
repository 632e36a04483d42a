"""Packs a state of the rules into the numbers of the search."""

from __future__ import annotations

import numpy as np

from tavolino.cards import UNSEEN
from tavolino.game import TavolinoError
from tavolino.games.solitario40 import Solitario40, State
from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.solitario40.game_moves import CARDS, HIDDEN, LENGTH
from tavolino.solvers.solitario40.position import (
    HEIGHTS,
    NOWHERE,
    SLOT,
    STOCK,
    TURNED,
    UNDER,
    WEIGHT,
    Position,
    Rules,
    canonical,
    tops,
)

IN_MAZZETTO, COLUMNS = 0, 1
"""In a flattened state."""
MOST_STOCK = 24
"""The stock of the 52-card deal; the key has room for no more."""


def check_known(game: Solitario40, state: State) -> None:
    """Raises unless the position is dealt, complete and fully known."""
    if not state.columns:
        raise TavolinoError("expected a position after the deal, got one that is undealt")
    piles = (*state.columns, state.mazzetto, state.mazzo)
    if any(UNSEEN in pile for pile in piles):
        raise TavolinoError(f"expected a position with every card known, got {state}")
    if state.size != game.deck:
        raise TavolinoError(f"expected a position of {game.deck} cards, got {state.size}")
    stock = len(state.mazzetto) + len(state.mazzo)
    if stock > MOST_STOCK:
        raise TavolinoError(f"expected at most {MOST_STOCK} cards in the stock, got {stock}")


def rules_of(game: Solitario40) -> Rules:
    """The options of a game as numbers for the search."""
    deck = (1 << game.deck) - 1
    kings = 15 << game.deck - 4
    founders = deck if game.empty_column == "any" else kings
    return Rules(deck, founders, game.draw, force_stock=int(game.draw == 1))


def flatten(state: State) -> Ints:
    """A state as numbers.

    In this order: the size of the mazzetto, the number of columns, the bases, the lengths of the
    columns, how many cards of each are hidden, the cards of the columns, those of the stock.
    """
    piles = (*state.columns, state.mazzetto, state.mazzo)
    numbers = [len(state.mazzetto), len(state.columns), *state.bases]
    numbers += map(len, state.columns)
    numbers += state.hidden
    numbers += [4 * rank + suit - 4 for pile in piles for rank, suit, _ in pile]
    return np.array(numbers, np.int64)


def pack_position(rules: Rules, game: Solitario40, state: State) -> tuple[Ints, Position]:
    """The layout of a deal, which stays the same during a search, and the position in it."""
    layout, numbers = pack_numbers(rules, flatten(state), game.points(state))
    return layout, Position(*numbers)


@inlined
def _cards_from(numbers: Ints) -> int:
    """Where the cards begin."""
    return int(COLUMNS + 5 + 2 * numbers[COLUMNS])


@jit
def pack_numbers(rules: Rules, numbers: Ints, points: int) -> tuple[Ints, tuple[int, ...]]:
    """The layout and the position of a flattened state."""
    layout = np.full((4, 64), NOWHERE, np.int64)
    columns, at = numbers[COLUMNS], _cards_from(numbers)
    lengths = numbers[COLUMNS + 5 : at]
    stock = at + lengths[:columns].sum()
    size = len(numbers) - stock
    for slot in range(size):
        layout[STOCK, slot] = numbers[stock + slot]
        layout[SLOT, numbers[stock + slot]] = slot
    slots = (1 << size) - 1
    visible = locked = room = heights = waiting = 0
    key, digit = slots, slots + 1
    for column in range(columns):
        length, in_place = lengths[column], lengths[columns + column] + 1
        for i in range(length):
            card = numbers[at + i]
            if i < in_place:
                layout[WEIGHT, card] = digit << TURNED + HEIGHTS
                if i:
                    layout[UNDER, card] = numbers[at + i - 1]
            if i >= in_place - 1:
                visible |= 1 << card
        if length == 0 or (in_place == 1 and rules.founders >> numbers[at] & 1):
            room += 1  # a founder is in it, and may as well be in any other empty column
        else:
            locked |= 1 << numbers[at + in_place - 1]
            key += digit * in_place
            digit *= in_place + 1
        at += length
    for suit in range(4):
        height = numbers[COLUMNS + 1 + suit]
        heights |= height << 4 * suit
        waiting |= 1 << 4 * height + suit
    turned = canonical(rules, slots, numbers[IN_MAZZETTO])
    key = (key << TURNED | turned) << HEIGHTS | heights
    reachable = tops(rules, layout, slots, turned)
    return layout, (key, waiting, visible, locked, slots, reachable, room, points)


@jit
def unpack_columns(numbers: Ints) -> Ints:
    """The columns of a flattened state as ``game_moves`` reads them."""
    columns, at = numbers[COLUMNS], _cards_from(numbers)
    lengths = numbers[COLUMNS + 5 : at]
    table = np.zeros((columns, CARDS + len(numbers) - at), np.int64)
    for column in range(columns):
        length = lengths[column]
        table[column, LENGTH], table[column, HIDDEN] = length, lengths[columns + column]
        for i in range(length):
            table[column, CARDS + i] = numbers[at + i]
        at += length
    return table


@jit
def unpack_stock(numbers: Ints) -> Ints:
    """The stock of a flattened state: the mazzetto, then the mazzo."""
    columns, at = numbers[COLUMNS], _cards_from(numbers)
    return numbers[at + numbers[COLUMNS + 5 : COLUMNS + 5 + columns].sum() :].copy()
