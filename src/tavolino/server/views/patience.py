"""Shared by the board views of the two patiences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from tavolino.cards import SUITS, Pile
from tavolino.game import AnyGame
from tavolino.games.patience import base_top

Columns: TypeAlias = Annotated[
    list[list[str]],
    Meta(description="The cards of each column, from the buried to the free end."),
]
Hidden: TypeAlias = Annotated[
    tuple[int, ...], Meta(description="The number of face-down cards in each column.")
]
Bases: TypeAlias = Annotated[
    tuple[int, ...],
    Meta(description="The top rank of each base, in the order D H C S; 0 if empty."),
]
Tops: TypeAlias = Annotated[
    list[str | None], Meta(description="The top card of each base, in the same order.")
]
CanFinish: TypeAlias = Annotated[
    bool, Meta(description="Can all remaining cards be moved to the bases automatically?")
]


def names(columns: Sequence[Pile]) -> list[list[str]]:
    return [[card.name for card in column] for column in columns]


def tops(bases: Sequence[int], deck: Pile) -> list[str | None]:
    return [
        base_top(suit, height, deck).name if height else None for suit, height in zip(SUITS, bases)
    ]


def known_over(game: AnyGame, view: Any, is_over: bool | None) -> bool:
    """Is the game over? Looking for moves costs more than the rest of the view."""
    return game.actor(view) is None if is_over is None else is_over
