"""Reads deals written as lines of JSON, for ``tavolino solve``.

``{"columns": [["AC"], ["JH", "3D"], …], "stock": […]}`` for solitario40: columns from left to
right, each from the buried card to the face-up one; the stock in the order in which it is drawn.
nove_colonne has ``"reserve"`` instead of ``"stock"``, no aces (they are on the bases), and its
columns may come in any order. Other keys are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tavolino.cards import Pile, card_named, check_deck
from tavolino.game import NotationError
from tavolino.games.patience import Deal


def parse_columns_and_rest(
    line: str, rest: str, deck: Pile, sizes: Sequence[int], sorted_by_size: bool = False
) -> Deal:
    """The deal in this line; ``rest`` is the key of the cards that are not in columns."""
    deal = _json_object(line)
    columns = [_cards(pile, f"column {n}", deck) for n, pile in enumerate(_piles(deal), 1)]
    if sorted_by_size:
        columns.sort(key=len)
    got = tuple(map(len, columns))
    if got != sizes:
        raise NotationError(f"expected columns of {_list(sizes)} cards, got {_list(got)}")
    columns.append(_cards(deal.get(rest), f'"{rest}"', deck))
    cards = tuple(card for pile in columns for card in pile)
    check_deck(cards, deck, "the deal")
    return Deal(cards)


def _json_object(line: str) -> dict[str, Any]:
    try:
        deal = json.loads(line)
    except (ValueError, RecursionError):
        deal = None
    if not isinstance(deal, dict):
        raise NotationError(f"expected a JSON object with the deal, got {line.strip()[:40]!r}")
    return deal


def _piles(deal: dict[str, Any]) -> list[Any]:
    columns = deal.get("columns")
    if not isinstance(columns, list):
        raise NotationError(f'expected a list of columns as "columns", got {_short(columns)}')
    return columns


def _cards(pile: Any, where: str, deck: Pile) -> Pile:
    if not isinstance(pile, list) or not all(isinstance(name, str) for name in pile):
        raise NotationError(f"expected a list of card names as {where}, got {_short(pile)}")
    return tuple(card_named(name, deck) for name in pile)


def _short(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value)[:40]


def _list(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes)) or "no"
