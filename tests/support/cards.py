from __future__ import annotations

from collections.abc import Iterable

from tavolino.cards import Pile, card_named


def cards_named(names: Iterable[str], deck: Pile) -> Pile:
    return tuple(card_named(name, deck) for name in names)
