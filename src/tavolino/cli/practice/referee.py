"""Rulings and dead ends: searched by the plain rules first, then by the compiled search.

Loading the compiled search takes a moment, the first time some seconds; the plain rules are usually
faster. Both give the same result. Without the extra ``search`` the plain rules take their time.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from tavolino.catalogue import Reference, entry_of
from tavolino.cli.output.terminal import Terminal
from tavolino.extras import has_extra
from tavolino.game import AnyGame, Stop

T = TypeVar("T")

PLAIN_SECONDS = 0.2
"""Time limit for the plain rules."""
HAS_TIMERS = hasattr(signal, "setitimer")
"""Windows has none."""


def referee_at(terminal: Terminal) -> Callable[[AnyGame, Sequence[Any]], Stop | None]:
    """The referee for ``Match.move``."""

    def ruling(game: AnyGame, history: Sequence[Any]) -> Stop | None:
        return _search(terminal, game.ruling, entry_of(game.name).fast_ruling, game, history)

    return ruling


def is_dead_end(terminal: Terminal, game: AnyGame, view: Any) -> bool:
    """False for games that do not look for dead ends."""
    entry = entry_of(game.name)
    if entry.dead_end is None:
        return False
    return _search(terminal, partial(entry.dead_end, game), entry.fast_dead_end, game, view)


def _search(
    terminal: Terminal,
    by_rules: Callable[[Any], T],
    fast: Reference | None,
    game: AnyGame,
    argument: Any,
) -> T:
    if fast is None or not (HAS_TIMERS or has_extra("search")):
        return by_rules(argument)
    if not HAS_TIMERS:  # the plain rules could not be interrupted
        result: T = fast.load()(game, argument)
        return result
    try:
        with time_limit(PLAIN_SECONDS):
            return by_rules(argument)
    except SearchTooLong:
        with terminal.thinking():
            if not has_extra("search"):
                return by_rules(argument)
            result = fast.load()(game, argument)
            return result


class SearchTooLong(Exception):
    pass


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises SearchTooLong after ``seconds``."""

    def on_alarm(*_: object) -> None:
        raise SearchTooLong

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
