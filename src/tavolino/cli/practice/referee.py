"""Searches that a player waits for: the plain rules first, the compiled search if they take long.

Loading the compiled search takes a moment, and the first time some seconds; most answers of the
plain rules take less. Both give the same answer.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame, Stop
from tavolino.games.nove_colonne import NoveColonne
from tavolino.games.solitario40 import Solitario40

QUICK = 0.2
"""Seconds for the plain rules."""


def referee_at(terminal: Terminal) -> Callable[[AnyGame, Sequence[Any]], Stop | None]:
    """The referee for ``Match.move``."""

    def ruling(game: AnyGame, history: Sequence[Any]) -> Stop | None:
        if not isinstance(game, Solitario40):
            return game.ruling(history)
        return Stop.STALL if is_stalled(terminal, game, history[-1]) else None

    return ruling


def is_stalled(terminal: Terminal, game: Solitario40, state: Any) -> bool:
    try:
        with at_most(QUICK):
            return game.is_stalled(state)
    except SearchTooLong:
        with terminal.thinking():
            from tavolino.solvers.solitario40 import stall as s40_stall

            return s40_stall.is_stalled(game, state)


def is_dead_end(terminal: Terminal, game: NoveColonne, view: Any) -> bool:
    try:
        with at_most(QUICK):
            return game.is_dead_end(view)
    except SearchTooLong:
        with terminal.thinking():
            from tavolino.solvers.nove_colonne import solver as nove_colonne

            return nove_colonne.is_dead_end(game, view)


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
