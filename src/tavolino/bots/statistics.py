"""Statistics of a series of games: shares, intervals, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10, prod, sqrt
from typing import NamedTuple

from tavolino.bots.arena import Played, Series

Z = 1.959964
"""Standard deviations within which 95 % of a normal distribution lie."""


class Interval(NamedTuple):
    """A confidence interval of 95 %."""

    low: float
    """The lower bound."""
    high: float
    """The upper bound."""


class BotRow(NamedTuple):
    """The results of one bot."""

    bot: str
    """Its name."""
    games: int
    """Games it took part in; with one seat, deals that all bots have played."""
    points: float
    """A game is worth one point, which winners share; with one seat, the best on a deal get it."""
    share: float
    """Points by game, from 0 to 1."""
    within: Interval
    """The 95 % interval of the share (Wilson)."""
    wins: float
    """Share of games won; for one player, of deals solved or won."""
    score: float
    """Mean score of a seat."""
    score_within: Interval
    """The 95 % interval of that mean."""
    elo: float
    """The rating, relative to the mean of all bots (``ratings``)."""


class Pair(NamedTuple):
    """Two bots on the same deals, and by how much the first scores more."""

    first: str
    """The name of the first bot."""
    second: str
    """The name of the second bot."""
    gain: float
    """The mean difference of their scores on a deal."""
    within: Interval
    """The 95 % interval of that mean."""


def wilson(successes: float, trials: int) -> Interval:
    """The 95 % interval of a share.

    >>> low, high = wilson(50, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.404 0.596'
    """
    if not trials:
        return Interval(0, 1)
    share, spread = successes / trials, Z * Z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    # A share of 0 or 1 is a bound itself, but for rounding.
    return Interval(max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def around_mean(values: Sequence[float]) -> Interval:
    """The 95 % interval of a mean, by the normal distribution."""
    if not values:
        return Interval(0, 0)
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    half = Z * sqrt(variance / len(values))
    return Interval(mean - half, mean + half)


def summary(series: Series, played: Sequence[Played]) -> list[BotRow]:
    """One row for each bot."""
    contests = _contests(series, played)
    elos = ratings(contests, len(series.bots))
    rows = []
    for bot, name in enumerate(series.bots):
        points = [sum(p for b, p in zip(*contest) if b == bot) for contest in contests]
        won = [
            seat in game.winners
            for game in played
            for seat, b in enumerate(game.seating)
            if b == bot
        ]
        scores = [
            float(game.scores[seat])
            for game in played
            for seat, b in enumerate(game.seating)
            if b == bot
        ]
        rows.append(
            BotRow(
                name,
                len(contests),
                sum(points),
                sum(points) / max(1, len(contests)),
                wilson(sum(points), len(contests)),
                sum(won) / max(1, len(won)),
                sum(scores) / max(1, len(scores)),
                around_mean(scores),
                elos[bot],
            )
        )
    return rows


def pairs(series: Series, played: Sequence[Played]) -> list[Pair]:
    """Every two bots compared deal by deal, for games with one seat."""
    deals = _deals(series, played)
    found = []
    for one, first in enumerate(series.bots):
        for other in range(one + 1, len(series.bots)):
            gains = [float(deal[one].scores[0] - deal[other].scores[0]) for deal in deals]
            mean = sum(gains) / max(1, len(gains))
            found.append(Pair(first, series.bots[other], mean, around_mean(gains)))
    return found


def _deals(series: Series, played: Sequence[Played]) -> list[Sequence[Played]]:
    """The deals that all bots have played."""
    bots = len(series.bots)
    return [played[at : at + bots] for at in range(0, len(played) - bots + 1, bots)]


Contest = tuple[tuple[int, ...], tuple[float, ...]]
"""Who took part, and the share of the point that each got."""


def _contests(series: Series, played: Sequence[Played]) -> list[Contest]:
    if series.is_solitary:
        return [_best_score(deal) for deal in _deals(series, played)]
    return [
        (
            game.seating,
            tuple(
                1 / len(game.winners) if seat in game.winners else 0.0
                for seat in range(len(game.seating))
            ),
        )
        for game in played
    ]


def _best_score(deal: Sequence[Played]) -> Contest:
    scores = [game.scores[0] for game in deal]
    best = [score == max(scores) for score in scores]
    return tuple(game.seating[0] for game in deal), tuple(b / sum(best) for b in best)


def ratings(contests: Sequence[Contest], bots: int) -> list[float]:
    """Elo points by maximum likelihood: a seat wins in proportion to its strength (Bradley–Terry).

    Their mean is 0. Each bot also draws one game against a bot with 0 points, so that no rating is
    infinite.
    """
    won = [0.5] * bots
    for seating, points in contests:
        for bot, point in zip(seating, points):
            won[bot] += point
    seatings: dict[tuple[int, ...], int] = {}
    for seating, _ in contests:
        seatings[seating] = seatings.get(seating, 0) + 1
    strengths = [1.0] * bots
    for _ in range(2000):
        weights = [1 / (strength + 1) for strength in strengths]
        for seating, times in seatings.items():
            weight = times / sum(strengths[bot] for bot in seating)
            for bot in seating:
                weights[bot] += weight
        strengths = [w / weight for w, weight in zip(won, weights)]
        middle = prod(strengths) ** (1 / bots)
        strengths = [strength / middle for strength in strengths]
    return [400 * log10(strength) for strength in strengths]
