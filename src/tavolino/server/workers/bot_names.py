"""The bots of each game by name, without the compiler that ``bots.bots_of`` brings along."""

from __future__ import annotations

from collections.abc import Sequence

from tavolino.catalogue import entry_of


def bots_of(game: str) -> Sequence[str]:
    return entry_of(game).bot_names
