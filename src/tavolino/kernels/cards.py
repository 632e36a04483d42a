"""Cards as numbers, for both patiences: ``4 * rank + suit``; 0 is no card or an unseen one.

The suits are in the order of the bases, so that bit 1 is the colour: not set for red. A set of
cards is a number with a bit for each of them, the ace of denari the lowest: ``code - 4``.
"""

from __future__ import annotations

from tavolino.cards import UNSEEN, Card, Pile
from tavolino.kernels.jit import inlined

CODES = 64
"""Every code is below this."""


def pack_card(card: Card | None) -> int:
    return 4 * card.rank + card.suit if card else 0


def unpack_card(code: int, deck: Pile) -> Card:
    """Inverse of ``pack_card``, given the deck in its order."""
    ranks = len(deck) // 4
    return deck[(code & 3) * ranks + (code >> 2) - 1] if code else UNSEEN


def card_bit(card: Card) -> int:
    """The bit of a card in a set of cards."""
    return 4 * card.rank + card.suit - 4


@inlined
def card_code(rank: int, suit: int) -> int:
    return 4 * rank + suit


@inlined
def rank_of(card: int) -> int:
    return card >> 2


@inlined
def suit_of(card: int) -> int:
    return card & 3


@inlined
def fits(card: int, onto: int) -> bool:
    """One rank lower and of the other colour (R-S40-15, R-N9-10); of two codes, or of two bits."""
    return (card >> 2) + 1 == onto >> 2 and (card ^ onto) & 2 != 0
