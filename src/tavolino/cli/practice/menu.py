"""The menu of games, shown by ``tavolino`` without a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.padding import Padding
from rich.text import Text

from tavolino.cards import FACES
from tavolino.catalogue import entry_of, game_names
from tavolino.cli.arguments import ArgumentError, game_named
from tavolino.cli.drawings.faces import next_faces
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.players import check_names
from tavolino.translations import LANGUAGES, about


class Choice(NamedTuple):
    game: str
    names: tuple[str, ...] = ()
    faces: str | None = None
    """None for those of the game."""


def choose(terminal: Terminal, faces: str | None = None) -> Choice | None:
    """The chosen game; None if the player quits."""
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
            faces = _next(faces)
        elif game := _game(typed):
            return Choice(game, _names(terminal, entry_of(game).seat_counts), faces)
        elif typed:
            notice = terminal.say("choose.not_understood", got=typed[:40], most=len(game_names()))


def _next(faces: str | None) -> str:
    return next_faces(faces) if faces else FACES[0]


def _show(terminal: Terminal, notice: str, faces: str | None) -> None:
    terminal.clear()
    suits = (("♦ ♥ ", "bold red"), ("♣ ♠  ", "bold"))
    title = (f"{terminal.say('choose.title')}\n", "bold")
    terminal.print(Text.assemble(" ", *suits, title))
    for number, game in enumerate(game_names(), 1):
        terminal.print(Text(f"  {number}  {terminal.title_of(game)}", "bold"))
        terminal.print(Padding(Text(about(terminal.lang, game), "dim"), (0, 1, 1, 5)))
    if notice:
        terminal.print(Text(f" {notice}", "bold"))
    keys = terminal.say("choose.keys", most=len(game_names()), other=_next(faces))
    terminal.print(Text(f" {keys}", "dim"))


def _game(typed: str) -> str | None:
    numbers = {str(number): game for number, game in enumerate(game_names(), 1)}
    return numbers.get(typed) or game_named(typed.lower())


def _names(terminal: Terminal, counts: Sequence[int]) -> tuple[str, ...]:
    """The players' names, typed in one line; empty for default names."""
    least, most = min(counts), max(counts)
    if most == 1:
        return ()
    count = f"{least}" if least == most else f"{least}–{most}"
    while True:
        terminal.print(Text(f" {terminal.say('choose.names', count=count, least=least)}"))
        typed = terminal.ask(" >")
        names = tuple(name.strip() for name in (typed or "").split(",") if name.strip())
        if not names:
            return names
        try:
            if len(names) not in counts:
                raise ArgumentError(terminal.say("error.names_count", count=count, got=len(names)))
            check_names(terminal, names)
            return names
        except ArgumentError as error:
            terminal.print(Text(f" {str(error)[0].upper()}{str(error)[1:]}.", "bold red"))
