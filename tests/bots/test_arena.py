"""Series of games between bots: fair, repeatable, and what they say."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from tavolino.bots import arena
from tavolino.bots.arena import Played, Series
from tavolino.bots.statistics import around_mean, pairs, ratings, summary, wilson
from tavolino.bots.warm_up import warm_up_bots
from tavolino.game import OptionError
from tavolino.games.aftaebr import Aftaebr
from tavolino.games.azul_solo import AzulSolo


def test_the_same_games_however_many_processes() -> None:
    series = Series(Aftaebr(2), ("random", "greedy"), 6, 7)
    alone = list(series.run())
    assert alone == list(series.run()) == list(series.run(jobs=2))
    assert len({game.moves for game in alone}) > 1
    assert list(Series(Aftaebr(2), ("random", "greedy"), 6, 8).run()) != alone


def test_a_series_can_be_left() -> None:
    games = Series(Aftaebr(2), ("random", "greedy"), 1_000_000, 7).run(jobs=2)
    first = next(games)
    games.close()
    assert first == Series(Aftaebr(2), ("random", "greedy"), 1, 7).play(0)


@pytest.mark.parametrize(
    ("players", "bots", "times"),
    [(2, 2, 2), (3, 2, 6), (4, 2, 6), (3, 3, 6), (4, 3, 36), (4, 4, 24)],
)
def test_every_bot_has_every_seat_equally_often(players: int, bots: int, times: int) -> None:
    names = ("random", "greedy", "safe", "facile")[:bots]
    seatings = Series(Aftaebr(players), names, 1, 1).seatings
    assert len(seatings) == len(set(seatings)) == times
    for seat in range(players):
        assert len(set(Counter(seating[seat] for seating in seatings).values())) == 1
    assert all(set(seating) == set(range(bots)) for seating in seatings)


def test_all_seatings_of_a_block_have_the_same_draw() -> None:
    class Watcher:
        def __init__(self) -> None:
            self.seen: list[Any] = []

        def choose(self, game: Any, view: Any, seat: int, rng_seed: bytes, stop: Any = None) -> Any:
            self.seen.append(view.black)
            return game.legal_moves(view)[0]

    watcher = Watcher()
    patch = pytest.MonkeyPatch()
    with patch.context() as p:
        p.setattr(arena, "bot_named", lambda game, name: watcher)
        series, draws = Series(Aftaebr(3), ("one", "other"), 12, 1), []
        for number in range(12):
            series.play(number)
            draws.append(watcher.seen.pop())
    assert draws == [draws[0]] * 6 + [draws[6]] * 6


@pytest.mark.parametrize(
    "bots",
    [("random",), ("random", "random"), ("random", "greedy", "safe"), ("random", "kasparov")],
)
def test_bots_that_cannot_play_each_other(bots: tuple[str, ...]) -> None:
    with pytest.raises(OptionError):
        Series(Aftaebr(2), bots, 1, 1)


def test_games_have_to_be_some() -> None:
    with pytest.raises(OptionError):
        Series(Aftaebr(2), ("random", "greedy"), 0, 1)
    with pytest.raises(OptionError):
        Series(AzulSolo(), ("nobody", "else"), 1, 1)


def test_a_game_for_one_is_played_by_each_bot_on_the_same_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class First:
        def choose(self, game: Any, view: Any, seat: int, rng_seed: bytes, stop: Any = None) -> Any:
            return game.legal_moves(view)[0]

    class Last(First):
        def choose(self, game: Any, view: Any, seat: int, rng_seed: bytes, stop: Any = None) -> Any:
            return game.legal_moves(view)[-1]

    bots = {"first": First(), "last": Last(), "twin": First()}
    monkeypatch.setattr(arena, "bot_named", lambda game, name: bots[name])
    series = Series(AzulSolo(), ("first", "last", "twin"), 4, 1)
    played = list(series.run())
    assert [game.seating for game in played] == [(0,), (1,), (2,)] * 4
    assert played[0::3] == [game._replace(seating=(0,)) for game in played[2::3]]
    by_name = {row.bot: row for row in summary(series, played)}
    assert by_name["first"].points == by_name["twin"].points
    assert sum(row.points for row in by_name.values()) == pytest.approx(4)
    means = {n: sum(g.scores[0] for g in played[n::3]) / 4 for n in range(3)}
    assert by_name["last"].score == pytest.approx(means[1])
    gains = {(pair.first, pair.second): pair for pair in pairs(series, played)}
    assert gains["first", "last"].gain == pytest.approx(means[0] - means[1])
    assert gains["first", "twin"].gain == 0 and gains["first", "twin"].within == (0, 0)
    warm_up_bots(AzulSolo())


def test_points_are_shared_by_winners() -> None:
    series = Series(Aftaebr(3), ("random", "greedy"), 4, 1)
    played = [
        Played((0, 0, 1), (5, 0, 0), (0,), 10),
        Played((0, 1, 1), (0, 3, 3), (1, 2), 10),
        Played((0, 1, 0), (2, 2, 0), (0, 1), 10),
        Played((1, 0, 1), (0, 0, 9), (2,), 10),
    ]
    random, greedy = summary(series, played)
    assert (random.points, greedy.points) == (1.5, 2.5)
    assert (random.share, greedy.share) == (0.375, 0.625)
    assert random.within == wilson(1.5, 4)
    assert random.wins == 2 / 6 and greedy.wins == 4 / 6
    assert random.score == pytest.approx((5 + 0 + 0 + 2 + 0 + 0) / 6)
    assert greedy.elo > random.elo
    assert [row.games for row in summary(series, [])] == [0, 0]


def test_intervals_hold_the_share_and_shrink() -> None:
    for successes, trials in ((0, 10), (3, 10), (10, 10), (300, 1000)):
        low, high = wilson(successes, trials)
        assert 0 <= low <= successes / trials <= high <= 1
    assert wilson(300, 1000).high - wilson(300, 1000).low < wilson(3, 10).high - wilson(3, 10).low
    # Wilson's bounds are where the share lies 1.96 standard deviations off.
    low, high = wilson(40, 100)
    for bound in (low, high):
        assert abs(0.4 - bound) / math.sqrt(bound * (1 - bound) / 100) == pytest.approx(1.96, 1e-3)
    low, high = around_mean([1.0, 2.0, 3.0, 4.0])
    assert (low + high) / 2 == 2.5 and high - 2.5 == pytest.approx(
        1.96 * math.sqrt(5 / 3 / 4), 1e-3
    )


def test_ratings_are_those_of_maximum_likelihood() -> None:
    """Three of four points, and a draw with nobody: the likelihood is flat at the ratings."""
    games = [((0, 1), (1.0, 0.0))] * 300 + [((1, 0), (1.0, 0.0))] * 100
    strong, weak = ratings(games, 2)
    assert strong - weak == pytest.approx(400 * math.log10(3), abs=3)
    assert strong == pytest.approx(-weak, abs=0.1)
    equal = ratings(
        [((0, 1, 2), (1.0, 0, 0)), ((0, 1, 2), (0, 1.0, 0)), ((0, 1, 2), (0, 0, 1.0))], 3
    )
    assert equal == pytest.approx([0, 0, 0], abs=1e-6)
    never_won = ratings([((0, 1), (1.0, 0.0))] * 10, 2)
    assert math.isfinite(never_won[1]) and never_won[0] > 0 > never_won[1]
