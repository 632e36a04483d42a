"""Can this still be won? For a player in the middle of a practice game of a patience."""

from __future__ import annotations

from dataclasses import dataclass

from tavolino.learning import possible_deals
from tavolino.learning.line import line_of
from tavolino.learning.reachable import can_reach
from tavolino.record import Record


@dataclass(frozen=True, slots=True)
class Odds:
    share: float | None
    """The share of the deals that look the same and can be won; None if none was decided."""
    deals: int
    """How many of those were drawn and decided. 1: the player has seen every card."""
    winnable: bool | None = None
    """The truth about this deal; None if it was not asked for or is not decided."""


def odds(record: Record, with_truth: bool = False) -> Odds:
    """At the last position of a practice game; the truth only if it is asked for.

    Cards that the player saw before moves were taken back are known (``possible_deals``).
    """
    game, steps = record.match.game, line_of(record, 0)
    state, seen = steps[-1].node.state, possible_deals.seen_at_end(game, steps)
    verdicts = possible_deals.verdicts(game, possible_deals.known_view(game, state, seen))
    decided = [verdict for verdict in verdicts if verdict is not None]
    truth = can_reach(game, state).winnable if with_truth else None
    return Odds(possible_deals.share(verdicts), len(decided), truth)
