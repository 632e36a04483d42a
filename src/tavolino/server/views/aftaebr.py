"""AFTAEBR: everything is open, so the view has the whole position."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from tavolino.game import Stop
from tavolino.games.aftaebr import Aftaebr, Colour, Stack, State


class AftaebrView(Struct, frozen=True, gc=False, tag_field="game", tag="aftaebr"):
    """A board of AFTAEBR. Seats are numbered from 0 around the table; A is seat 0."""

    board: Annotated[
        list[str],
        Meta(
            description="36 cells, row by row from a1: each piece its number and the letter of "
            "the seat that laid it, the bottom one first, such as 3A1B; empty cells are empty."
        ),
    ]
    hands: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="For each seat how many pieces it holds of 1, 2, 3, 4."),
    ]
    black: Annotated[
        tuple[int, ...], Meta(description="What each seat drew; empty before the draw.")
    ]
    colours: Annotated[
        tuple[Colour | None, ...],
        Meta(description="What each seat chose; empty before the draw."),
    ]
    turn: Annotated[int | None, Meta(description="The seat to move; null before and after.")]
    captured: Annotated[int, Meta(description="Pieces that the last move took.")]
    passed: Annotated[
        tuple[int, ...], Meta(description="Seats passed over since: they could not place.")
    ]
    stopped: Annotated[Stop | None, Meta(description="What the referee has called.")]
    winners: Annotated[
        tuple[int, ...], Meta(description="The seats that have won; none while it goes on.")
    ]


def aftaebr_view(game: Aftaebr, view: State, is_over: bool | None = None) -> AftaebrView:
    return AftaebrView(
        board=list(map(_cell, view.board)),
        hands=view.hands,
        black=view.black,
        colours=view.colours,
        turn=view.turn,
        captured=view.note.captured,
        passed=view.note.passed,
        stopped=view.stopped,
        winners=game.winners(view),
    )


@lru_cache(maxsize=1 << 14)  # a move changes few of the 36 stacks
def _cell(stack: Stack) -> str:
    return "".join(map(str, stack))
