"""The board view of the Solitario."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tavolino.game import Stop
from tavolino.games.solitario40 import Solitario40, State
from tavolino.server.views.patience import (
    Bases,
    CanFinish,
    Columns,
    Hidden,
    Tops,
    known_over,
    names,
    tops,
)

Ended: TypeAlias = Literal["solved", "stall", "given up", "time up"]


class Solitario40View(Struct, frozen=True, gc=False, tag_field="game", tag="solitario40"):
    """A board of the Solitario with 40 cards."""

    columns: Columns
    hidden: Hidden
    bases: Bases
    tops: Tops
    mazzetto: Annotated[list[str], Meta(description="The turned cards, the top one last.")]
    mazzo: Annotated[int, Meta(description="The number of cards left to turn.")]
    points: Annotated[int, Meta(description="The current points.")]
    stopped: Annotated[Stop | None, Meta(description="The referee's call, if any.")]
    can_finish: CanFinish
    ended: Annotated[Ended | None, Meta(description="How the game ended; null until then.")]


def solitario40_view(
    game: Solitario40, view: State, is_over: bool | None = None
) -> Solitario40View:
    return Solitario40View(
        columns=names(view.columns),
        hidden=view.hidden,
        bases=view.bases,
        tops=tops(view.bases, game.cards),
        mazzetto=[card.name for card in view.mazzetto],
        mazzo=len(view.mazzo),
        points=game.points(view),
        stopped=view.stopped,
        can_finish=game.can_finish(view),
        ended=_ended(game, view, is_over),
    )


def _ended(game: Solitario40, view: State, is_over: bool | None) -> Ended | None:
    if game.is_solved(view):
        return "solved"
    if view.stopped is Stop.TIME_UP:
        return "time up"
    if view.stopped is Stop.GIVEN_UP:
        return "given up"
    # Without any move the game is over, even in practice, where a stall is a notice (RULES 8.9).
    return "stall" if known_over(game, view, is_over) else None
