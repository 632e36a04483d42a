"""What the two patiences tell alike: the deal, a card carried, a card uncovered."""

from __future__ import annotations

from typing import Any

from tavolino.games.patience import BASE, Carry, Deal
from tavolino.narration.told import Told, Value, tell


def dealt(deal: Deal) -> Told:
    """Never the cards: most of them lie face down."""
    if not deal.rejected:
        return tell("told.deal")
    return tell("told.deal_rejected", n=deal.rejected)


def carried(before: Any, move: Carry, after: Any, gain: Value = "") -> Told:
    uncovered = _uncovered(before, after)
    if move.to == BASE:
        return tell("told.to_base", card=move.card.name, uncovered=uncovered, gain=gain)
    return tell(
        "told.to_column", card=move.card.name, column=move.to, uncovered=uncovered, gain=gain
    )


def _uncovered(before: Any, after: Any) -> Value:
    """A move takes from one column at most, so there is one card at most."""
    for column, was, now in zip(after.columns, before.hidden, after.hidden):
        if now < was:
            return tell("told.uncovered", card=column[now].name)
    return ""
