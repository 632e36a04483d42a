"""Games from keyword arguments."""

from __future__ import annotations

from typing import Any, TypeVar

from tavolino.game import with_options

G = TypeVar("G")


def game_of(rules: type[G], options: dict[str, Any]) -> G:
    """A game from keyword arguments, which may be numbers or text."""
    game: G = with_options(rules, {key: str(value) for key, value in options.items()})
    return game
