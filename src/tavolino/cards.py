"""Suits, cards, the 40- and the 52-card deck, and the unseen card."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from tavolino.errors import NotationError

FACES = FRANCESI, NAPOLETANE, PIACENTINE = "francesi", "napoletane", "piacentine"
"""How cards are drawn; never a part of the rules (R-S40-02, R-S40-03)."""


class Suit(IntEnum):
    """In the order of the bases (R-S40-04, R-S40-10); the first two are red."""

    DENARI = 0
    COPPE = 1
    BASTONI = 2
    SPADE = 3

    @property
    def letter(self) -> str:
        return "DHCS"[self]

    @property
    def is_red(self) -> bool:
        return self < Suit.BASTONI


SUITS = tuple(Suit)
"""To go through them faster than through the enumeration."""


class Card(NamedTuple):
    """A card of one deck: in the deck of 40 the Fante ``JD`` has rank 8, in that of 52 rank 11."""

    rank: int
    suit: Suit
    name: str

    def __str__(self) -> str:
        return self.name


UNSEEN = Card(0, Suit.DENARI, "??")
"""A card that the viewer has not seen. Its suit means nothing."""

Pile = tuple[Card, ...]

RANKS_52 = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANKS_40 = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")


def _deck(ranks: Sequence[str]) -> Pile:
    return tuple(
        Card(rank, suit, name + suit.letter) for suit in Suit for rank, name in enumerate(ranks, 1)
    )


DECK_40 = _deck(RANKS_40)
DECK_52 = _deck(RANKS_52)
_BY_NAME = {len(deck): {card.name: card for card in deck} for deck in (DECK_40, DECK_52)}


def card_named(name: str, deck: Pile) -> Card:
    """Inverse of ``str(card)``, in a whole deck or a part of it.

    >>> card_named("JD", DECK_40).rank, card_named("JD", DECK_52[:40]).rank
    (8, 11)
    """
    if deck is DECK_40 or deck is DECK_52:
        card = _BY_NAME[len(deck)].get(name)
    else:
        card = next((one for one in deck if one.name == name), None)
    if card:
        return card
    raise NotationError(f"expected a card such as {deck[6]} or {deck[-1]}, got {name[:20]!r}")


def fits(card: Card, onto: Card) -> bool:
    """One rank lower and of the other colour (R-S40-15, R-N9-10).

    >>> fits(card_named("7S", DECK_40), card_named("JD", DECK_40))
    True
    >>> fits(card_named("7S", DECK_52), card_named("JD", DECK_52))
    False
    """
    return card.rank + 1 == onto.rank and (card.suit < 2) != (onto.suit < 2)


def check_deck(cards: Sequence[Card], deck: Pile, where: str) -> None:
    """Raises unless each card of the deck is there once; ``UNSEEN`` fits any missing card."""
    known = [card for card in cards if card != UNSEEN]
    for card in known:
        if known.count(card) > 1:
            raise NotationError(f"expected every card once in {where}, got {card} twice")
    if len(cards) != len(deck):
        raise NotationError(f"expected {len(deck)} cards in {where}, got {len(cards)}")
