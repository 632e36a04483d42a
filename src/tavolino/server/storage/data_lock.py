"""The lock of a data folder: two servers on one SQLite file would not see each other's moves.

The system releases the lock when the process ends, however it ends. Servers that share a database
by way of Redis notify each other, so they need no lock.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from tavolino.errors import TavolinoError
from tavolino.server.config import Config


class RunningServer(NamedTuple):
    """Who holds a data folder; empty if it has not said so yet."""

    url: str = ""
    pid: int = 0


class DataInUseError(TavolinoError):
    def __init__(self, file: Path, holder: RunningServer) -> None:
        super().__init__(f"the database {file} is in use by the server at {holder.url}")
        self.file, self.holder = file, holder


def check_free(config: Config) -> None:
    """Raises ``DataInUseError`` if a server runs here; creates nothing."""
    if (file := _locked_file(config)) and _lock_of(file).exists():
        with _held(file):
            pass


@contextmanager
def holding(config: Config, url: str) -> Iterator[None]:
    """Holds the data folder for the server at ``url``, or raises ``DataInUseError``."""
    file = _locked_file(config)
    if file is None or not file.parent.is_dir():
        yield
        return
    with _held(file):
        _holder_of(file).write_text(json.dumps(RunningServer(url, os.getpid())._asdict()))
        try:
            yield
        finally:
            _holder_of(file).unlink(missing_ok=True)


def _locked_file(config: Config) -> Path | None:
    """The SQLite file that one process must have for itself."""
    with suppress(ArgumentError):  # reported when the database is opened
        url = make_url(config.url)
        if url.get_backend_name() == "sqlite" and url.database and not config.redis:
            return Path(url.database)
    return None


@contextmanager
def _held(file: Path) -> Iterator[None]:
    try:
        with FileLock(_lock_of(file), timeout=0):
            yield
    except Timeout:
        raise DataInUseError(file, _holder(file)) from None


def _holder(file: Path) -> RunningServer:
    with suppress(OSError, ValueError, TypeError):
        return RunningServer(**json.loads(_holder_of(file).read_text()))
    return RunningServer()


def _lock_of(file: Path) -> Path:
    return file.with_suffix(".lock")


def _holder_of(file: Path) -> Path:
    """Apart from the lock, which is emptied whenever somebody tries it."""
    return file.with_suffix(".server.json")
