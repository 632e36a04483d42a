"""The bots. They choose from what a seat may see, never from the whole state."""

from __future__ import annotations

from functools import cache

from tavolino.bots.bot import Bot
from tavolino.catalogue import entry_of


@cache
def bots_of(game: str) -> dict[str, Bot]:
    """The bots of a game by name, the weakest first; ``catalogue`` says which these are.

    This loads the compiler for most games; the names alone are in ``entry_of(game).bot_names``.
    """
    return {name: bot.load() for name, bot in entry_of(game).all_bots.items()}
