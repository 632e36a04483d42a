"""The standings of a contest in sentences: places, points, and how ties are decided.

``Contest.standings`` decides the places; the texts are in ``translations/*.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavolino.match import Lots, Match
from tavolino.narration.sentence import Sentence, sentence


def describe_standings(match: Match[Any, Any]) -> Iterator[Sentence]:
    """One sentence per player, best first; after a tie on points, with the rule that decided it."""
    for place, player, tally, reason in match.standings():
        if reason:
            why = sentence(f"standing.{reason}")
            yield sentence(
                "told.standing_why", place=place, giocatore=player, n=tally.points, why=why
            )
        else:
            yield sentence("told.standing", place=place, giocatore=player, n=tally.points)


def describe_lots(lots: Lots) -> Sentence:
    """The order drawn by lot, which decides between players who are equal in everything else."""
    return sentence("told.lots", giocatore=tuple(lots))


def describe_new_game() -> Sentence:
    """A tie for the first place is decided by a new game."""
    return sentence("s40.replay")
