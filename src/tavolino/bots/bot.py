"""The interface of a bot."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

from tavolino.game import AnyGame, Seat

StopAsked: TypeAlias = Callable[[], bool]
"""Called while a bot thinks; once it returns true, the bot moves with what it knows."""


class Bot(Protocol):
    """Chooses moves from the view of a seat."""

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """A legal move for the seat to move. Equal views and seeds give equal moves.

        ``view`` is what ``seat`` may see (``Game.view``), never the whole state. ``rng_seed`` is
        the source of all randomness, for example for ``Rng(rng_seed, 0)``. ``stop`` is asked from
        time to time by bots that think long; None lets them think as long as they want.
        """


def seed_of(*parts: object) -> bytes:
    """A seed for one decision, computed from what identifies the decision.

    >>> seed_of(7, "table", 3) == seed_of(7, "table", 3) != seed_of(7, "table", 4)
    True
    """
    return blake2b("\n".join(map(str, parts)).encode(), digest_size=32).digest()
