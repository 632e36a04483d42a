"""Ratings of players and puzzles, which move together: an attempt is a game of one against one.

The model is that of openskill (Plackett-Luce, here for two). It counts in small numbers around 25;
people see Elo's scale, on which 400 points more mean that ten of eleven attempts succeed.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from typing import Any, NamedTuple

MEAN = 25.0
BETA = MEAN / 6
"""How much one result says: openskill's default."""
MIDDLE = 1500
POINT = 400 / log(10) / (sqrt(2) * BETA)
"""Points of the scale that people see, for 1 of the model, between two with certain ratings."""
NEW_PLAYER, NEW_PUZZLE = MEAN / 3, MEAN / 8
"""The standard deviation before the first attempt: something is known of a puzzle."""
DRIFT = 0.03
"""Its square is added to each variance before an attempt: people learn, so no rating is certain."""


class Rating(NamedTuple):
    mu: float = MEAN
    sigma: float = NEW_PLAYER

    @property
    def points(self) -> int:
        """
        >>> Rating().points, puzzle_rating(1800).points
        (1500, 1800)
        """
        return round(MIDDLE + POINT * (self.mu - MEAN))

    @property
    def deviation(self) -> int:
        """The standard deviation, on the scale of ``points``."""
        return round(POINT * self.sigma)


def puzzle_rating(grade: int) -> Rating:
    """The rating of a puzzle that nobody has tried."""
    return Rating(MEAN + (grade - MIDDLE) / POINT, NEW_PUZZLE)


def rated(player: Rating, puzzle: Rating, is_solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after an attempt.

    >>> player, puzzle = rated(Rating(), puzzle_rating(1500), is_solved=True)
    >>> player.points > 1500 > puzzle.points
    True
    """
    model = _model()
    sides = [[model.rating(*player)], [model.rating(*puzzle)]]
    ranks = [0, 1] if is_solved else [1, 0]
    (one,), (other,) = model.rate(sides, ranks=ranks)
    return Rating(one.mu, one.sigma), Rating(other.mu, other.sigma)


@cache
def _model() -> Any:
    # Imported here, because only those who solve puzzles need it.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=NEW_PLAYER, beta=BETA, tau=DRIFT)
