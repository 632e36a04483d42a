"""The board view of Azul: trays, centre, the human's board, and the size of the bag."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tavolino.game import Stop
from tavolino.games.azul_solo import COLOURS, LINES, AzulSolo, Holder, State, wall_column

Tiles: TypeAlias = str
"""A letter for each tile: B blu, Y giallo, R rosso, K nero, W bianco."""
Winner: TypeAlias = Literal["human", "automa", "draw"]

PATTERN = tuple(
    "".join(sorted(COLOURS, key=lambda colour: wall_column(row, colour))) for row in range(LINES)
)


class AutomaAnswer(Struct, frozen=True, gc=False):
    """The Automa's last turn."""

    die: Annotated[int, Meta(description="Its roll, 1 to 6.")]
    priority: Annotated[int, Meta(description="Which of P1 to P4 applied.")]
    source: Annotated[int, Meta(description="The tray it took from, 1 to 6; 0 is the centre.")]
    tiles: Annotated[Tiles, Meta(description="The tiles it took; none under P1.")]
    marker: Annotated[bool, Meta(description="Did it take the First Player marker?")]


class AzulView(Struct, frozen=True, gc=False, tag_field="game", tag="azul_solo"):
    """A board of Azul in solitario. Tiles are the letters B Y R K W, the marker is M."""

    sequence: Annotated[
        Tiles, Meta(description="The Colour Sequence, left to right; empty before the set-up.")
    ]
    bag: Annotated[int, Meta(description="The number of tiles in the bag.")]
    round: Annotated[int, Meta(description="1 to 4; 5 when the game is over.")]
    starter: Annotated[Holder, Meta(description="Who started this round.")]
    mover: Annotated[Holder, Meta(description="Whose turn it is.")]
    trays: Annotated[tuple[Tiles, ...], Meta(description="Trays 1 to 6, clockwise from the top.")]
    centre: Annotated[Tiles, Meta(description="The tiles in the centre.")]
    marker: Annotated[
        Holder, Meta(description="Where the First Player marker is; tray means tray 1.")
    ]
    score: Annotated[int, Meta(description="The human's points.")]
    lines: Annotated[tuple[Tiles, ...], Meta(description="The pattern lines, of 1 to 5 tiles.")]
    wall: Annotated[tuple[Tiles, ...], Meta(description="The colours placed on each row.")]
    pattern: Annotated[
        tuple[Tiles, ...], Meta(description="The colours of the spaces of each row, left to right.")
    ]
    floor: Annotated[str, Meta(description="Up to seven pieces from the left, M for the marker.")]
    discards: Annotated[
        dict[str, int], Meta(description="The tiles discarded from the human's board, by colour.")
    ]
    pile: Annotated[dict[str, int], Meta(description="The tiles the Automa has taken, by colour.")]
    answer: Annotated[
        AutomaAnswer | None, Meta(description="The Automa's last turn; null before its first.")
    ]
    scores: Annotated[
        tuple[int, ...], Meta(description="Current scores of the human and the Automa.")
    ]
    stopped: Annotated[Stop | None, Meta(description="The referee's call, if any.")]
    winner: Annotated[
        Winner | None, Meta(description="Null before the end of the last round, or if time was up.")
    ]


def azul_view(game: AzulSolo, view: State, is_over: bool | None = None) -> AzulView:
    scores = game.scores(view)
    return AzulView(
        sequence=view.sequence,
        bag=len(view.bag),
        round=view.round,
        starter=view.starter,
        mover=view.mover,
        trays=view.trays,
        centre=view.centre,
        marker=view.marker,
        score=view.score,
        lines=view.lines,
        wall=view.wall,
        pattern=PATTERN,
        floor=view.floor,
        discards=_counts(view.discards),
        pile=_counts(view.pile),
        answer=AutomaAnswer(*view.answer) if view.answer else None,
        scores=scores,
        stopped=view.stopped,
        winner=_winner(*scores) if game.is_over(view) else None,
    )


def _counts(tiles: Tiles) -> dict[str, int]:
    return {colour: tiles.count(colour) for colour in COLOURS}


def _winner(human: int, automa: int) -> Winner:
    if human == automa:
        return "draw"
    return "human" if human > automa else "automa"
