"""The coach of Azul rates moves by playouts and explains them; the bots play its best move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

from tavolino.bots.azul_solo.search import RatedMove, rate_moves
from tavolino.bots.bot import StopAsked
from tavolino.game import Seat
from tavolino.games.azul_solo import (
    CENTRE,
    FLOOR,
    PENALTIES,
    ROLLS,
    AzulSolo,
    Holder,
    Move,
    State,
    Take,
    floor_penalty,
    tiling,
)
from tavolino.narration import Sentence, sentence

PLAYOUTS = 100_000
"""About two seconds in the first round, on one core."""


class ExplainedMove(NamedTuple):
    """What the coach thinks of one move."""

    move: Move
    """The move."""
    wins: float
    """The human's win probability after this move."""
    error: float
    """Its standard error."""
    human: float
    """The human's expected points at the end."""
    automa: float
    """The automa's expected points at the end."""
    reasons: tuple[Sentence, ...]
    """What the move does in this round."""


def explain_moves(
    game: AzulSolo,
    view: State,
    seed: bytes,
    playouts: int = PLAYOUTS,
    seconds: float | None = None,
    stop: StopAsked | None = None,
) -> tuple[ExplainedMove, ...]:
    """All moves of a position, the best first; the first three have the most playouts.

    The same for the same view, seed and number of playouts, unless time ends or somebody stops it.
    """
    rated = rate_moves(game, view, seed, playouts, seconds, stop)
    return tuple(
        ExplainedMove(
            one.move,
            one.wins,
            error(one),
            one.human,
            one.automa,
            tuple(reasons(game, view, one.move)),
        )
        for one in rated
        if isinstance(one.move, Take)
    )


def error(rated: RatedMove) -> float:
    """The standard error of a win rate; not 0 even if all of a few games were won."""
    wins, games = rated.wins * rated.games + 2, rated.games + 4
    return sqrt(wins / games * (1 - wins / games) / games)


# Reasons


def reasons(game: AzulSolo, view: State, move: Take) -> Iterator[Sentence]:
    """Arguments for and against a take, the most important first."""
    source, colour, line = move
    taken = (view.trays[source - 1] if source != CENTRE else view.centre).count(colour)
    falls = taken
    if line != FLOOR:
        held = len(view.lines[line - 1]) + taken
        falls = max(0, held - line)
        if held < line:
            yield sentence("coach.builds", line=line, tiles=held, missing=line - held)
        else:
            lines = (*view.lines[: line - 1], colour * line, *view.lines[line:])
            points = tiling_points(view.wall, lines) - tiling_points(view.wall, view.lines)
            yield sentence("coach.completes", line=line, points=points)
    takes_marker = source == CENTRE and view.marker is Holder.CENTRE
    if takes_marker:
        yield sentence("coach.marker")
    pieces = min(len(PENALTIES), len(view.floor) + falls + takes_marker)
    if lost := floor_penalty(pieces) - floor_penalty(len(view.floor)):
        yield sentence("coach.floor", tiles=falls, points=lost)
    after = game.apply(view, move)
    if after.round == view.round:
        piles = [len(game.apply(after, roll).pile) for roll in ROLLS]
        yield sentence("coach.leaves", tiles=sum(piles) / len(piles) - len(view.pile))


def tiling_points(wall: Sequence[str], lines: Sequence[str]) -> int:
    """The points of the wall tiling with these lines (R-AZ-S10)."""
    return sum(tile.points for tile in tiling(lines, wall))


class CoachBot:
    """Plays the coach's best move; levels differ by the number of playouts."""

    def __init__(self, playouts: int, seconds: float | None = None) -> None:
        self.playouts, self.seconds = playouts, seconds

    def choose(
        self,
        game: Any,
        view: State,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Move:
        """The move with the highest win probability by the playouts."""
        return rate_moves(game, view, rng_seed, self.playouts, self.seconds, stop)[0].move
