"""A database that cannot be reached: many ask, few wait."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from support.servers.process import free_port

from tavolino.server.queues.fair_queue import SERVER
from tavolino.server.storage import database as database_module
from tavolino.server.storage.database import TABLE_THREADS, Database, open_engine
from tavolino.server.storage.writer import Statement, Writer


def test_those_who_ask_after_a_failure_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each table of a process that is cut off would wait for its own three seconds."""
    engine = open_engine(f"postgresql+psycopg://nobody@127.0.0.1:{free_port()}/nothing")
    attempts = list[int]()
    plain = engine.connect

    def connect() -> object:
        attempts.append(1)
        return plain()

    monkeypatch.setattr(engine, "connect", connect)

    monkeypatch.setattr(database_module, "AWAY_SECONDS", 3600.0)

    async def scenario() -> None:
        database = Database(engine)

        def read() -> None:
            with database.connect() as connection:
                connection.execute(text("SELECT 1"))

        asking = (database.tables.run(SERVER, read) for _ in range(50))
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert all(isinstance(answer, OperationalError) for answer in answers)
        assert 1 <= len(attempts) <= TABLE_THREADS
        database.close()

    asyncio.run(scenario())


def test_the_writer_survives_a_database_that_is_away_from_the_beginning(tmp_path: Path) -> None:
    place = tmp_path / "later"

    async def scenario() -> None:
        writer = Writer(open_engine(f"sqlite:///{place / 'database'}"), asyncio.get_running_loop())
        statement = Statement(text("CREATE TABLE written (one INTEGER)"))
        with pytest.raises(OperationalError):
            await writer.write(statement)
        place.mkdir()
        await writer.write(statement)
        writer.close()

    asyncio.run(scenario())
