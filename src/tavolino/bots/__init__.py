"""The bots. They choose from the view of a seat, never from the whole state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavolino.bots.bot import Bot
from tavolino.catalogue import entry_of
from tavolino.catalogue.own_bots import is_own_name, register_bot
from tavolino.game import AnyGame, OptionError


def bots_of(game: str) -> dict[str, Bot]:
    """The bots of a game by name, the weakest first, as its catalogue entry lists them.

    For most games this imports Numba; ``entry_of(game).bot_names`` gives the names without it.
    """
    return {name: bot.load() for name, bot in entry_of(game).all_bots.items()}


def bot_named(game: str, name: str) -> Bot:
    """A bot of a game by its name; one of your own as ``package.module:Class``."""
    known = entry_of(game).all_bots
    if name not in known and is_own_name(name):
        register_bot(name)
        known = entry_of(game).all_bots
    if name not in known:
        raise OptionError(f"expected a bot of {game} among {', '.join(known)}, got {name[:40]!r}")
    bot: Bot = known[name].load()
    return bot


def gives_up(game: AnyGame, history: Sequence[Any]) -> bool:
    """Whether a bot gives up after these positions. In most games bots never do."""
    entry = entry_of(game.name)
    return entry.gives_up is not None and bool(entry.gives_up.load()(game, history))
