"""Databases that have the newest schema already: to migrate one takes longer than most tests."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from tavolino.server.config import Config
from tavolino.server.storage.database import migrate, open_engine


def place_database(config: Config) -> None:
    """In a data folder that has none; a database server is not touched."""
    file = config.data / "tavolino.db"
    if not config.database and not file.exists():
        config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.write_bytes(_empty_file())


@cache
def _empty_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        migrate_database(f"sqlite:///{file}")
        return file.read_bytes()


def migrate_database(url: str) -> None:
    engine = open_engine(url)
    migrate(engine)
    engine.dispose()
