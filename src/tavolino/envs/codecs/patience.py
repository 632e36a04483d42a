"""What the codecs of the two patiences share.

A card is ``4 * (rank - 1) + suit + 1``, the suits in the order of the bases; 0 is an empty place,
and one more than the number of cards is a card that lies face down.
"""

from __future__ import annotations

from collections.abc import Iterable

from tavolino.cards import UNSEEN, Card, Pile


def card_numbers(deck: Pile) -> dict[Card, int]:
    numbers = {card: 4 * (card.rank - 1) + card.suit + 1 for card in deck}
    return numbers | {UNSEEN: len(deck) + 1}


def padded(pile: Iterable[int], size: int) -> list[int]:
    """These numbers, then zeros up to this size."""
    numbers = list(pile)
    return numbers + [0] * (size - len(numbers))
