"""Can the database be read and written? ``SELECT 1`` succeeds on a full disk and a damaged file."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import keys, metadata
from tavolino.server.storage.writer import ConflictError, Statement

ROW = "probe"
"""The row of ``keys`` that is written."""


class ProbeError(Exception):
    """Why the database cannot be used."""


async def probe(database: Database) -> None:
    """Reads a row of every table, then commits a write."""
    try:
        await asyncio.to_thread(_read, database.engine)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise ProbeError(f"the database cannot be read: {_reason(error)}") from None
    value = {"name": ROW, "value": secrets.token_bytes(8)}
    try:
        await database.writer.write(
            Statement(delete(keys).where(keys.c.name == ROW)), Statement(insert(keys).values(value))
        )
    except ConflictError:
        return  # another process has written the row just now
    except SQLAlchemyError as error:
        raise ProbeError(f"the database cannot be written: {_reason(error)}") from None


def _read(engine: Engine) -> None:
    tables = metadata.sorted_tables
    if engine.dialect.name != "sqlite" or not engine.url.database:
        with engine.connect() as connection:
            for table in tables:
                connection.execute(select(table).limit(1)).all()
        return
    # A new connection reads the file, not the pages that an open one remembers. It must not
    # create the file, should somebody have deleted it.
    file = Path(engine.url.database).resolve().as_uri()
    with closing(sqlite3.connect(f"{file}?mode=rw", uri=True)) as fresh:
        for table in tables:
            fresh.execute(f"SELECT * FROM {table.name} LIMIT 1").fetchall()


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]
