"""Azul: previews of moves, and the scoring of a round tile by tile."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tavolino.games.azul_scoring import round_scoring
from tavolino.games.azul_solo import (
    FLOOR,
    PENALTIES,
    AzulSolo,
    Landing,
    State,
    Take,
    floor_penalty,
    landing,
    tiling,
    wall_column,
)


class Preview(Struct, frozen=True, gc=False):
    """The effect of a move on the human's board."""

    line: Annotated[int, Meta(description="Tiles that go to the line.")]
    floor: Annotated[
        int, Meta(description="Tiles that fall to the floor, not counting the marker.")
    ]
    out: Annotated[int, Meta(description="Tiles that do not fit on the floor; they cost nothing.")]
    marker: Annotated[bool, Meta(description="Does the move take the First Player marker?")]
    points: Annotated[
        int | None,
        Meta(
            description="If the move completes the line: the points of its tile at the end of the "
            "round, with the other lines as they are now."
        ),
    ]
    cost: Annotated[int, Meta(description="The penalty of the whole floor after the move.")]


class LaidTile(Struct, frozen=True, gc=False):
    """A tile moved from its line to the wall."""

    row: Annotated[int, Meta(description="1 to 5, from the top.")]
    colour: Annotated[str, Meta(description="One of B Y R K W.")]
    column: Annotated[int, Meta(description="1 to 5, from the left.")]
    points: Annotated[int, Meta(description="Its points.")]


class RoundCount(Struct, frozen=True, gc=False):
    """The scoring of a round, in order."""

    round: Annotated[int, Meta(description="The round that ended, 1 to 4.")]
    tiles: Annotated[list[LaidTile], Meta(description="The tiles moved to the wall, row by row.")]
    lost: Annotated[int, Meta(description="Points lost by the floor; never more than the score.")]
    columns: Annotated[
        list[int], Meta(description="Complete columns after the last round, 7 points each.")
    ]
    colours: Annotated[
        str, Meta(description="Complete colours after the last round, 10 points each.")
    ]
    bonus: Annotated[int, Meta(description="Points for complete columns and colours.")]
    score: Annotated[int, Meta(description="The human's points after this scoring.")]


def previews(game: AzulSolo, view: State) -> dict[str, Preview]:
    """For each legal move, by its notation."""
    worth: dict[tuple[int, str], int] = {}
    found = {}
    for move in game.legal_moves(view):
        if isinstance(move, Take):
            found[str(move)] = _preview(view, move, landing(view, move), worth)
    return found


def _preview(view: State, move: Take, lands: Landing, worth: dict[tuple[int, str], int]) -> Preview:
    """``worth`` caches the points of complete lines, which do not depend on the source."""
    points, line = None, (move.line, move.colour)
    if move.line != FLOOR and len(view.lines[move.line - 1]) + lands.line == move.line:
        if line not in worth:
            worth[line] = _line_points(view, *line)
        points = worth[line]
    pieces = min(len(PENALTIES), len(view.floor) + lands.marker + lands.floor)
    return Preview(*lands, points, floor_penalty(pieces))


def _line_points(view: State, line: int, colour: str) -> int:
    lines = (*view.lines[: line - 1], colour * line, *view.lines[line:])
    return next(tile.points for tile in tiling(lines, view.wall) if tile.row == line - 1)


def round_count(before: State, after: State) -> RoundCount | None:
    """The scoring between the views before and after a move; None if no round ended."""
    if not before.round or after.round == before.round:
        return None
    laid, lost, complete = round_scoring(before, after)
    return RoundCount(
        round=before.round,
        tiles=[LaidTile(r + 1, c, wall_column(r, c) + 1, points) for r, c, points in laid],
        lost=lost,
        columns=[column + 1 for column in complete.columns],
        colours=complete.colours,
        bonus=complete.points,
        score=after.score,
    )
