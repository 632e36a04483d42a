"""``--save``: writes every played game to a file, however the player quits."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.text import Text

from tavolino.cli.output.files import FileError, write_file
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.game import PracticeGame


class AutoSave:
    def __init__(self, terminal: Terminal, path: Path | None = None, force: bool = False) -> None:
        self.terminal, self.path, self.force = terminal, path, force
        self.saved = 0
        """Number of games written."""

    def save(self, practice: PracticeGame) -> str | None:
        """Writes the game; returns a sentence with the file, or None if nothing was written.

        A deal without moves is written only if no other game was.
        """
        if self.path is None or (self.saved and not practice.played):
            return None
        path = self._next(self.path)
        try:
            write_file(self.terminal, path, practice.record, self.force)
        except FileError as error:
            return self._save_elsewhere(practice, error)
        self.saved += 1
        return self.terminal.say("table.saved", file=path)

    def _next(self, path: Path) -> Path:
        """FILE, then FILE-2, FILE-3, …; skips files that exist."""
        number, file = self.saved + 1, path
        while number > 1:
            file = path.with_stem(f"{path.stem}-{number}")
            if self.force or not file.exists():
                break
            number += 1
        return file

    def _save_elsewhere(self, practice: PracticeGame, error: FileError) -> str | None:
        """Asks for another file, for instance if the disk is full; finally prints the record."""
        terminal = self.terminal
        while terminal.is_live:
            terminal.print(Text(f" {error}", "bold red"))
            name = terminal.ask(f" {terminal.say('table.save_elsewhere')}")
            if not name:
                break
            try:
                write_file(terminal, Path(name), practice.record)
            except FileError as next_error:
                error = next_error
            else:
                return terminal.say("table.saved", file=name)
        terminal.print_plain(str(practice.record).rstrip("\n"))
        raise error


@contextmanager
def exiting_on_signals() -> Iterator[None]:
    """Turns SIGTERM and SIGHUP into SystemExit, so that the game is saved."""

    def on_signal(number: int, _: object) -> None:
        sys.exit(128 + number)

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, on_signal) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
