"""Bots that are compiled take seconds before their first move, once: let it be a chosen moment."""

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

ENOUGH = 200
"""Moves after which a bot has used everything it has."""
QUESTIONS = 3
"""How often a bot may ask whether to stop, before it is told to."""


def warm_up_bots(game: AnyGame, notice: Callable[[], None] = lambda: None) -> None:
    """Compile all that the bots of a game use; ``notice`` is called if that will take long."""
    warm_up(f"bots-{game.name}", lambda: _play_all(game), notice)


def _play_all(game: AnyGame) -> None:
    """One game of each kind of bot, of the weakest of its kind."""
    if solver := entry_of(game.name).solver:
        solver.load().warm_up()
    weakest_last = reversed(bots_of(game.name).values())
    for bot in {type(bot): bot for bot in weakest_last}.values():
        _play(game, bot)


def _play(game: AnyGame, bot: Bot) -> None:
    state = game.start()
    history = [state]
    for at in range(ENOUGH):
        seat = game.actor(state)
        if seat is None or ruling(game, history) or gives_up(game, history):
            return
        if seat == CHANCE:
            move = game.chance_move(state, Rng(deal_seed(1), at))
        else:
            move = bot.choose(game, game.view(state, seat), seat, seed_of(at), _impatient())
        state = game.apply(state, move)
        history.append(state)


def _impatient() -> StopAsked:
    asked = count()
    return lambda: next(asked) >= QUESTIONS
