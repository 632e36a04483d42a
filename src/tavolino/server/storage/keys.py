"""The server's secrets, made on the first start."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import insert, select

from tavolino.server.storage.database import Database
from tavolino.server.storage.schema import keys
from tavolino.server.storage.writer import ConflictError, Statement


async def stored_key(database: Database, name: str, create: Callable[[], bytes]) -> bytes:
    """If several processes create one, the first to write wins."""
    query = select(keys.c.value).where(keys.c.name == name)
    if await database.row(query) is None:
        try:
            key = {"name": name, "value": create()}
            await database.writer.write(Statement(insert(keys), [key]))
        except ConflictError:
            pass
    row = await database.row(query)
    assert row is not None
    return bytes(row.value)
