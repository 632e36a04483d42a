"""The server's database: opening, migrating, backing up, reading in threads."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Select,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import OperationalError

from tavolino.server.queues.fair_pool import FairThreads
from tavolino.server.queues.fair_queue import SERVER, Requester
from tavolino.server.storage.database.clock import DatabaseClock
from tavolino.server.storage.database.hung_connections import HungConnections
from tavolino.server.storage.writer import Writer

T = TypeVar("T")

SHORT_THREADS, LONG_THREADS, TABLE_THREADS = 4, 2, 2
"""Together as many as the connections that are kept open."""
MAX_TABLES = 10_000
"""That may wait to be loaded: a server that starts again loads every running one."""
MAX_SHORT, MAX_SHORT_OF_OWNER = 40_000, 4_000
"""Queries that may wait: everybody comes back when a server starts again."""
MAX_LONG, MAX_LONG_OF_OWNER = 256, 64
MIGRATIONS = Path(__file__).parents[1] / "migrations"
POOL_SECONDS = 5
"""How long a query waits for a connection."""
HUNG_SECONDS = 8.0
"""A statement without an answer: the connection is cut, and the caller is told."""
AWAY_SECONDS = 1.0
"""From an attempt to connect that failed to the next one."""
POSTGRES = {
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
    "options": "-c statement_timeout=6s -c idle_in_transaction_session_timeout=15s",
}
"""Of libpq. A network that is cut shows within five seconds."""


class Database:
    """Reads use a pool of connections in threads; all writes go through ``writer``.

    Each kind of read has threads of its own, so that a new guest does not wait until somebody's
    long table is loaded; and all who ask have fair shares of these threads.
    """

    def __init__(self, engine: Engine) -> None:
        """In the event loop that will use it."""
        self.engine, self.hung = engine, HungConnections(engine, HUNG_SECONDS)
        self.writer = Writer(engine, asyncio.get_running_loop(), self.hung.watched)
        self.clock = DatabaseClock()
        self._failed_at = -AWAY_SECONDS
        self.tables = FairThreads(TABLE_THREADS, "table", MAX_TABLES, MAX_TABLES)
        """Loads tables: the rules play the whole log."""
        self.queries = FairThreads(SHORT_THREADS, "query", MAX_SHORT, MAX_SHORT_OF_OWNER)
        self.lists = FairThreads(LONG_THREADS, "list", MAX_LONG, MAX_LONG_OF_OWNER)
        """Queries whose time depends on how much somebody has played."""

    async def rows(
        self, query: Select[Any], requester: Requester = SERVER, *, is_long: bool = False
    ) -> Sequence[Row[Any]]:
        """For the user of ``requester``. ``is_long``: in the threads for ``lists``."""

        def read() -> Sequence[Row[Any]]:
            with self.connect() as connection:
                return connection.execute(query).all()

        return await (self.lists if is_long else self.queries).run(requester, read)

    async def row(
        self, query: Select[Any], requester: Requester = SERVER, *, is_long: bool = False
    ) -> Row[Any] | None:
        rows = await self.rows(query, requester, is_long=is_long)
        return rows[0] if rows else None

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """For a thread; a database that does not answer raises an error."""
        with self._connected() as connection, self.hung.watched(connection):
            yield connection

    def _connected(self) -> Connection:
        """Where one has just waited in vain, those after it do not wait as well."""
        if time.monotonic() - self._failed_at < AWAY_SECONDS:
            error = ConnectionError("the database could not be reached just now")
            raise OperationalError("connect", None, error)
        try:
            return self.engine.connect()
        except OperationalError:
            self._failed_at = time.monotonic()
            raise

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection whose queries all see the same state of the database."""
        with self.connect() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    async def run(self, read: Callable[[Connection], T], requester: Requester = SERVER) -> T:
        """Several short queries, one after the other, in a thread."""

        def work() -> T:
            with self.connect() as connection:
                return read(connection)

        return await self.queries.run(requester, work)

    async def read_clock(self) -> None:
        """Asks the database what time it is."""
        if self.engine.dialect.name != "sqlite":
            await self.queries.run(SERVER, self._read_clock)

    def _read_clock(self) -> None:
        with self.connect() as connection:
            self.clock.read(connection)

    def close(self) -> None:
        self.writer.close()
        # A thread that still reads would return its connection to a pool that nobody closes.
        for threads in (self.tables, self.queries, self.lists):
            threads.close(wait=True)
        self.hung.close()
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Opens and migrates the database. To be called in the event loop that will use it."""
    engine = open_engine(url)
    migrate(engine)
    return Database(engine)


def open_engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_size=9, connect_args=POSTGRES, pool_timeout=POOL_SECONDS)
    engine = create_engine(url, pool_size=8, connect_args={"timeout": 30})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Readers do not block the writer (WAL); a commit is on disk before it is acknowledged."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: Engine, revision: str = "head") -> None:
    with engine.begin() as connection:
        if revision != "head" or _revision(connection) != newest_revision():
            if connection.dialect.name == "sqlite":
                # Otherwise SQLite would keep the part of a migration that was interrupted.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                # One process migrates, the others wait for it; that may take a while.
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(7421365)"))
            _with_alembic(connection, revision)


def newest_revision() -> str:
    """File names of migrations begin with their revision."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("0*.py"))


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _with_alembic(connection: Connection, revision: str) -> None:
    # Imported here because a server whose database is up to date starts faster without it.
    from alembic import command
    from alembic.config import Config as AlembicConfig

    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def backup(source: Path, target: Path) -> None:
    """Copies a SQLite database into one consistent file, even while a server writes to it."""
    reading = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    with closing(reading) as database, closing(sqlite3.connect(target)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        ((result,), *_) = copy.execute("PRAGMA integrity_check").fetchall()
        if result != "ok":
            raise sqlite3.DatabaseError(result)
