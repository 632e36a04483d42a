"""Who plays: names that can be told apart, one for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from tavolino.cli.arguments import ArgumentError, parse_game
from tavolino.cli.terminal import Terminal
from tavolino.game import AnyGame, NotationError
from tavolino.record import NAME_LENGTH, check_name


def check_names(terminal: Terminal, names: Sequence[str]) -> None:
    for at, name in enumerate(names):
        try:
            check_name(name)
        except NotationError:
            said = terminal.say("error.name", most=NAME_LENGTH, got=name[:40])
            raise ArgumentError(said) from None
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise ArgumentError(terminal.say("error.names_equal", got=name))


def seated(
    terminal: Terminal, name: str, options: Sequence[str], names: Sequence[str]
) -> tuple[AnyGame, tuple[str, ...]]:
    """The game, and a name for each seat; two to four names are so many players."""
    game = parse_game(terminal, name, options)
    if len(names) > 1 and not any(option.startswith("players=") for option in options):
        if game.name == "aftaebr" and len(names) <= 4:
            game = parse_game(terminal, name, [*options, f"players={len(names)}"])
    if names and len(names) != game.seats:
        said = terminal.say("error.names", game=game.name, seats=game.seats, got=len(names))
        raise ArgumentError(said)
    check_names(terminal, names)
    default = [terminal.say("table.player", n=seat + 1) for seat in range(game.seats)]
    return game, tuple(names or default)
