"""When a bot leaves a game that it could play on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.game import AnyGame


def gives_up(game: AnyGame, history: Sequence[Any]) -> bool:
    """Does a bot leave this game, knowing the positions so far? Most games it never leaves."""
    entry = entry_of(game.name)
    return entry.gives_up is not None and bool(entry.gives_up.load()(game, history))
