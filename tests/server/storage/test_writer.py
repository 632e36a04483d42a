"""The writer: group commits, conflicts, errors."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import DBAPIError
from support.fixtures import with_database

from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import entries, keys
from tavolino.server.storage.writer import ConflictError, LogRow, Statement, Work


def entry(table: str, seq: int, said: str = "x") -> LogRow:
    return (table, seq, 1, said, None, False)


def key(name: str, value: bytes = b"v") -> Statement:
    return Statement(insert(keys), [{"name": name, "value": value}])


async def log_of(database: Database, table: str) -> list[tuple[int, str]]:
    query = select(entries.c.seq, entries.c.text).where(entries.c.table_id == table)
    return [(row.seq, row.text) for row in await database.rows(query.order_by(entries.c.seq))]


class SlowCommit:
    """The first commit waits until it is let go, as if the disk were slow."""

    def __init__(self, database: Database) -> None:
        self.has_begun, self._may_end = threading.Event(), threading.Event()
        self._watched = database.writer._watched
        database.writer._watched = self._slowed

    @contextmanager
    def _slowed(self, connection: Connection) -> Iterator[None]:
        with self._watched(connection):
            self.has_begun.set()
            assert self._may_end.wait(30)
            yield

    def let_go(self) -> None:
        self._may_end.set()


def test_work_submitted_during_a_commit_is_committed_together(database: str) -> None:
    async def work(database: Database) -> None:
        slow = SlowCommit(database)
        first = asyncio.create_task(database.writer.write(log=[entry("a", 0)]))
        await asyncio.to_thread(slow.has_begun.wait)
        rest = [
            asyncio.create_task(database.writer.write(log=[entry(f"b{n}", 0)])) for n in range(20)
        ]
        await asyncio.sleep(0)
        assert not first.done()
        slow.let_go()
        await asyncio.gather(first, *rest)
        assert database.writer.commits == 2
        assert len(await database.rows(select(entries))) == 21

    with_database(database, work)


def test_rows_are_written_in_one_order_by_all_processes(database: str) -> None:
    """Two processes that write rows of the same tables would wait for each other's locks."""

    async def work(database: Database) -> None:
        slow = SlowCommit(database)
        first = asyncio.create_task(database.writer.write(log=[entry("z", 0)]))
        await asyncio.to_thread(slow.has_begun.wait)
        works = (entry("c", 1), entry("b", 0)), (entry("a", 3), entry("a", 2)), (entry("b", 1),)
        rest = [asyncio.create_task(database.writer.write(log=rows)) for rows in works]
        await asyncio.sleep(0)
        slow.let_go()
        await asyncio.gather(first, *rest)
        place = "rowid" if database.engine.dialect.name == "sqlite" else "ctid"
        with database.connect() as connection:
            stored = connection.execute(text(f"SELECT table_id, seq FROM entries ORDER BY {place}"))
            assert [tuple(row) for row in stored] == [
                ("z", 0),
                *[("a", 2), ("a", 3), ("b", 0), ("b", 1), ("c", 1)],
            ]

    with_database(database, work)


def test_a_conflict_does_not_affect_its_group(database: str) -> None:
    async def work(database: Database) -> None:
        await database.writer.write(log=[entry("a", 0, "first")])
        slow = SlowCommit(database)
        begun = asyncio.create_task(database.writer.write(key("k")))
        await asyncio.to_thread(slow.has_begun.wait)
        group = [
            asyncio.create_task(database.writer.write(log=[entry("a", 0, "late")])),
            asyncio.create_task(database.writer.write(log=[entry("b", 0, "good")])),
            # All of a work or nothing: its entry is new, its key is taken.
            asyncio.create_task(database.writer.write(key("k"), log=[entry("c", 0)])),
            asyncio.create_task(database.writer.write(log=[entry("b", 1, "good")])),
        ]
        await asyncio.sleep(0)
        slow.let_go()
        await begun
        outcome = await asyncio.gather(*group, return_exceptions=True)
        assert [type(one) for one in outcome] == [
            ConflictError,
            type(None),
            ConflictError,
            type(None),
        ]
        assert await log_of(database, "a") == [(0, "first")]
        assert await log_of(database, "b") == [(0, "good"), (1, "good")]
        assert await log_of(database, "c") == []

    with_database(database, work)


def test_of_two_writes_with_one_key_the_first_wins(database: str) -> None:
    async def work(database: Database) -> None:
        tries = [database.writer.write(log=[entry("a", 0, f"{n}")]) for n in range(8)]
        outcome = await asyncio.gather(*tries, return_exceptions=True)
        assert [one is None for one in outcome] == [True] + [False] * 7
        assert await log_of(database, "a") == [(0, "0")]

    with_database(database, work)


def test_results_come_in_order_in_the_loop_and_after_the_commit(database: str) -> None:
    async def work(database: Database) -> None:
        answered: list[tuple[int, int]] = []
        all_done = asyncio.Event()

        def done_of(n: int) -> Any:
            def done(error: Exception | None) -> None:
                assert error is None
                assert threading.current_thread() is threading.main_thread()
                with database.engine.connect() as other:
                    seen = len(other.execute(select(entries)).all())
                answered.append((n, seen))
                if n == 49:
                    all_done.set()

            return done

        for n in range(50):
            database.writer.submit(Work([entry("a", n)]), done_of(n))
        await asyncio.wait_for(all_done.wait(), 30)
        assert [n for n, _ in answered] == list(range(50))
        assert all(seen > n for n, seen in answered)

    with_database(database, work)


def test_a_condition_that_does_not_hold_is_a_conflict(database: str) -> None:
    async def work(database: Database) -> None:
        await database.writer.write(key("k", b"old"))

        def change(was: bytes) -> Statement:
            statement = update(keys).where(keys.c.name == "k", keys.c.value == was)
            return Statement(statement.values(value=b"new"), must_change=True)

        await database.writer.write(change(b"old"))
        with pytest.raises(ConflictError):
            await database.writer.write(change(b"old"), log=[entry("a", 0)])
        assert await log_of(database, "a") == []

    with_database(database, work)


def test_closing_commits_what_was_submitted(database: str) -> None:
    async def submit(database: Database) -> None:
        for n in range(200):
            database.writer.submit(Work([entry("a", n)]), lambda error: None)

    async def look(database: Database) -> int:
        return len(await log_of(database, "a"))

    with_database(database, submit)
    assert with_database(database, look) == 200


def test_an_invalid_statement_does_not_stop_the_writer(database: str) -> None:
    async def work(database: Database) -> None:
        with pytest.raises(Exception, match=r".") as caught:
            await database.writer.write(log=[entry("a", 1 << 70)])
        assert not isinstance(caught.value, ConflictError)
        await database.writer.write(log=[entry("a", 0)])
        assert await log_of(database, "a") == [(0, "x")]

    with_database(database, work)


def test_the_writer_reconnects_after_the_database_disconnects(postgres: Any) -> None:
    async def work(database: Database) -> None:
        await database.writer.write(log=[entry("a", 0)])
        hang_up = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        with database.engine.connect() as other:
            other.execute(text(hang_up))
        with pytest.raises(DBAPIError):
            await database.writer.write(log=[entry("a", 1)])
        await database.writer.write(log=[entry("a", 1)])
        assert await log_of(database, "a") == [(0, "x"), (1, "x")]

    with_database(postgres.new_database(), work)
