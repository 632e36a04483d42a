"""Ratings find the strength of players and puzzles: a simulation with known strengths."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, pstdev

from tavolino.server.games.puzzles.ratings import Rating, puzzle_rating, rated

PLAYERS, PUZZLES, ATTEMPTS = 1_000, 300, 16
OFFERED = 10
"""Puzzles of which the nearest is tried."""


def chance(player: float, puzzle: float) -> float:
    """Elo's: 400 points more are ten to one."""
    return 1 / (1 + 10 ** ((puzzle - player) / 400))


def correlation(some: list[float], others: list[float]) -> float:
    a, b = fmean(some), fmean(others)
    shared = fmean([(x - a) * (y - b) for x, y in zip(some, others, strict=True)])
    return shared / (pstdev(some) * pstdev(others))


def error(found: list[Rating], strengths: list[float]) -> float:
    """The root of the mean square; what all have in common does not matter."""
    apart = [rating.points - strength for rating, strength in zip(found, strengths, strict=True)]
    return sqrt(fmean([(one - fmean(apart)) ** 2 for one in apart]))


def test_ratings_converge_to_the_strengths() -> None:
    rng = Random(16)
    strengths = [rng.gauss(1500, 300) for _ in range(PLAYERS)]
    hardness = [rng.gauss(1500, 350) for _ in range(PUZZLES)]
    players = [Rating()] * PLAYERS
    puzzles = [puzzle_rating(round(one + rng.gauss(0, 250))) for one in hardness]
    at_first = error(players, strengths), error(puzzles, hardness)
    for _ in range(ATTEMPTS):
        for player, strength in enumerate(strengths):
            points = players[player].points
            offered = rng.sample(range(PUZZLES), OFFERED)
            near = min(offered, key=lambda one: abs(puzzles[one].points - points))
            is_solved = rng.random() < chance(strength, hardness[near])
            players[player], puzzles[near] = rated(players[player], puzzles[near], is_solved)
    assert error(players, strengths) < 130 < at_first[0] / 2
    assert error(puzzles, hardness) < 160 < at_first[1] / 1.5
    assert correlation([one.points for one in players], strengths) > 0.9
    assert correlation([one.points for one in puzzles], hardness) > 0.93
    # The deviation tells how far off a rating is: most are within two of them.
    within = [
        abs(rating.points - strength) < 2 * rating.deviation
        for rating, strength in zip(players, strengths, strict=True)
    ]
    assert fmean(within) > 0.9


def test_a_surprise_says_more_than_what_was_expected() -> None:
    player = puzzle_rating(1500)
    expected, _ = rated(player, puzzle_rating(900), is_solved=True)
    surprise, _ = rated(player, puzzle_rating(2100), is_solved=True)
    assert 0 <= expected.points - 1500 < surprise.points - 1500
    worse, better = rated(player, puzzle_rating(900), is_solved=False)
    assert worse.points < 1500 and better.points > 900


def test_ratings_become_certain_but_never_quite() -> None:
    player, deviations = Rating(), list[int]()
    for n in range(300):
        player, _ = rated(player, puzzle_rating(player.points), is_solved=n % 2 == 0)
        deviations.append(player.deviation)
    assert deviations[0] > 2 * deviations[40] and deviations[-1] > 20
