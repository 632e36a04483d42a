"""The referee's checks after every move: the same answers as the rules, faster.

With a budget they raise ``OverBudget`` instead of a long search.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame, Stop
from tavolino.solvers.limits import Budget


def ruling(game: AnyGame, history: Sequence[Any], budget: Budget | None = None) -> Stop | None:
    """As ``game.ruling(history)``."""
    fast = entry_of(game.name).fast_ruling
    called: Stop | None = fast.load()(game, history, budget) if fast else game.ruling(history)
    return called


def is_dead_end(game: AnyGame, view: Any, budget: Budget | None = None) -> bool:
    """Whether no progress is possible any more; always False in games without that rule."""
    entry = entry_of(game.name)
    if entry.fast_dead_end is not None:
        return bool(entry.fast_dead_end.load()(game, view, budget))
    return entry.dead_end is not None and entry.dead_end(game, view)
