"""Running sums of results: for each user, game and day, kept by the commit that changes a result.

Whatever happens to a result (a game ends, goes on, is deleted, changes its owner), the days that it
concerns are counted again from the results of these days: a few rows, and never a wrong sum. Days
are put together when somebody asks, which takes as long as there are days, not games.

Tables where one user has several seats (hot seat) do not count: they say nothing about that user.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
)

from tavolino.server.clock import DAY_MS
from tavolino.server.storage.schema import results, streaks, totals, users
from tavolino.server.storage.writer import Statement

Segment: TypeAlias = tuple[str, str, int]
"""A user, a game and a day, as the number of days since 1970."""


class ChangedResults(Struct, frozen=True):
    """Statements that change the results of some games, and what follows for the sums."""

    tables: Sequence[str]
    changes: Sequence[Statement]
    others: ColumnElement[bool] | None = None
    """Further results that may change."""

    def execute(self, connection: Connection) -> None:
        named = set(self.tables)
        if self.others is not None:
            others = select(results.c.table_id).where(self.others)
            named.update(connection.execute(others).scalars())
        before = _segments(connection, named)
        for change in self.changes:
            change.execute(connection)
        recount(connection, before | _segments(connection, named))


def is_counted() -> ColumnElement[bool]:
    """Has the user of this result one seat only at its table?"""
    other = results.alias()
    other_seat = exists().where(
        other.c.table_id == results.c.table_id,
        other.c.player != results.c.player,
        # Not by the index of users: SQLite would read all results of this one for each of them.
        func.coalesce(other.c.person, "") == results.c.person,
    )
    return ~other_seat


def _segments(connection: Connection, tables: Iterable[str]) -> set[Segment]:
    query = select(results.c.person, results.c.game, results.c.ended_at)
    here = (results.c.table_id.in_(list(tables)), results.c.person.is_not(None))
    return {
        (row.person, row.game, row.ended_at // DAY_MS)
        for row in connection.execute(query.where(*here))
    }


def recount(connection: Connection, segments: Iterable[Segment]) -> None:
    """Counts these days again. In PostgreSQL other processes may change results of the same users:
    they wait for each other, so that the last one counts what all have written."""
    days: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for user, game, day in sorted(segments):
        days[user, game].append(day)
    if not days:
        return
    people = select(users.c.id).where(users.c.id.in_({user for user, _ in days}))
    connection.execute(people.order_by(users.c.id).with_for_update(key_share=True)).all()
    new_totals, new_streaks = [], []
    for (user, game), chosen in days.items():
        for table in (totals, streaks):
            here = (table.c.person == user, table.c.game == game, table.c.day.in_(chosen))
            connection.execute(delete(table).where(*here))
        for day, rows in groupby(_results(connection, user, game, chosen), _day):
            found = list(rows)
            key = {"person": user, "game": game, "day": day}
            new_totals += [{**key, **total} for total in _by_kind(found)]
            new_streaks.append({**key, **streak_of(row.is_won for row in found)._asdict()})
    if new_totals:
        connection.execute(insert(totals), new_totals)
        connection.execute(insert(streaks), new_streaks)


def _day(row: Row[Any]) -> int:
    return int(row.ended_at // DAY_MS)


def _results(
    connection: Connection, user: str, game: str, days: Sequence[int]
) -> Sequence[Row[Any]]:
    """Of these days, oldest first."""
    at = results.c.ended_at
    chosen = (at.between(first * DAY_MS, (last + 1) * DAY_MS - 1) for first, last in _runs(days))
    mine = and_(results.c.person == user, results.c.game == game, or_(*chosen), is_counted())
    query = select(results).where(mine).order_by(at, results.c.table_id)
    return connection.execute(query).all()


def _runs(days: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Days in a row, as the first and the last of each.

    >>> list(_runs([3, 4, 5, 8]))
    [(3, 5), (8, 8)]
    """
    first = last = days[0]
    for day in days[1:]:
        if day > last + 1:
            yield first, last
            first = day
        last = day
    yield first, last


def _by_kind(rows: Sequence[Row[Any]]) -> Iterator[dict[str, Any]]:
    """The sums of one day."""
    for kind in sorted({row.kind for row in rows}):
        own = [row for row in rows if row.kind == kind]
        wins = [row.seconds for row in own if row.is_won]
        yield {
            "kind": kind,
            "played": len(own),
            "won": len(wins),
            "points": sum(row.points for row in own),
            "best_points": max(row.points for row in own),
            "fastest_win": min(wins, default=None),
            "seconds": sum(row.seconds for row in own),
        }


class Streak(NamedTuple):
    """Wins in a row in a sequence of games, such that two sequences can be put together."""

    played: int = 0
    first: int = 0
    """The wins before the first loss."""
    last: int = 0
    """The wins since the last loss."""
    best: int = 0

    def then(self, later: Streak) -> Streak:
        """
        >>> streak_of([False, True]).then(streak_of([True, True, False, True]))
        Streak(played=6, first=0, last=1, best=3)
        """
        return Streak(
            self.played + later.played,
            self.first + (later.first if self.first == self.played else 0),
            later.last + (self.last if later.last == later.played else 0),
            max(self.best, later.best, self.last + later.first),
        )


def streak_of(wins: Iterable[bool]) -> Streak:
    """
    >>> streak_of([True, True, False, True])
    Streak(played=4, first=2, last=1, best=2)
    """
    whole = Streak()
    for is_won in wins:
        whole = whole.then(Streak(1, *(3 * (int(is_won),))))
    return whole
