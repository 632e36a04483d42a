"""What a bot is: it chooses a move from what a seat may see."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

from tavolino.game import AnyGame, Seat

StopAsked: TypeAlias = Callable[[], bool]
"""Called while a bot thinks; once it returns true, the bot moves with what it knows."""


class Bot(Protocol):
    """A player with one method."""

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """A legal move for the seat to move; the same for the same view and seed."""


def seed_of(*parts: object) -> bytes:
    """A seed for one decision, from whatever identifies the decision.

    >>> seed_of(7, "table", 3) == seed_of(7, "table", 3) != seed_of(7, "table", 4)
    True
    """
    return blake2b("\n".join(map(str, parts)).encode(), digest_size=32).digest()
