"""Reading and writing record files; a file is written completely or not at all."""

from __future__ import annotations

import errno
import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tavolino.cli.output.terminal import Terminal
from tavolino.game import TavolinoError
from tavolino.record import MAX_BYTES, Record, read_record
from tavolino.translations import texts_of

MAX_TEXT_BYTES = 256 << 20


class FileError(TavolinoError):
    """A file that cannot be read or written."""


def read_file(terminal: Terminal, path: Path) -> Record:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _file_error(terminal, "error.unreadable", path, error) from None
    try:
        return read_record(data)
    except TavolinoError as error:
        sentence = terminal.say("error.bad_record", file=path, why=terminal.reason(error))
        raise FileError(sentence) from error


def read_lines(terminal: Terminal, path: Path) -> list[str]:
    """The lines of a text file."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_TEXT_BYTES + 1)
        if len(data) > MAX_TEXT_BYTES:
            raise FileError(terminal.say("error.too_large", file=path, most=MAX_TEXT_BYTES >> 20))
        # Not splitlines: JSON strings may contain other line separators, such as U+2028.
        lines = data.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
        return lines[:-1] if lines[-1] == "" else lines
    except UnicodeDecodeError:
        raise FileError(terminal.say("error.not_text", file=path)) from None
    except (OSError, ValueError) as error:
        raise _file_error(terminal, "error.unreadable", path, error) from None


def check_readable(terminal: Terminal, path: Path) -> None:
    """Says why a file cannot be opened, before somebody else reads it."""
    try:
        path.open("rb").close()
    except (OSError, ValueError) as error:
        raise _file_error(terminal, "error.unreadable", path, error) from None


def check_writable(
    terminal: Terminal, path: Path, force: bool, exists: str = "error.file_exists"
) -> None:
    """Checks before long work that its result can be written afterwards."""
    try:
        if path.is_dir():
            raise FileError(terminal.say("error.is_directory", file=path))
        if os.path.lexists(path) and not path.is_file():
            raise FileError(terminal.say("error.not_regular", file=path))
        if path.exists() and not force:
            raise FileError(terminal.say(exists, file=path))
        if not path.parent.is_dir():
            raise FileError(terminal.say("error.no_directory", file=path, directory=path.parent))
        with temporary_file(path):
            pass
    except (OSError, ValueError) as error:
        raise _file_error(terminal, "error.unwritable", path, error) from None


def write_file(terminal: Terminal, path: Path, record: Record, force: bool = False) -> None:
    """Writes a temporary file and renames it, so that a crash never leaves half a record."""
    check_writable(terminal, path, force, "error.record_exists")
    try:
        with temporary_file(path) as new:
            new.write_bytes(str(record).encode())
            new.chmod(0o644)
            new.replace(path.resolve())
    except (OSError, ValueError) as error:
        raise _file_error(terminal, "error.unwritable", path, error) from None


@contextmanager
def temporary_file(path: Path) -> Iterator[Path]:
    """A temporary file in the directory of ``path``, deleted at the end unless renamed."""
    target = path.resolve()
    number, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
    os.close(number)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _file_error(terminal: Terminal, key: str, path: Path, error: Exception) -> FileError:
    if isinstance(error, FileError):
        return error
    return FileError(terminal.say(key, file=path, why=reason(terminal, error)))


def reason(terminal: Terminal, error: Exception) -> str:
    """The system's error message, translated if there is a translation."""
    if not isinstance(error, OSError):
        return terminal.say("errno.name")
    is_name = isinstance(error, socket.gaierror)  # which has numbers of its own
    key = f"errno.{'unknown_host' if is_name else errno.errorcode.get(error.errno or 0)}"
    return terminal.say(key) if key in texts_of(terminal.lang) else error.strerror or str(error)
