"""The scoring of a round of Azul in parts, for the narration and the clients."""

from __future__ import annotations

from typing import NamedTuple

from tavolino.games.azul_solo import ROUNDS, Complete, Laid, State, complete, tile_score


class RoundScoring(NamedTuple):
    laid: tuple[Laid, ...]
    """The tiles moved to the wall, row by row."""
    lost: int
    """Points lost by the floor; never more than the score (R-AZ-S11)."""
    complete: Complete
    """Complete columns and colours after the last round; empty before."""


def round_scoring(before: State, after: State) -> RoundScoring:
    """The scoring of the round that ended between these two positions."""
    laid, wall = [], list(before.wall)
    for row, colours in enumerate(after.wall):
        for colour in set(colours) - set(before.wall[row]):
            wall[row] += colour
            laid.append(Laid(row, colour, tile_score(wall, row, colour)))
    done = complete(after.wall) if after.round > ROUNDS else Complete()
    lost = before.score + sum(tile.points for tile in laid) + done.points - after.score
    return RoundScoring(tuple(laid), lost, done)
