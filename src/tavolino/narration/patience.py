"""Common to the two patiences: the deal, a card moved, a card uncovered."""

from __future__ import annotations

from typing import Any

from tavolino.games.patience import BASE, Carry, Deal
from tavolino.narration.sentence import Sentence, Value, sentence


def describe_deal(deal: Deal) -> Sentence:
    """Does not name the cards, most of which are face down."""
    if not deal.rejected:
        return sentence("told.deal")
    return sentence("told.deal_rejected", n=deal.rejected)


def describe_carry(before: Any, move: Carry, after: Any, gain: Value = "") -> Sentence:
    uncovered = _uncovered(before, after)
    if move.to == BASE:
        return sentence("told.to_base", card=move.card.name, uncovered=uncovered, gain=gain)
    return sentence(
        "told.to_column", card=move.card.name, column=move.to, uncovered=uncovered, gain=gain
    )


def _uncovered(before: Any, after: Any) -> Value:
    """The card turned face up. A move takes from one column at most, so it is at most one."""
    for column, was, now in zip(after.columns, before.hidden, after.hidden):
        if now < was:
            return sentence("told.uncovered", card=column[now].name)
    return ""
