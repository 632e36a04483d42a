"""The referee after every move: the same answers as the rules, faster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavolino.game import AnyGame, Stop
from tavolino.games.solitario40 import Solitario40
from tavolino.solvers.solitario40.stall import is_stalled


def ruling(game: AnyGame, history: Sequence[Any]) -> Stop | None:
    """The same as ``game.ruling(history)``, faster for ``solitario40``."""
    if isinstance(game, Solitario40):
        return Stop.STALL if is_stalled(game, history[-1]) else None
    return game.ruling(history)
