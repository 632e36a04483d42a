"""The players of a practice game: a distinct name for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tavolino.catalogue import entry_of
from tavolino.cli.arguments import ArgumentError, parse_game
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.bots import check_bots
from tavolino.game import AnyGame, NotationError
from tavolino.record import NAME_LENGTH, check_name


def check_names(terminal: Terminal, names: Sequence[str]) -> None:
    for at, name in enumerate(names):
        try:
            check_name(name)
        except NotationError:
            message = terminal.say("error.name", most=NAME_LENGTH, got=name[:40])
            raise ArgumentError(message) from None
        if name.casefold() in (other.casefold() for other in names[:at]):
            raise ArgumentError(terminal.say("error.names_equal", got=name))


def assign_seats(
    terminal: Terminal,
    name: str,
    options: Sequence[str],
    names: Sequence[str],
    bots: Mapping[int, str],
) -> tuple[AnyGame, tuple[str, ...]]:
    """The game with as many players as names, if it allows that, and a name for each seat.

    The names may leave out the bots, which are named after their level.
    """
    game = parse_game(terminal, name, options)
    wanted = max(len(names), 1 + max(bots, default=-1))
    if wanted > 1 and not any(option.startswith("players=") for option in options):
        if wanted in entry_of(game.name).seat_counts and wanted != game.seats:
            game = parse_game(terminal, name, [*options, f"players={wanted}"])
    check_bots(terminal, game, bots)
    people = [seat for seat in range(game.seats) if seat not in bots]
    if names and len(names) not in (game.seats, len(people)):
        message = terminal.say("error.names", game=game.name, seats=game.seats, got=len(names))
        raise ArgumentError(message)
    check_names(terminal, names)
    by_seat = {seat: terminal.say("table.player", n=seat + 1) for seat in people}
    by_seat |= {seat: bot.rpartition(":")[2] for seat, bot in bots.items()}
    by_seat |= dict(zip(range(game.seats) if len(names) == game.seats else people, names))
    return game, tuple(by_seat[seat] for seat in range(game.seats))
