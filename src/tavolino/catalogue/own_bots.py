"""Bots that are not part of a game's entry: a class by its path, or an installed entry point.

``package.module:Class`` names a class (or an object) with ``choose``, as ``bots.bot.Bot`` has it;
a package can give it a short name under the entry point group ``tavolino.bots``. The user or
operator names the bots that may be loaded; nothing else is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from tavolino.catalogue.reference import Reference
from tavolino.errors import TavolinoError
from tavolino.game import AnyGame, Seat

GROUP = "tavolino.bots"
PATH = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", re.ASCII)
SHORT = re.compile(r"[A-Za-z][\w-]{0,39}", re.ASCII)
LONGEST = 80
"""Characters of an error of somebody else's that are shown."""


class BotError(TavolinoError):
    """A bot of one's own cannot be loaded, fails, or plays what it must not."""


class OwnBot:
    """A bot whose mistakes become errors in words: it may be anything, and do anything."""

    def __init__(self, name: str, bot: Any) -> None:
        self.name, self.bot = name, bot
        self.games: Collection[str] | None = getattr(bot, "games", None)
        """The names of its games; None if it plays all."""

    def choose(
        self,
        game: AnyGame,
        view: Any,
        seat: Seat,
        rng_seed: bytes,
        stop: Callable[[], bool] | None = None,
    ) -> Any:
        """A legal move; a bot may also return its notation."""
        legal = game.legal_moves(view)
        try:
            move = self.bot.choose(game, view, seat, rng_seed, stop)
        except BotError:
            raise
        except Exception as error:
            kind, why = type(error).__name__, str(error)[:LONGEST]
            raise BotError(f"the bot {self.name} failed: {kind}: {why}") from error
        if isinstance(move, str):
            move = next((one for one in legal if str(one) == move), move)
        if move not in legal:
            shown = str(move)[:LONGEST]
            raise BotError(f"the bot {self.name} chose {shown!r}, which is not a legal move")
        return move


@dataclass(frozen=True)
class OwnBotReference(Reference):
    """Loads a bot by its path or entry point; ``path`` is its name."""

    @cached_property
    def _loaded(self) -> OwnBot:
        found = _found(self.path)
        try:
            bot = found() if isinstance(found, type) else found
        except Exception as error:
            raise BotError(f"the bot {self.path} cannot be made: {_describe(error)}") from error
        if not callable(getattr(bot, "choose", None)):
            raise BotError(f"expected a bot with the method choose, got {self.path}")
        return OwnBot(self.path, bot)


_registered: dict[str, OwnBotReference] = {}


def register_bot(name: str) -> None:
    """Load a bot, and let every game that it plays have it."""
    reference = _registered.get(name) or OwnBotReference(name)
    reference.load()
    _registered[name] = reference


def registered_bots(game: str) -> dict[str, Reference]:
    """The registered bots that play a game."""
    return {
        name: reference
        for name, reference in _registered.items()
        if (games := reference.load().games) is None or game in games
    }


def is_own_name(name: str) -> bool:
    """Whether this could name a bot of one's own: a path, or an installed entry point."""
    return bool(PATH.fullmatch(name)) or (bool(SHORT.fullmatch(name)) and name in _points())


def installed_bots() -> tuple[str, ...]:
    """The names that installed packages give their bots."""
    return tuple(_points())


def _points() -> dict[str, Any]:
    from importlib.metadata import entry_points  # slow, and rarely needed

    return {point.name: point for point in entry_points(group=GROUP)}


def _found(name: str) -> Any:
    try:
        if not PATH.fullmatch(name):
            points = _points()
            if name in points:
                return points[name].load()
            raise BotError(f"expected package.module:Class or an installed bot, got {name[:60]!r}")
        module, _, inside = name.partition(":")
        return getattr(import_module(module), inside)
    except BotError:
        raise
    except Exception as error:  # importing a module may raise anything
        raise BotError(f"the bot {name[:60]} cannot be loaded: {_describe(error)}") from error


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error)[:LONGEST]}"
