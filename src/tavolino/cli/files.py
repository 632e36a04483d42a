"""Records as files: read whole, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tavolino.cli.terminal import Terminal
from tavolino.game import TavolinoError
from tavolino.record import MAX_BYTES, Record, read_record


class FileError(TavolinoError):
    """A file that cannot be read or written."""


def read_file(terminal: Terminal, path: Path) -> Record:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FileError(terminal.say("error.unreadable", file=path, why=_why(error))) from None
    try:
        return read_record(data)
    except TavolinoError as error:
        sentence = terminal.say("error.bad_record", file=path, why=error)
        raise FileError(sentence) from error


def read_lines(terminal: Terminal, path: Path) -> list[str]:
    """The lines of a text, without an empty one at its end."""
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise FileError(terminal.say("error.not_text", file=path)) from None
    except (OSError, ValueError) as error:
        raise FileError(terminal.say("error.unreadable", file=path, why=_why(error))) from None


def check_writable(terminal: Terminal, path: Path, force: bool) -> None:
    """Refuse before the game what could not be written after it."""
    try:
        if path.is_dir():
            raise FileError(terminal.say("error.is_directory", file=path))
        if path.exists() and not force:
            raise FileError(terminal.say("error.exists", file=path))
        if not path.parent.is_dir():
            raise FileError(terminal.say("error.no_directory", file=path, directory=path.parent))
    except OSError as error:
        raise FileError(terminal.say("error.unwritable", file=path, why=_why(error))) from None


def write_file(terminal: Terminal, path: Path, record: Record, force: bool = False) -> None:
    """Beside the file first, then in its place: a cut never leaves half a record."""
    check_writable(terminal, path, force)
    beside = ""
    try:
        number, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:50]}.")
        with open(number, "w", encoding="utf-8", newline="") as file:
            file.write(str(record))
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except (OSError, ValueError) as error:
        if beside:
            os.unlink(beside)
        raise FileError(terminal.say("error.unwritable", file=path, why=_why(error))) from None


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
