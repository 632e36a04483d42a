"""The person's side: what is printed, in which language, and what is typed."""

from __future__ import annotations

import codecs
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from tavolino.texts import LANGUAGES, text

NARROWEST = 80
"""A narrower terminal gets lines that it has to wrap itself; nothing is cut off."""


class Terminal:
    def __init__(self, lang: str = LANGUAGES[0]) -> None:
        self.lang = lang
        self.console = _console(sys.stdout)
        self.is_live = sys.stdin.isatty() and self.console.is_terminal
        """A person at a screen, which may be cleared; else lines in, lines out."""

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, key: str, **values: object) -> str:
        return text(self.lang, key, **values)

    def print(self, what: RenderableType = "", style: str | None = None) -> None:
        self.console.print(Text(what) if isinstance(what, str) else what, style=style)

    def print_plain(self, line: str) -> None:
        """A line for a program: never wrapped, never coloured."""
        sys.stdout.write(f"{line}\n")

    def clear(self) -> None:
        if self.is_live:
            self.console.clear()
        else:
            self.print()

    def ask(self, prompt: str) -> str | None:
        """A line without its blanks, or None at the end of the input."""
        sys.stdout.flush()
        if not self.is_live:
            line = sys.stdin.readline()
            return printable(line.strip()) if line else None
        with suppress(ImportError):
            importlib.import_module("readline")  # arrow keys in ``input``
        try:
            return printable(input(f"{prompt} ").strip())
        except EOFError:
            return None

    @contextmanager
    def thinking(self, why: str | None = None) -> Iterator[None]:
        """Some positions take seconds to judge: say so while a person waits."""
        if not self.is_live:
            yield
            return
        with self.console.status(why or self.say("table.thinking")):
            yield


def printable(text: str) -> str:
    """Without signs that would steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # for ``main``, like any other


def _console(file: TextIO) -> Console:
    console = _Console(file=file, highlight=False, markup=False, emoji=False, soft_wrap=False)
    if console.width < NARROWEST or not console.is_terminal:
        console.width = max(console.width, NARROWEST)
    return console


SUBSTITUTES = dict(
    zip("♦♥♣♠░·→×−▸●▲■◆↺│─┌┬┐├┼┤└┴┘«»’…àèéìòùÈ", 'DHCS#.>x->oA#*@|-+++++++++""\'.aeeiouE')
)
"""For terminals with few letters: 7♠ becomes 7S."""


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    lost = error.object[error.start : error.end]
    return "".join(SUBSTITUTES.get(sign, "?") for sign in lost), error.end


def make_streams_safe() -> None:
    """No letter typed or printed can stop a game."""
    codecs.register_error("tavolino", _substitute)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="tavolino")
