"""How often a player may say something at a table: a few phrases at once, then one now and then."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from tavolino.server.errors import TooFast

PHRASES = 3
SECONDS = 10.0


class PhraseLimit:
    """At most ``PHRASES`` in ``SECONDS`` for each user, however many connections they have.

    What a user says at another process counts, too.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: dict[str, deque[float]] = {}

    def take(self, user: str) -> None:
        now = self._clock()
        said = self._said.setdefault(user, deque(maxlen=PHRASES))
        if len(said) == PHRASES and now - said[0] < SECONDS:
            raise TooFast(f"expected at most {PHRASES} phrases in {SECONDS:g} seconds")
        said.append(now)

    def count(self, user: str) -> None:
        """It was said elsewhere."""
        self._said.setdefault(user, deque(maxlen=PHRASES)).append(self._clock())
