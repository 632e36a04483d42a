"""When a hint has to do with the samples it has."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


def never() -> bool:
    return False


def either(stop: Callable[[], bool], seconds: float | None) -> Callable[[], bool]:
    """Asked now and then: does somebody want an answer at once, or have the seconds passed?"""
    if seconds is None:
        return stop
    ends = monotonic() + seconds
    return lambda: stop() or monotonic() > ends
