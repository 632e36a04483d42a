"""Searches that a player waits for: the plain rules first, the compiled search if they take long.

Loading the compiled search takes a moment, and the first time some seconds; most answers of the
plain rules take less. Both give the same answer.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from tavolino.catalogue import Reference, entry_of
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame, Stop

T = TypeVar("T")

QUICK = 0.2
"""Seconds for the plain rules."""


def referee_at(terminal: Terminal) -> Callable[[AnyGame, Sequence[Any]], Stop | None]:
    """The referee for ``Match.move``."""

    def ruling(game: AnyGame, history: Sequence[Any]) -> Stop | None:
        return _asked(terminal, game.ruling, entry_of(game.name).fast_ruling, game, history)

    return ruling


def is_dead_end(terminal: Terminal, game: AnyGame, view: Any) -> bool:
    """In most games nobody asks."""
    entry = entry_of(game.name)
    if entry.dead_end is None:
        return False
    return _asked(terminal, partial(entry.dead_end, game), entry.fast_dead_end, game, view)


def _asked(
    terminal: Terminal,
    by_rules: Callable[[Any], T],
    fast: Reference | None,
    game: AnyGame,
    question: Any,
) -> T:
    if fast is None:
        return by_rules(question)
    try:
        with at_most(QUICK):
            return by_rules(question)
    except SearchTooLong:
        with terminal.thinking():
            found: T = fast.load()(game, question)
            return found


class SearchTooLong(Exception):
    pass


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Where there are no timers (Windows), the search goes on to its end."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise SearchTooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
