"""From a state of the rules to the numbers of the search."""

from __future__ import annotations

import numpy as np

from tavolino.cards import UNSEEN, Card
from tavolino.game import TavolinoError
from tavolino.games.solitario40 import Solitario40, State
from tavolino.solvers.s40_position import HEIGHTS, NOWHERE, TURNED, Ints, Position, Rules, canonical, tops

MOST_STOCK = 24
"""What the deal of 52 cards leaves. The key has room for no more."""


def number(card: Card) -> int:
    return 4 * (card.rank - 1) + card.suit


def check_known(game: Solitario40, state: State) -> None:
    """A solver needs a position that is dealt, whole and known."""
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


def laid_out(
    game: Solitario40, state: State, margins: tuple[int, int, bool] | None = None
) -> tuple[Rules, Ints, Position]:
    """``margins`` loosen or tighten what is sent up at once; only tests have a reason to."""
    deck = (1 << game.deck) - 1
    founders = deck if game.empty_column == "any" else 15 << game.deck - 4
    margin, twin_margin, force_stock = margins or (1, 2, game.draw == 1)
    layout = np.full((4, 64), NOWHERE, np.int64)
    under, weight, slot, stock = layout
    visible = locked = room = key = 0
    for n, card in enumerate(state.mazzetto + state.mazzo):
        slot[number(card)], stock[n] = n, number(card)
    slots = len(state.mazzetto) + len(state.mazzo)
    full, digit = (1 << slots) - 1, 1 << slots
    for column, hidden in zip(state.columns, state.hidden):
        cards = [number(card) for card in column]
        first = cards[hidden] if cards else 0
        for card in cards[hidden:]:
            visible |= 1 << card
        for below, card in zip(cards, cards[1 : hidden + 1]):
            under[card] = below
        for card in cards[: hidden + 1]:
            weight[card] = digit << HEIGHTS + TURNED
        if not cards or (not hidden and founders >> first & 1):
            room += 1
        else:
            locked |= 1 << first
            key += digit * (hidden + 1)
            digit *= hidden + 2
    rules = Rules(deck, founders, game.draw, margin, twin_margin, int(force_stock))
    turned = canonical(rules, full, len(state.mazzetto))
    heights = sum(height << 4 * suit for suit, height in enumerate(state.bases))
    key = ((key | full) << TURNED | turned) << HEIGHTS | heights
    waiting = sum(1 << 4 * height + suit for suit, height in enumerate(state.bases))
    top = tops(rules, layout, full, turned)
    return rules, layout, Position(key, waiting, visible, locked, full, top, room, game.points(state))
