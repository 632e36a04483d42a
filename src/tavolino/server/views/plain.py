"""The board view of games without their own: the position as text."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tavolino.game import CHANCE, AnyGame


class PlainView(Struct, frozen=True, gc=False, tag_field="game", tag="plain"):
    """A board of any game. Seats are numbered from 0."""

    name: Annotated[str, Meta(description="The game, as in /api/games.")]
    position: Annotated[
        str, Meta(description="The position in the game's own notation; may have several lines.")
    ]
    turn: Annotated[
        int | None, Meta(description="The seat to move; null before and after the game.")
    ]
    scores: Annotated[tuple[int, ...], Meta(description="The current scores.")]
    winners: Annotated[tuple[int, ...], Meta(description="The seats that have won.")]
    is_over: Annotated[bool, Meta(description="Has the game ended?")]


def plain_view(game: AnyGame, view: Any, is_over: bool | None = None) -> PlainView:
    actor = game.actor(view)
    return PlainView(
        name=game.name,
        position=str(view),
        turn=None if actor == CHANCE else actor,
        scores=tuple(game.scores(view)),
        winners=tuple(game.winners(view)),
        is_over=actor is None,
    )
