"""Replaces a server's SQLite file by a backup, completely or not at all."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tavolino.errors import TavolinoError
from tavolino.server.storage.database import backup, newest_revision


class NotABackupError(TavolinoError):
    """The file is not a database of this program."""


class NewerBackupError(TavolinoError):
    """The backup was made by a newer version, whose tables this one does not know."""


def check_backup(file: Path) -> None:
    """Raises an error unless this is an intact database of this version or an older one."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            ((result,), *_) = database.execute("PRAGMA integrity_check").fetchall()
            revisions = database.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.Error as error:
        raise NotABackupError(str(error)) from None
    if result != "ok":
        raise NotABackupError("database disk image is malformed")
    if len(revisions) != 1:
        raise NotABackupError("no version")
    if revisions[0][0] > newest_revision():
        raise NewerBackupError(str(file))


def restore(source: Path, target: Path) -> None:
    """Copies a backup over the database of a server that does not run."""
    new = target.with_name(f".{target.name}.restored")
    try:
        new.unlink(missing_ok=True)
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        backup(source, new)
        _empty_wal(target)
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)


def _empty_wal(database: Path) -> None:
    """Otherwise SQLite would apply the old write-ahead log to the new file."""
    with suppress(sqlite3.Error):  # a damaged database is why one restores a backup
        if database.exists():
            with closing(sqlite3.connect(database)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
