"""A deal of nove colonne from a line of JSON."""

from __future__ import annotations

from tavolino.games.nove_colonne import DEALT, SIZES, NoveColonne, State
from tavolino.solvers.deal_json import parse_columns_and_rest


def parse_deal(game: NoveColonne, line: str) -> State:
    """The state after the deal in this line."""
    deal = parse_columns_and_rest(line, "reserve", DEALT, SIZES, sorted_by_size=True)
    return game.apply(game.start(), deal)
