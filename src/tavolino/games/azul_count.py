"""The count of a round of Azul, part by part, so that it can be told and shown."""

from __future__ import annotations

from typing import NamedTuple

from tavolino.games.azul_solo import ROUNDS, Complete, Laid, State, complete, tile_score


class RoundCount(NamedTuple):
    laid: tuple[Laid, ...]
    """The tiles that went to the wall, row by row."""
    lost: int
    """What the floor cost; never more than there was (R-AZ-S11)."""
    complete: Complete
    """What earned points after the last round; nothing before."""


def round_count(before: State, after: State) -> RoundCount:
    """Between the position before the move that ended a round, and the one after it."""
    laid, wall = [], list(before.wall)
    for row, colours in enumerate(after.wall):
        for colour in set(colours) - set(before.wall[row]):
            wall[row] += colour
            laid.append(Laid(row, colour, tile_score(wall, row, colour)))
    done = complete(after.wall) if after.round > ROUNDS else Complete()
    lost = before.score + sum(tile.points for tile in laid) + done.points - after.score
    return RoundCount(tuple(laid), lost, done)
