"""Sums of days say what counting all results again would say, whatever happens to the results."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from random import Random
from typing import Any

import pytest
from sqlalchemy import Row, delete, insert, select, update
from support.databases.postgres import Cluster
from support.fixtures import with_database

from tavolino.server.accounts.merge import merge
from tavolino.server.clock import DAY_MS
from tavolino.server.queues.fair_queue import Requester
from tavolino.server.records.statistics import Statistics, statistics
from tavolino.server.storage.database import Database, migrate, open_engine
from tavolino.server.storage.deletion import deletion
from tavolino.server.storage.schema import results, seats, streaks, tables, totals, users
from tavolino.server.storage.totals import ChangedResults
from tavolino.server.storage.writer import Statement

PEOPLE = ("anna", "bea", "guest")
GAMES = ("aftaebr", "nove_colonne")
KINDS = ("practice", "table", "daily")


def counted_again(rows: list[Row[Any]], user: str) -> dict[str, Any]:
    """From all results, in the plainest way."""
    mine = [
        row
        for row in sorted(rows, key=lambda row: (row.ended_at, row.table_id))
        if row.person == user
        and sum(other.table_id == row.table_id and other.person == user for other in rows) == 1
    ]
    by_game: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in mine:
        by_game[row.game].append(row)
    return {
        game: {
            **totals_of(own),
            "kinds": {
                kind: totals_of([row for row in own if row.kind == kind])
                for kind in {row.kind for row in own}
            },
            "last_points": [row.points for row in own][-50:],
            "streaks": streaks_of([row.is_won for row in own]),
        }
        for game, own in by_game.items()
    }


def totals_of(rows: list[Row[Any]]) -> dict[str, Any]:
    return {
        "played": len(rows),
        "won": sum(row.is_won for row in rows),
        "best_points": max(row.points for row in rows),
        "mean_points": round(sum(row.points for row in rows) / len(rows), 2),
        "fastest_win": min((row.seconds for row in rows if row.is_won), default=None),
        "seconds": sum(row.seconds for row in rows),
    }


def streaks_of(wins: list[bool]) -> tuple[int, int]:
    """The current one and the best."""
    runs = "".join("x" if is_won else " " for is_won in wins).split(" ")
    return len(runs[-1]), max(map(len, runs))


def told(found: Statistics) -> dict[str, Any]:
    names = ("played", "won", "best_points", "mean_points", "fastest_win", "seconds")
    return {
        one.game: {
            **{name: getattr(one, name) for name in names},
            "kinds": {
                kind.kind: {name: getattr(kind, name) for name in names} for kind in one.kinds
            },
            "last_points": one.last_points,
            "streaks": (one.current_streak, one.best_streak),
        }
        for one in found.games
    }


async def check(database: Database) -> None:
    rows = list(await database.rows(select(results)))
    for user in PEOPLE:
        assert told(await statistics(database, Requester(user), user)) == counted_again(rows, user)


class Players:
    """Who plays, goes on, deletes and signs in, at random."""

    def __init__(self, database: Database, seed: int) -> None:
        self.database, self.random = database, Random(seed)
        self.games: list[str] = []
        self.opened = 0

    async def begin(self) -> None:
        people = [{"id": user, "name": user, "epoch": 0, "created_at": 1} for user in PEOPLE]
        await self.database.writer.write(Statement(insert(users), people))

    async def play(self) -> None:
        """Ends a game, with one, two or (hot seat) the same user at its seats."""
        table, kind = f"t{self.opened}", self.random.choice(KINDS)
        self.opened += 1
        self.games.append(table)
        people = [self.random.choice((*PEOPLE, None)) for _ in range(self.random.choice((1, 2)))]
        people[0] = people[0] or "anna"
        head = {"id": table, "kind": kind, "game": self.random.choice(GAMES), "version": 1}
        head |= {"options": "{}", "settings": "{}", "players": len(people), "host": people[0]}
        head |= {"phase": "over", "created_at": 1}
        sitting = [
            {"table_id": table, "player": n, "person": user, "name": "x", "nonce": "x"}
            for n, user in enumerate(people)
        ]
        await self.database.writer.write(
            Statement(insert(tables), [head]), Statement(insert(seats), sitting)
        )
        await self.end(table)

    async def end(self, table: str) -> None:
        """Puts a result in the place of the one that may be there."""
        head = await self.database.row(select(tables).where(tables.c.id == table))
        sitting = await self.database.rows(select(seats).where(seats.c.table_id == table))
        assert head
        ended_at = self.random.randrange(5) * DAY_MS + self.random.randrange(3)
        rows = [
            {
                "table_id": table,
                "player": seat.player,
                "person": seat.person,
                "game": head.game,
                "kind": head.kind,
                "points": self.random.randrange(-5, 60),
                "place": 1,
                "is_won": self.random.random() < 0.6,
                "moves": 1,
                "ranking": 0,
                "lot": 0,
                "seconds": self.random.randrange(100),
                "ended_at": ended_at,
            }
            for seat in sitting
        ]
        await self.change(table, gone(table), Statement(insert(results), rows))

    async def change(self, table: str, *changes: Statement) -> None:
        await self.database.writer.write(ChangedResults([table], changes))

    async def do_something(self) -> None:
        what = self.random.random()
        table = self.random.choice(self.games) if self.games else None
        if table is None or what < 0.6:
            await self.play()
        elif what < 0.7:
            await self.end(table)
        elif what < 0.8:
            await self.change(table, gone(table))
        elif what < 0.9:
            self.games.remove(table)
            await self.database.writer.write(*deletion(table))
        else:
            await merge(self.database, "guest", self.random.choice(("anna", "bea")))


def gone(table: str) -> Statement:
    return Statement(delete(results).where(results.c.table_id == table))


@pytest.mark.parametrize("seed", range(3))
def test_sums_are_what_counting_again_says(database: str, seed: int) -> None:
    async def work(database: Database) -> None:
        players = Players(database, seed)
        await players.begin()
        for _ in range(30):
            await players.do_something()
            await check(database)

    with_database(database, work)


def test_results_that_are_taken_from_a_user_no_longer_count(database: str) -> None:
    async def work(database: Database) -> None:
        players = Players(database, 7)
        await players.begin()
        for _ in range(20):
            await players.play()
        everything = update(results).where(results.c.person == "anna").values(person=None)
        names = list(players.games)
        await database.writer.write(ChangedResults(names, [Statement(everything)]))
        await check(database)
        assert (await statistics(database, Requester("anna"), "anna")).games == []
        for table in (totals, streaks):
            left = await database.rows(select(table).where(table.c.person == "anna"))
            assert left == [], "a user who is deleted must not be held by sums"

    with_database(database, work)


def test_the_migration_counts_what_is_there(database: str) -> None:
    engine = open_engine(database)
    migrate(engine)

    async def work(database: Database) -> None:
        players = Players(database, 11)
        await players.begin()
        for _ in range(60):
            await players.play()

    with_database(database, work)
    names = ("totals", "streaks")
    with engine.begin() as connection:
        counted = [sorted(connection.exec_driver_sql(f"SELECT * FROM {n}").all()) for n in names]
        for name in names:
            connection.exec_driver_sql(f"DROP TABLE {name}")
        connection.exec_driver_sql("DROP INDEX ix_results_ranking")
        connection.exec_driver_sql(
            "CREATE INDEX ix_results_day_game_ranking_lot_table_id ON results (day)"
        )
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0005'")
    migrate(engine, "0006")
    with engine.begin() as connection:
        again = [sorted(connection.exec_driver_sql(f"SELECT * FROM {n}").all()) for n in names]
    assert again == counted and all(counted)
    engine.dispose()


@pytest.mark.database
def test_processes_that_end_games_of_one_user_at_once_count_both(postgres: Cluster) -> None:
    """Neither sees what the other has not committed: the second waits and counts all."""

    async def work(database: Database) -> None:
        players = Players(database, 5)
        await players.begin()
        await players.play()
        query = select(results).where(results.c.person.in_(PEOPLE))
        row = (await database.rows(query))[0]._asdict()
        other = open_engine(str(url))
        with other.begin() as elsewhere:
            added = Statement(insert(results), [{**row, "player": 5, "is_won": True}])
            ChangedResults([row["table_id"]], [added]).execute(elsewhere)
            moved = update(results).where(results.c.player == row["player"]).values(points=99)
            here = asyncio.create_task(players.change(row["table_id"], Statement(moved)))
            # Without the lock it would be done long before the other commits.
            await asyncio.wait({here}, timeout=0.3)
        await here
        await check(database)
        other.dispose()

    url = postgres.new_database()
    with_database(url, work)
