"""Programs at the table: which seats they have, and what they play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tavolino.catalogue import entry_of
from tavolino.cli.arguments import ArgumentError
from tavolino.cli.output.terminal import Terminal
from tavolino.game import AnyGame
from tavolino.match import Board

# The bots bring the compiler along, which takes a moment: it is loaded where it is needed.


def check_bot(terminal: Terminal, game: str, name: str) -> str:
    """The name of a bot of this game."""
    known = entry_of(game).bot_names
    if name not in known:
        said = terminal.say("error.bot", game=game, wanted=", ".join(known), got=name[:40])
        raise ArgumentError(said)
    return name


def parse_bots(terminal: Terminal, texts: Sequence[str]) -> dict[int, str]:
    """``2=maestro``: the bot called maestro has the second seat."""
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
            said = terminal.say("error.bot_seat", game=game.name, seats=game.seats, got=seat + 1)
            raise ArgumentError(said)
        check_bot(terminal, game.name, name)


def prepare(terminal: Terminal, game: AnyGame) -> None:
    """Compile what is to be compiled, while a person is told to wait."""
    from tavolino.bots.warm_up import make_ready

    with terminal.thinking(terminal.say("table.preparing")):
        make_ready(game)


def bot_move(terminal: Terminal, game: AnyGame, view: Any, seat: int, name: str, key: str) -> Any:
    from tavolino.bots import bots_of
    from tavolino.bots.bot import seed_of

    with terminal.thinking(terminal.say("table.bot_thinking", bot=name)):
        return bots_of(game.name)[name].choose(game, view, seat, seed_of(key))


def bot_leaves(game: AnyGame, board: Board[Any]) -> bool:
    """Would a program not go on? In practice a stall ends nothing, so it has to say so itself."""
    from tavolino.bots.giving_up import gives_up

    return board.is_noted or gives_up(game, board.history)
