"""The referee's checks after every move: the same answers as the rules, faster.

With a budget they raise ``OverBudget`` instead of a long search. Without the extra ``search`` the
rules answer, which know no budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.extras import has_extra
from tavolino.game import AnyGame, Stop
from tavolino.solvers.limits import Budget


def ruling(game: AnyGame, history: Sequence[Any], budget: Budget | None = None) -> Stop | None:
    """As ``game.ruling(history)``."""
    fast = entry_of(game.name).fast_ruling
    if fast is None or not _is_compiled():
        return game.ruling(history)
    called: Stop | None = fast.load()(game, history, budget)
    return called


def is_dead_end(game: AnyGame, view: Any, budget: Budget | None = None) -> bool:
    """Whether no progress is possible any more; always False in games without that rule."""
    entry = entry_of(game.name)
    if entry.fast_dead_end is not None and _is_compiled():
        return bool(entry.fast_dead_end.load()(game, view, budget))
    return entry.dead_end is not None and entry.dead_end(game, view)


@cache
def _is_compiled() -> bool:
    return has_extra("search")
