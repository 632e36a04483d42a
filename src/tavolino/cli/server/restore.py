"""``tavolino restore``: puts a backup in the place of the server's database."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Annotated

import typer

from tavolino.cli.arguments import file_path, terminal_of
from tavolino.cli.output.files import FileError, reason
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.server.serve import DataDirectory

app = typer.Typer()


@app.command("restore", help="help.restore")
def restore_command(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="help.restore_file", parser=file_path)
    ],
    data: DataDirectory = None,
    force: Annotated[bool, typer.Option("--force", metavar="", help="help.restore_force")] = False,
) -> None:
    from tavolino.server.config import Config, default_data
    from tavolino.server.storage.data_lock import DataInUseError, holding

    terminal = terminal_of(context)
    config = Config(data or default_data())
    target = config.data / "tavolino.db"
    _check(terminal, file)
    try:
        config.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with holding(config, url=""):
            if target.exists() and not force:
                raise FileError(terminal.say("error.restore_exists", file=target))
            _restore(terminal, file, target)
    except DataInUseError as error:
        holder = error.holder
        who = {"file": error.file, "url": holder.url or "?", "pid": holder.pid or "?"}
        raise FileError(terminal.say("error.restore_running", **who)) from None
    except OSError as error:
        message = terminal.say("error.data", directory=config.data, why=reason(terminal, error))
        raise FileError(message) from None
    size = target.stat().st_size // 1024
    terminal.print_sentence(terminal.say("restore.done", file=target, n=size))


def _check(terminal: Terminal, file: Path) -> None:
    """Reports a bad backup before anything is changed."""
    from tavolino.server.storage.restore import NewerBackupError, NotABackupError, check_backup

    if not file.is_file():
        raise FileError(terminal.say("error.no_backup", file=file))
    try:
        check_backup(file)
    except NotABackupError as error:
        why = terminal.reason(error)
        raise FileError(terminal.say("error.not_a_backup", file=file, why=why)) from None
    except NewerBackupError:
        raise FileError(terminal.say("error.newer_backup", file=file)) from None


def _restore(terminal: Terminal, file: Path, target: Path) -> None:
    from tavolino.server.storage.restore import restore

    try:
        restore(file, target)
    except sqlite3.Error as error:
        raise FileError(
            terminal.say("error.backup", file=file, why=terminal.reason(error))
        ) from None
