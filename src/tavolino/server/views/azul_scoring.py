"""Azul: previews of moves, and the scoring of a round tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from tavolino.games.azul_scoring import round_scoring
from tavolino.games.azul_solo import (
    CENTRE,
    PENALTIES,
    TAKES,
    Holder,
    Move,
    State,
    Take,
    floor_penalty,
    landing_of,
    tiling,
    wall_column,
)

TEXTS = {take: str(take) for takes in TAKES.values() for take in takes}
"""The notation of every take."""


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


def previews(view: State, moves: Sequence[Move]) -> dict[str, Preview]:
    """For each legal move of the human, by its notation."""
    heaps, floor = (view.centre, *view.trays), len(view.floor)
    rooms = (0, *(n - len(tiles) for n, tiles in enumerate(view.lines, 1)))  # the floor first
    full = tuple(tiles[0] if len(tiles) == n else "" for n, tiles in enumerate(view.lines, 1))
    with_marker = CENTRE if view.marker is Holder.CENTRE else None
    found = {}
    for move in moves:
        assert isinstance(move, Take)
        source, colour, line = move
        tiles, room = heaps[source].count(colour), rooms[line]
        points = None
        if 0 < room <= tiles:
            points = _line_points(full[:line], view.wall, line, colour)
        found[TEXTS[move]] = _preview(tiles, room, floor, source == with_marker, points)
    return found


@lru_cache(1 << 13)
def _preview(tiles: int, room: int, floor: int, marker: bool, points: int | None) -> Preview:
    """There are few different ones."""
    lands = landing_of(tiles, room, floor, marker)
    pieces = min(len(PENALTIES), floor + lands.marker + lands.floor)
    return Preview(*lands, points, floor_penalty(pieces))


@lru_cache(1 << 13)
def _line_points(full: tuple[str, ...], wall: tuple[str, ...], line: int, colour: str) -> int:
    """``full``: the colours of full lines down to this one, which are laid first."""
    lines = [tiles * n for n, tiles in enumerate((*full[: line - 1], colour), 1)]
    return next(tile.points for tile in tiling(lines, wall) if tile.row == line - 1)


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
