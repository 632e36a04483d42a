"""``--save``: every game that was played stays in a file, however the player leaves."""

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
        self.kept = 0
        """Games that are in their files."""

    def keep(self, table: PracticeGame) -> str | None:
        """Write the game; the sentence that says where, or None if there is nothing to write.

        A deal that nobody touched is written only if it is all there is.
        """
        if self.path is None or (self.kept and not table.played):
            return None
        path = self._next(self.path)
        try:
            write_file(self.terminal, path, table.record, self.force)
        except FileError as error:
            return self._elsewhere(table, error)
        self.kept += 1
        return self.terminal.say("table.saved", file=path)

    def _next(self, path: Path) -> Path:
        """FILE, then FILE-2, FILE-3, …: those that exist already are left alone."""
        number, file = self.kept + 1, path
        while number > 1:
            file = path.with_stem(f"{path.stem}-{number}")
            if self.force or not file.exists():
                break
            number += 1
        return file

    def _elsewhere(self, table: PracticeGame, error: FileError) -> str | None:
        """The disk may be full by now: the game is not lost for that."""
        terminal = self.terminal
        while terminal.is_live:
            terminal.print(Text(f" {error}", "bold red"))
            name = terminal.ask(f" {terminal.say('table.save_elsewhere')}")
            if not name:
                break
            try:
                write_file(terminal, Path(name), table.record)
            except FileError as again:
                error = again
            else:
                return terminal.say("table.saved", file=name)
        terminal.print_plain(str(table.record).rstrip("\n"))
        raise error


@contextmanager
def leaving_in_order() -> Iterator[None]:
    """A closed window or a ``kill`` ends the game like ``q``, so that it is kept."""

    def leave(number: int, _: object) -> None:
        sys.exit(128 + number)

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
