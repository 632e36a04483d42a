"""The terminal: translated output and typed input."""

from __future__ import annotations

import codecs
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from typing import TextIO

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.segment import Segment
from rich.text import Text

from tavolino.catalogue import entry_of
from tavolino.translations import LANGUAGES, find_text, text, title_of
from tavolino.translations.errors import translate_error

MIN_WIDTH = 80
"""A narrower terminal has to wrap lines itself; nothing is cut off."""


class Terminal:
    def __init__(self, lang: str = LANGUAGES[0]) -> None:
        self.lang = lang
        self.console = _Console(sys.stdout)
        self.is_live = sys.stdin.isatty() and self.console.is_terminal
        """Interactive, with a screen that may be cleared; otherwise lines in and lines out."""

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, key: str, **values: object) -> str:
        return text(self.lang, key, **values)

    def reason(self, error: Exception) -> str:
        """What an error says, in the user's language."""
        return translate_error(self.lang, str(error))

    def title_of(self, game: str) -> str:
        return title_of(self.lang, game)

    def deal_of(self, game: str, number: int) -> str:
        """The deal of a card game, or the game, by its number."""
        return self.say("table.deal" if entry_of(game).has_cards else "table.game", n=number)

    def level_of(self, bot: str) -> str:
        """The level of a bot in words; the bots of other packages have their names only."""
        return find_text(self.lang, f"level.{bot}") or bot.rpartition(":")[2]

    def print(self, what: RenderableType = "") -> None:
        what = Text(what) if isinstance(what, str) else what
        if self.console.is_terminal:
            self.console.print(what)
            return
        with self.console.capture() as printed:
            self.console.print(what)
        for line in printed.get().splitlines():
            self.print_plain(line.rstrip())

    def print_sentence(self, sentence: str, style: str = "") -> None:
        self.print(Padding(Text(sentence, style), (0, 1), expand=False))

    def print_paged(self, what: RenderableType) -> None:
        """Like ``print``, but waits for Enter after each screenful."""
        room = self.console.height - 2
        lines = self.console.render_lines(what, pad=False) if self.is_live else []
        if len(lines) <= room:
            return self.print(what)
        for start in range(0, len(lines), room):
            if start and self.ask(f" {self.say('table.more')}") is None:
                return
            self.console.print(Lines(lines[start : start + room]))

    def print_plain(self, line: str) -> None:
        """A line for scripts: never wrapped, never coloured."""
        sys.stdout.write(f"{line}\n")

    def clear(self) -> None:
        if self.is_live:
            self.console.clear()
        else:
            self.print()

    def warn_if_narrow(self) -> None:
        columns = self.console.columns
        if self.console.is_terminal and columns < MIN_WIDTH:
            self.print_sentence(self.say("table.narrow", wanted=MIN_WIDTH, got=columns))

    def ask(self, prompt: str) -> str | None:
        """The typed line, stripped; None at the end of the input."""
        sys.stdout.flush()
        if not self.is_live:
            line = sys.stdin.readline()
            return printable(line.strip()) if line else None
        self.warn_if_narrow()  # visible here, even if earlier lines have scrolled away
        with suppress(ImportError):
            importlib.import_module("readline")  # for arrow keys in ``input``
        try:
            return printable(input(f"{prompt} ").strip())
        except EOFError:
            self.print()
            return None
        except KeyboardInterrupt:
            self.print()  # the next output begins on a new line
            raise

    @contextmanager
    def thinking(self, why: str | None = None) -> Iterator[None]:
        """Shows a spinner while the player waits for a search."""
        if not self.is_live:
            yield
            return
        with self.console.status(why or self.say("table.thinking")):
            yield

    @contextmanager
    def compiling(self, seconds: float) -> Iterator[None]:
        """Says on stderr how long the compiler will take, and in a terminal how long it has."""
        errors = Console(stderr=True, highlight=False)
        notice = self.say("table.compiling", n=max(1, round(seconds)))
        if not errors.is_terminal:
            errors.print(notice, soft_wrap=True)
            yield
            return
        columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
        with Progress(*columns, console=errors, transient=True) as progress:
            progress.add_task(notice)
            yield


def printable(text: str) -> str:
    """Replaces control characters."""
    return "".join(character if character.isprintable() else "?" for character in text)


class Lines(list[list[Segment]]):
    """Rendered lines that can be printed."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for line in self:
            yield from line
            yield Segment.line()


class _Console(Console):
    """Never renders narrower than ``MIN_WIDTH``; a narrow terminal wraps lines itself."""

    def __init__(self, file: TextIO) -> None:
        super().__init__(file=file, highlight=False, markup=False, emoji=False, soft_wrap=False)

    @property
    def columns(self) -> int:
        """The real current width."""
        return super().size.width

    @property
    def size(self) -> ConsoleDimensions:
        width, height = super().size
        return ConsoleDimensions(max(width, MIN_WIDTH), height)

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self._width, self._height = size

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # handled by ``main``


SUBSTITUTES = dict(
    zip(
        "♦♥♣♠░·→×−▸●▲■◆↺│─┌┬┐├┼┤└┴┘«»’…àèéìòùÈ▁▂▃▄▅▆▇█",
        'DHCS#.>x->oA#*@|-+++++++++""\'.aeeiouE_.-~=+*#',
    )
)
"""For terminals whose encoding lacks these characters: 7♠ becomes 7S."""


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    missing = error.object[error.start : error.end]
    return "".join(SUBSTITUTES.get(character, "?") for character in missing), error.end


def make_streams_safe() -> None:
    """Makes encoding errors harmless, and treats closed streams as empty."""
    codecs.register_error("tavolino", _substitute)
    for name in ("stdin", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, StringIO())
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="tavolino")
