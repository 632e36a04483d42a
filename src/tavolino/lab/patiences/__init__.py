"""What the studies of patiences ask of a game: its deals, and a search of one of them."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, cast

from tavolino.catalogue import entries, entry_of

PATIENCES = tuple(entry.name for entry in entries() if entry.deal_study)

WON, IMPOSSIBLE, UNKNOWN = "won", "impossible", "unknown"


class Limits(NamedTuple):
    """How far a deal is searched."""

    positions: int
    nodes: int
    """What a search that keeps its positions has memory for."""
    only_wins: bool
    """Is the verdict enough? A search that finds the best score anyway gives it all the same."""


class Searched(NamedTuple):
    """What the search of a deal has found."""

    verdict: str
    positions: int
    best: int | None
    """The best score; None if it was not searched for."""
    is_exact: bool
    """Is the best score proved?"""
    rejected: int
    """Shuffles thrown away before this deal."""


class Patience(Protocol):
    """A module that a game names in its catalogue entry, as ``deal_study``."""

    SCORE: str
    """What the score counts, in words for a plot."""
    SCORE_STEP: int
    """The least difference of two scores."""

    def rejected(self, game: Any, number: int) -> int:
        """How many shuffles are thrown away before the deal of this number."""

    def search(self, game: Any, number: int, is_guaranteed: bool, limits: Limits) -> Searched:
        """The search of a deal; without the guarantee of a first move, of its first shuffle."""


def patience_of(name: str) -> Patience:
    reference = entry_of(name).deal_study
    assert reference is not None, f"no studies of {name}"
    return cast(Patience, reference.load())
