"""The bot that is available in every game."""

from __future__ import annotations

from typing import Any

from tavolino.bots.bot import StopAsked
from tavolino.chance import Rng
from tavolino.game import AnyGame, Seat


class RandomBot:
    """Plays a random legal move."""

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: StopAsked | None = None,
    ) -> Any:
        """Any legal move, all equally likely; the seed decides."""
        moves = game.legal_moves(view)
        return moves[Rng(rng_seed, 0).below(len(moves))]
