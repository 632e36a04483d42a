"""Compiles the bots of a game ahead of time, which otherwise delays their first move by seconds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from tavolino.bots import bots_of, gives_up
from tavolino.bots.bot import Bot, StopAsked, seed_of
from tavolino.catalogue import entry_of
from tavolino.chance import Rng, deal_seed
from tavolino.game import CHANCE, AnyGame
from tavolino.kernels.jit import warm_up
from tavolino.solvers.referee import ruling

MOVES = 200
"""Enough to have called all compiled code of a bot."""
CHECKS = 3
"""Calls of the stop condition after which it is true."""


def warm_up_bots(game: AnyGame, notice: Callable[[], None] = lambda: None) -> None:
    """Compile everything the bots of a game use; ``notice`` is called if that takes seconds."""
    warm_up(f"bots-{game.name}", lambda: _play_all(game), notice)


def _play_all(game: AnyGame) -> None:
    """Play one game with each class of bot, at its weakest level."""
    if solver := entry_of(game.name).solver:
        solver.load().warm_up()
    weakest_last = reversed(bots_of(game.name).values())
    for bot in {type(bot): bot for bot in weakest_last}.values():
        _play(game, bot)


def _play(game: AnyGame, bot: Bot) -> None:
    state = game.start()
    history = [state]
    for at in range(MOVES):
        seat = game.actor(state)
        if seat is None or ruling(game, history) or gives_up(game, history):
            return
        if seat == CHANCE:
            move = game.chance_move(state, Rng(deal_seed(1), at))
        else:
            move = bot.choose(game, game.view(state, seat), seat, seed_of(at), _stop_soon())
        state = game.apply(state, move)
        history.append(state)


def _stop_soon() -> StopAsked:
    asked = count()
    return lambda: next(asked) >= CHECKS
