"""The board view of nove colonne. Column 1 is the rightmost."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tavolino.cards import DECK_52
from tavolino.game import Stop
from tavolino.games.nove_colonne import NoveColonne, State
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

Ended: TypeAlias = Literal["won", "lost", "given up", "time up"]


class NoveColonneView(Struct, frozen=True, gc=False, tag_field="game", tag="nove_colonne"):
    """A board of nove colonne."""

    columns: Columns
    hidden: Hidden
    reserve: Annotated[
        list[str | None], Meta(description="The six cards; null once a card is played.")
    ]
    bases: Bases
    tops: Tops
    score: Annotated[int, Meta(description="Cards on the bases, aces included.")]
    stopped: Annotated[Stop | None, Meta(description="The referee's call, if any.")]
    can_finish: CanFinish
    ended: Annotated[Ended | None, Meta(description="How the game ended; null until then.")]


def nove_colonne_view(
    game: NoveColonne, view: State, is_over: bool | None = None
) -> NoveColonneView:
    return NoveColonneView(
        columns=names(view.columns),
        hidden=view.hidden,
        reserve=[card.name if card else None for card in view.reserve],
        bases=view.bases,
        tops=tops(view.bases, DECK_52),
        score=sum(view.bases),
        stopped=view.stopped,
        can_finish=game.can_finish(view),
        ended=_ended(game, view, is_over),
    )


def _ended(game: NoveColonne, view: State, is_over: bool | None) -> Ended | None:
    if game.is_won(view):
        return "won"
    if view.stopped:
        return "given up" if view.stopped is Stop.GIVEN_UP else "time up"
    return "lost" if known_over(game, view, is_over) else None
