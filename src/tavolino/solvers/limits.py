"""Conditions that stop a search."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


def never() -> bool:
    return False


def or_timeout(stop: Callable[[], bool], seconds: float | None) -> Callable[[], bool]:
    """True once ``stop`` is, or ``seconds`` after this call."""
    if seconds is None:
        return stop
    ends = monotonic() + seconds
    return lambda: stop() or monotonic() > ends
