"""What a bot is: somebody who chooses a move from what a seat may see."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

from tavolino.game import AnyGame, Seat

StopAsked: TypeAlias = Callable[[], bool]
"""Asked now and then while a bot thinks; once it says yes, the bot moves with what it knows."""


class Bot(Protocol):
    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """A legal move of the seat to move; the same for the same view and seed."""


def seed_of(*parts: object) -> bytes:
    """A seed for one decision, from what tells it apart from the others.

    >>> seed_of(7, "table", 3) == seed_of(7, "table", 3) != seed_of(7, "table", 4)
    True
    """
    return blake2b("\n".join(map(str, parts)).encode(), digest_size=32).digest()
