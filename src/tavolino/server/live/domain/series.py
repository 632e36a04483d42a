"""A series: the same players play several games, each at a table of its own that follows the one
before. The standing is computed from the results of these tables; nothing else is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tavolino.server.live.domain import messages as m
from tavolino.server.live.domain.table_settings import SeriesTerms, TableSettings


class PlayerResult(NamedTuple):
    key: str
    """The id of a user, or the name of a bot, which is the same in all games."""
    name: str
    points: int
    place: int
    is_won: bool
    bot: str | None = None


class SeriesGame(NamedTuple):
    table: str
    results: tuple[PlayerResult, ...]


class Total(NamedTuple):
    key: str
    name: str
    bot: str | None
    wins: int
    places: int
    points: int


def totals(games: Sequence[SeriesGame], by: m.SeriesBy) -> list[Total]:
    """The best first. Who missed a game was last in it."""
    players = {result.key: result for game in games for result in game.results}
    found = [_total(games, player) for player in players.values()]
    return sorted(found, key=lambda total: rank(total, by))


def _total(games: Sequence[SeriesGame], player: PlayerResult) -> Total:
    wins = places = points = 0
    for game in games:
        own = next((result for result in game.results if result.key == player.key), None)
        wins += own.is_won if own else 0
        places += own.place if own else len(game.results) + 1
        points += own.points if own else 0
    return Total(player.key, player.name, player.bot, wins, places, points)


def rank(total: Total, by: m.SeriesBy) -> tuple[int, ...]:
    """The smaller, the better: by places points break ties, and by points places do."""
    if by == "wins":
        return (-total.wins,)
    if by == "places":
        return (total.places, -total.points)
    return (-total.points, total.places)


def is_decided(terms: SeriesTerms, games: Sequence[SeriesGame]) -> bool:
    """Can nobody overtake or draw level with the first any more? Points have no bound."""
    left = terms.best_of - len(games)
    if left <= 0:
        return True
    if not games or terms.by == "points":
        return False
    first, *others = totals(games, terms.by)
    if terms.by == "wins":
        return all(first.wins > other.wins + left for other in others)
    last = len(others) + 1
    return all(first.places + left * last < other.places + left for other in others)


def series_info(
    settings: TableSettings, games: Sequence[SeriesGame], user: str | None
) -> m.SeriesInfo | None:
    """``games``: those that are over, perhaps with the one at this table."""
    terms = settings.host_settings.series
    if terms is None:
        return None
    found = totals(games, terms.by)
    ranks = [rank(total, terms.by) for total in found]
    return m.SeriesInfo(
        best_of=terms.best_of,
        by=terms.by,
        number=terms.number,
        tables=[*(game.table for game in games if game.table != settings.id), settings.id],
        rows=[
            m.SeriesRow(
                ranks.index(one) + 1,
                total.name,
                total.bot,
                total.key == user,
                total.wins,
                total.places,
                total.points,
            )
            for total, one in zip(found, ranks, strict=True)
        ],
        is_decided=is_decided(terms, games),
        waits_until=settings.waits_until,
    )
