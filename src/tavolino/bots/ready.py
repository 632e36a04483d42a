"""Bots that are compiled take seconds before their first move, once: let it be a chosen moment."""

from __future__ import annotations

from collections.abc import Callable

from tavolino.bots import BOTS
from tavolino.bots.bot import seed_of
from tavolino.chance import deal_seed
from tavolino.game import AnyGame
from tavolino.kernels.jit import warm_up
from tavolino.match import new_match, settle

ENOUGH = 200
"""Moves after which a bot has used everything it has."""


def make_ready(game: AnyGame, notice: Callable[[], None] = lambda: None) -> None:
    """Compile all that the bots of a game use; ``notice`` is called if that will take long."""
    warm_up(f"bots-{game.name}", lambda: _play_all(game), notice)


def _play_all(game: AnyGame) -> None:
    weakest_last = reversed(BOTS.get(game.name, {}).values())
    for bot in {type(bot): bot for bot in weakest_last}.values():
        match = settle(new_match(game, deal_seed(1)))
        for move in range(ENOUGH):
            seat = game.actor(match.boards[0].state)
            if seat is None:
                break
            seed = seed_of(move)
            match = match.move(seat, bot.choose(game, match.view(seat), seat, seed, lambda: True))
