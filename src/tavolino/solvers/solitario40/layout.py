"""Packs a state of the rules into the numbers of the search."""

from __future__ import annotations

import numpy as np

from tavolino.cards import UNSEEN
from tavolino.game import TavolinoError
from tavolino.games.solitario40 import Solitario40, State
from tavolino.kernels.cards import card_bit
from tavolino.kernels.jit import Ints
from tavolino.solvers.solitario40.game_moves import CARDS
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

MOST_STOCK = 24
"""The stock of the 52-card deal; the key has room for no more."""


def check_known(game: Solitario40, state: State) -> None:
    """Raises unless the position is dealt, complete and fully known."""
    if not state.columns:
        raise TavolinoError("expected a position after the deal, got one that is undealt")
    piles = (*state.columns, state.mazzetto, state.mazzo)
    if any(card == UNSEEN for pile in piles for card in pile):
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


def pack_position(rules: Rules, game: Solitario40, state: State) -> tuple[Ints, Position]:
    """The layout of a deal, which stays the same during a search, and the position in it."""
    layout = np.full((4, 64), NOWHERE, np.int64)
    stock = [card_bit(card) for card in state.mazzetto + state.mazzo]
    layout[STOCK, : len(stock)] = stock
    layout[SLOT, stock] = range(len(stock))
    slots = (1 << len(stock)) - 1
    visible = locked = room = 0
    key, digit = slots, slots + 1
    for column, hidden in zip(state.columns, state.hidden):
        cards = [card_bit(card) for card in column]
        visible |= sum(1 << card for card in cards[hidden:])
        in_place = cards[: hidden + 1]
        layout[UNDER, in_place[1:]] = in_place[:-1]
        layout[WEIGHT, in_place] = digit << TURNED + HEIGHTS
        if not cards or (not hidden and rules.founders >> cards[0] & 1):
            room += 1  # a founder is in it, and may as well be in any other empty column
        else:
            locked |= 1 << in_place[-1]
            key += digit * len(in_place)
            digit *= len(in_place) + 1
    turned = canonical(rules, slots, len(state.mazzetto))
    heights = sum(height << 4 * suit for suit, height in enumerate(state.bases))
    waiting = sum(1 << 4 * height + suit for suit, height in enumerate(state.bases))
    start = Position(
        (key << TURNED | turned) << HEIGHTS | heights,
        waiting,
        visible,
        locked,
        slots,
        tops(rules, layout, slots, turned),
        room,
        game.points(state),
    )
    return layout, start


def pack_columns(state: State) -> Ints:
    """The columns as ``game_moves`` reads them."""
    table = np.zeros((len(state.columns), CARDS + state.size), np.int64)
    for row, column, hidden in zip(table, state.columns, state.hidden):
        row[: CARDS + len(column)] = (len(column), hidden, *map(card_bit, column))
    return table
