"""The bot ``greedy`` of the Solitario with 40 cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavolino.bots import patience
from tavolino.games.solitario40 import Stock


class GreedyBot(patience.GreedyBot):
    """Turns the mazzo if no move gains: any other move would only shift cards."""

    def pick(self, best: Sequence[Any], gained: int, rng_seed: bytes) -> Any:
        """The mazzo if nothing gains, else one of the best moves."""
        if gained == 0 and isinstance(best[-1], Stock):
            return best[-1]
        return super().pick(best, gained, rng_seed)
