"""A limit for searches that a player waits for."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds for the dead end of R-N9-19. Answers take milliseconds, but nothing bounds the rarest,
and nobody wants to wait for a notice. Without an answer there is none."""


class SearchTooLong(Exception):
    pass


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Where there are no timers (Windows), Ctrl-C ends the search."""
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
