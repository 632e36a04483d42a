"""Running sums of results: for each user, game and day, kept by the commit that changes a result.

When a result changes (its game ends, goes on, is deleted, gets another owner), the days that it
concerns are counted again from the results of these days: a few rows, and never a wrong sum. Days
are added up on request, which takes as long as there are days, not games.

Tables where one user has several seats (hot seat) do not count: they say nothing about that user.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, CursorResult, exists, func, select

from tavolino.server.clock import DAY_MS
from tavolino.server.storage.batches import batches
from tavolino.server.storage.schema import results
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


# Written as SQL: this is done at the end of every game, and building the statements each time would
# take ten times as long as the database does.
_SEGMENTS = f"""SELECT person, game, ended_at / {DAY_MS} FROM results
    WHERE person IS NOT NULL AND table_id IN"""
_LOCK = "SELECT id FROM people WHERE id IN ({}) ORDER BY id FOR NO KEY UPDATE"
_RESULTS = f"""SELECT r.ended_at / {DAY_MS}, r.kind, r.points, r.is_won, r.seconds FROM results r
    WHERE r.person = ? AND r.game = ? AND r.ended_at >= ? AND r.ended_at < ? AND NOT EXISTS (
        SELECT 1 FROM results o WHERE o.table_id = r.table_id AND o.player <> r.player
        AND coalesce(o.person, '') = r.person)
    ORDER BY r.ended_at, r.table_id"""


class Result(NamedTuple):
    day: int
    kind: str
    points: int
    is_won: bool
    seconds: int


def _rows(connection: Connection, sql: str, *values: Any) -> Sequence[Any]:
    return _execute(connection, sql, values).all()


def _execute(connection: Connection, sql: str, values: Any) -> CursorResult[Any]:
    if connection.dialect.paramstyle != "qmark":
        sql = sql.replace("?", "%s")
    return connection.exec_driver_sql(sql, values)


def _marks(values: Sized) -> str:
    return ", ".join("?" * len(values))


def _segments(connection: Connection, tables: Iterable[str]) -> set[Segment]:
    found: set[Segment] = set()
    for names in batches(tables):
        rows = _rows(connection, f"{_SEGMENTS} ({_marks(names)})", *names)
        found.update((user, game, day) for user, game, day in rows)
    return found


def recount(connection: Connection, segments: Iterable[Segment]) -> None:
    """Counts these days again. In PostgreSQL other processes may change results of the same users:
    they wait for each other, so that the last one counts what all have written."""
    days: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for user, game, day in sorted(segments):
        days[user, game].append(day)
    if days and connection.dialect.name != "sqlite":
        people = sorted({user for user, _ in days})
        _rows(connection, _LOCK.format(_marks(people)), *people)
    new_totals, new_streaks = [], []
    for (user, game), chosen in days.items():
        for table in ("totals", "streaks"):
            here = f"person = ? AND game = ? AND day IN ({_marks(chosen)})"
            _execute(connection, f"DELETE FROM {table} WHERE {here}", (user, game, *chosen))
        for first, last in _runs(chosen):
            period = (first * DAY_MS, (last + 1) * DAY_MS)
            rows = map(Result._make, _rows(connection, _RESULTS, user, game, *period))
            for day, own in groupby(rows, attrgetter("day")):
                found = list(own)
                new_totals += [(user, game, day, *total) for total in _by_kind(found)]
                new_streaks.append((user, game, day, *streak_of(row.is_won for row in found)))
    for table, new in (("totals", new_totals), ("streaks", new_streaks)):
        if new:
            _execute(connection, f"INSERT INTO {table} VALUES ({_marks(new[0])})", new)


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


def _by_kind(rows: Sequence[Result]) -> Iterator[tuple[Any, ...]]:
    """The sums of one day, in the order of the columns of ``totals``."""
    for kind in sorted({row.kind for row in rows}):
        own = [row for row in rows if row.kind == kind]
        wins = [row.seconds for row in own if row.is_won]
        points = [row.points for row in own]
        yield (
            kind,
            len(own),
            len(wins),
            sum(points),
            max(points),
            min(wins, default=None),
            sum(row.seconds for row in own),
        )


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
