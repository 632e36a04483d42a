"""The board view of AFTAEBR: nothing is hidden, so it contains the whole position."""

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
            description="36 cells, row by row from a1, each a stack from the bottom: the number "
            "of each piece and the letter of the seat that placed it, such as 3A1B."
        ),
    ]
    hands: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="For each seat, its number of pieces 1, 2, 3, 4."),
    ]
    black: Annotated[
        tuple[int, ...], Meta(description="The black piece of each seat; empty before the draw.")
    ]
    colours: Annotated[
        tuple[Colour | None, ...],
        Meta(description="The colour of each seat; empty before the draw."),
    ]
    turn: Annotated[
        int | None, Meta(description="The seat to move; null before and after the game.")
    ]
    captured: Annotated[int, Meta(description="The number of pieces captured by the last move.")]
    passed: Annotated[
        tuple[int, ...], Meta(description="Seats passed over since then: they could not place.")
    ]
    stopped: Annotated[Stop | None, Meta(description="The referee's call, if any.")]
    winners: Annotated[tuple[int, ...], Meta(description="The seats that have won.")]


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
