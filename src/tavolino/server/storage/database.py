"""The server's database: opening, migrating, backing up, reading in threads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
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

from tavolino.server.queues.fair_pool import FairThreads
from tavolino.server.storage.writer import Writer

T = TypeVar("T")

SHORT_THREADS, LONG_THREADS, TABLE_THREADS = 4, 2, 2
"""Together as many as the connections that are kept open."""
MAX_TABLES = 10_000
"""That may wait to be loaded: a server that starts again loads every running one."""
MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """Reads use a pool of connections in threads; all writes go through ``writer``.

    Each kind of read has threads of its own, so that a new guest does not wait until somebody's
    long table is loaded.
    """

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self.engine, self.writer = engine, writer
        self.tables = FairThreads(TABLE_THREADS, "table", MAX_TABLES, MAX_TABLES)
        """Loads tables: the rules play the whole log."""
        self._short = ThreadPoolExecutor(SHORT_THREADS, "tavolino-query")
        self._long = ThreadPoolExecutor(LONG_THREADS, "tavolino-list")

    async def rows(self, query: Select[Any], *, is_long: bool = False) -> Sequence[Row[Any]]:
        """``is_long`` for queries whose time depends on how much somebody has played."""

        def read() -> Sequence[Row[Any]]:
            with self.engine.connect() as connection:
                return connection.execute(query).all()

        threads = self._long if is_long else self._short
        return await asyncio.get_running_loop().run_in_executor(threads, read)

    async def row(self, query: Select[Any], *, is_long: bool = False) -> Row[Any] | None:
        rows = await self.rows(query, is_long=is_long)
        return rows[0] if rows else None

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection whose queries all see the same state of the database."""
        with self.engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            else:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    def close(self) -> None:
        self.writer.close()
        self.tables.close()
        for threads in (self._short, self._long):
            threads.shutdown(cancel_futures=True)
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Opens and migrates the database. To be called in the event loop that will use it."""
    engine = open_engine(url)
    migrate(engine)
    return Database(engine, Writer(engine, asyncio.get_running_loop()))


def open_engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_size=8, pool_pre_ping=True)
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
