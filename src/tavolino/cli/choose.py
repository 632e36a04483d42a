"""The game chooser: what ``tavolino`` shows when nothing else is asked."""

from __future__ import annotations

from typing import NamedTuple

from rich.padding import Padding
from rich.text import Text

from tavolino.cli.terminal import Terminal
from tavolino.games import GAMES
from tavolino.texts import LANGUAGES


class Choice(NamedTuple):
    game: str
    names: tuple[str, ...] = ()


def choose(terminal: Terminal) -> Choice | None:
    """A game, or None: the person leaves."""
    notice = ""
    while True:
        _show(terminal, notice)
        typed = terminal.ask(" >")
        if typed is None or typed.lower() in ("q", "quit", "esci"):
            return None
        notice = ""
        if typed.lower() in ("l", *LANGUAGES):
            others = [lang for lang in LANGUAGES if lang != terminal.lang]
            terminal.lang = typed.lower() if typed.lower() in LANGUAGES else others[0]
        elif game := _game(typed):
            return Choice(game, _names(terminal) if game == "aftaebr" else ())
        elif typed:
            notice = terminal.say("choose.not_understood", got=typed[:40], most=len(GAMES))


def _show(terminal: Terminal, notice: str) -> None:
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
    terminal.print(Text(f" {terminal.say('choose.keys')}", "dim"))


def _game(typed: str) -> str | None:
    if typed in ("1", "2", "3", "4"):
        return list(GAMES)[int(typed) - 1]
    matching = [game for game in GAMES if game.startswith(typed.lower())] if typed else []
    return matching[0] if len(matching) == 1 else None


def _names(terminal: Terminal) -> tuple[str, ...]:
    """Two to four names in one line; nothing for two unnamed players."""
    terminal.print(Text(f" {terminal.say('choose.names')}"))
    while True:
        typed = terminal.ask(" >")
        names = tuple(name.strip() for name in (typed or "").split(",") if name.strip())
        if not names or 2 <= len(names) <= 4:
            return names
        terminal.print(Text(f" {terminal.say('choose.names')}"))
