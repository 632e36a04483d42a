"""The game chooser: what ``tavolino`` shows when nothing else is asked."""

from __future__ import annotations

from typing import NamedTuple

from rich.padding import Padding
from rich.text import Text

from tavolino.cli.arguments import ArgumentError
from tavolino.cli.drawings.faces import FRANCESI, other_faces
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.players import check_names
from tavolino.games import GAMES
from tavolino.translations import LANGUAGES


class Choice(NamedTuple):
    game: str
    names: tuple[str, ...] = ()
    faces: str = FRANCESI


def choose(terminal: Terminal, faces: str = FRANCESI) -> Choice | None:
    """A game, or None: the person leaves."""
    notice = ""
    while True:
        _show(terminal, notice, faces)
        typed = terminal.ask(" >")
        if typed is None or typed.lower() in ("q", "quit", "esci"):
            return None
        notice = ""
        if typed.lower() in ("l", *LANGUAGES):
            others = [lang for lang in LANGUAGES if lang != terminal.lang]
            terminal.lang = typed.lower() if typed.lower() in LANGUAGES else others[0]
        elif typed.lower() == "c":
            faces = other_faces(faces)
        elif game := _game(typed):
            return Choice(game, _names(terminal) if game == "aftaebr" else (), faces)
        elif typed:
            notice = terminal.say("choose.not_understood", got=typed[:40], most=len(GAMES))


def _show(terminal: Terminal, notice: str, faces: str) -> None:
    terminal.clear()
    suits = (("♦ ♥ ", "bold red"), ("♣ ♠  ", "bold"))
    title = (f"{terminal.say('choose.title')}\n", "bold")
    terminal.print(Text.assemble(" ", *suits, title))
    for number, game in enumerate(GAMES, 1):
        terminal.print(
            Text.assemble((f"  {number}  ", "bold"), (terminal.say(f"title.{game}"), "bold"))
        )
        terminal.print(Padding(Text(terminal.say(f"about.{game}"), "dim"), (0, 1, 1, 5)))
    if notice:
        terminal.print(Text(f" {notice}", "bold"))
    keys = terminal.say("choose.keys", other=other_faces(faces))
    terminal.print(Text(f" {keys}", "dim"))


def _game(typed: str) -> str | None:
    if typed in ("1", "2", "3", "4"):
        return list(GAMES)[int(typed) - 1]
    matching = [game for game in GAMES if game.startswith(typed.lower())] if typed else []
    return matching[0] if len(matching) == 1 else None


def _names(terminal: Terminal) -> tuple[str, ...]:
    """Two to four names in one line; nothing for two unnamed players."""
    while True:
        terminal.print(Text(f" {terminal.say('choose.names')}"))
        typed = terminal.ask(" >")
        names = tuple(name.strip() for name in (typed or "").split(",") if name.strip())
        if not names:
            return names
        try:
            if not 2 <= len(names) <= 4:
                raise ArgumentError(terminal.say("error.names_count", got=len(names)))
            check_names(terminal, names)
            return names
        except ArgumentError as error:
            terminal.print(Text(f" {str(error)[0].upper()}{str(error)[1:]}.", "bold red"))
