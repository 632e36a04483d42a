"""A deal of the Solitario from a line of JSON."""

from __future__ import annotations

from tavolino.games.solitario40 import COLUMNS, Solitario40, State
from tavolino.solvers.deal_json import parse_columns_and_rest


def parse_deal(game: Solitario40, line: str) -> State:
    """The state after the deal in this line."""
    sizes = tuple(range(1, COLUMNS + 1))
    return game.apply(game.start(), parse_columns_and_rest(line, "stock", game.cards, sizes))
