"""``tavolino backup``: copies the server's database, even while the server is running."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Annotated

import typer

from tavolino.cli.arguments import file_path, terminal_of
from tavolino.cli.output.files import FileError, check_writable, reason, temporary_file
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.server.serve import DataDirectory

app = typer.Typer()


@app.command("backup", help="help.backup")
def backup_command(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="help.backup_file", parser=file_path)
    ],
    data: DataDirectory = None,
    force: Annotated[bool, typer.Option("--force", metavar="", help="help.overwrite")] = False,
) -> None:
    from tavolino.server.config import Config, default_data

    terminal = terminal_of(context)
    source = Config(data or default_data()).data / "tavolino.db"
    if not source.is_file():
        raise FileError(terminal.say("error.no_database", file=source))
    if os.path.lexists(file) and not force:
        raise FileError(terminal.say("error.file_exists", file=file))
    check_writable(terminal, file, force=True)
    _copy(terminal, source, file)
    terminal.print_sentence(terminal.say("backup.done", file=file, n=file.stat().st_size // 1024))


def _copy(terminal: Terminal, source: Path, file: Path) -> None:
    from tavolino.server.storage.database import backup

    try:
        with temporary_file(file) as copy:
            backup(source, copy)
            copy.replace(file.resolve())
    except OSError as error:
        message = terminal.say("error.unwritable", file=file, why=reason(terminal, error))
        raise FileError(message) from None
    except sqlite3.Error as error:
        raise FileError(
            terminal.say("error.backup", file=source, why=terminal.reason(error))
        ) from None
