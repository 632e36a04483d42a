"""Bots in a practice game: their seats and their moves."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.catalogue.own_bots import BotError, is_own_name, register_bot
from tavolino.cli.arguments import ArgumentError
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame
from tavolino.match import Board

# Bots load the compiler, which takes a moment: they are imported where they are needed.


def check_bot(terminal: Terminal, game: str, name: str) -> str:
    """Checks the name of a bot of this game; loads one that is not among those of the game."""
    if name not in entry_of(game).bot_names and is_own_name(name):
        load_own_bot(terminal, name)
    known = entry_of(game).bot_names
    if name not in known:
        message = terminal.say("error.bot", game=game, wanted=", ".join(known), got=name[:40])
        raise ArgumentError(message)
    return name


def load_own_bot(terminal: Terminal, name: str) -> None:
    """As Python does for a script, also looks in the current directory."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        register_bot(name)
    except BotError as error:
        raise ArgumentError(terminal.reason(error)) from None


def parse_bots(terminal: Terminal, texts: Sequence[str]) -> dict[int, str]:
    """Bots by seat, from texts such as ``2=maestro``; seats are numbered from 0."""
    seats: dict[int, str] = {}
    for text in texts:
        match = re.fullmatch("([1-9])=(.+)", text, re.ASCII)
        if not match or int(match[1]) - 1 in seats:
            raise ArgumentError(terminal.say("error.bot_form", got=text[:60]))
        seats[int(match[1]) - 1] = match[2]
    return seats


def check_bots(terminal: Terminal, game: AnyGame, bots: Mapping[int, str]) -> None:
    for seat, name in bots.items():
        if seat >= game.seats:
            message = terminal.say("error.bot_seat", game=game.name, seats=game.seats, got=seat + 1)
            raise ArgumentError(message)
        check_bot(terminal, game.name, name)


def prepare(terminal: Terminal, game: AnyGame) -> None:
    """Compiles the bots if necessary, while the player is asked to wait."""
    from tavolino.bots.warm_up import warm_up_bots

    warm_up_bots(game, terminal.compiling)


def prepare_bots(terminal: Terminal, game: AnyGame, names: Iterable[str]) -> None:
    """Compiles nothing for ``random`` and for bots of other packages, which do not need it."""
    entry = entry_of(game.name)
    if entry.gives_up or any(name in entry.bots for name in names):
        prepare(terminal, game)


def bot_move(terminal: Terminal, game: AnyGame, view: Any, seat: int, name: str, key: str) -> Any:
    from tavolino.bots import bot_named
    from tavolino.bots.bot import seed_of

    with terminal.thinking(terminal.say("table.bot_thinking", bot=terminal.level_of(name))):
        return bot_named(game.name, name).choose(game, view, seat, seed_of(key))


def bot_leaves(game: AnyGame, board: Board[Any]) -> bool:
    """Does the bot stop playing? In practice a stall does not end the game, so the bot decides."""
    from tavolino.bots import gives_up

    return board.has_call or gives_up(game, board.history)
