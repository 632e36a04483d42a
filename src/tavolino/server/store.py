"""The database of a server: opened, migrated, read in threads, written by one writer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import Connection, Engine, Row, Select, create_engine, event, make_url

from tavolino.server.writer import Writer

T = TypeVar("T")

MIGRATIONS = Path(__file__).parent / "migrations"


class Store:
    """Reads go to a pool of connections in threads; writes to ``writer``, one after the other."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self.engine, self.writer = engine, writer

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        def read() -> Sequence[Row[Any]]:
            with self.engine.connect() as connection:
                return connection.execute(query).all()

        return await asyncio.to_thread(read)

    async def row(self, query: Select[Any]) -> Row[Any] | None:
        rows = await self.rows(query)
        return rows[0] if rows else None

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()


def open_store(url: str) -> Store:
    """To be called in the event loop that will use it. The schema is brought up to date."""
    engine = open_engine(url)
    migrate(engine)
    return Store(engine, Writer(engine, asyncio.get_running_loop()))


def open_engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_size=8, pool_pre_ping=True)
    engine = create_engine(url, pool_size=8, connect_args={"timeout": 30})
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Readers beside the writer (WAL), and a commit is on the disk before it is answered."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: Engine, revision: str = "head") -> None:
    with engine.begin() as connection:
        _with_alembic(connection, revision)


def _with_alembic(connection: Connection, revision: str) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def backup(source: Path, target: Path) -> None:
    """A copy of a SQLite database while a server writes to it."""
    with sqlite3.connect(source) as database, sqlite3.connect(target) as copy:
        database.backup(copy)
