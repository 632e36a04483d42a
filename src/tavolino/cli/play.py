"""``tavolino play``: a practice game in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from tavolino.cli.arguments import (
    ArgumentError,
    Faces,
    Number,
    Options,
    parse_game,
    parse_number,
    terminal_of,
)
from tavolino.cli.choose import choose
from tavolino.cli.faces import FACES, FRANCESI
from tavolino.cli.files import check_writable, read_file, write_file
from tavolino.cli.loop import Loop
from tavolino.cli.seats import check_bots, parse_bots, prepare
from tavolino.cli.table import Table
from tavolino.cli.terminal import Terminal
from tavolino.game import AnyGame
from tavolino.record import check_name

app = typer.Typer()

Names: TypeAlias = Annotated[
    list[str] | None, typer.Option("--name", metavar="NAME", help="help.name")
]
Bots: TypeAlias = Annotated[
    list[str] | None, typer.Option("--bot", metavar="SEAT=BOT", help="help.bot")
]


@app.command("play", help="help.play")
def play_command(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="help.game")] = None,
    number: Number = None,
    option: Options = None,
    name: Names = None,
    bot: Bots = None,
    faces: Faces = FRANCESI,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="help.record")
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="help.save")] = None,
    force: Annotated[bool, typer.Option("--force", help="help.force")] = False,
) -> None:
    terminal = terminal_of(context)
    check_faces(terminal, faces)
    bots = parse_bots(terminal, bot or ())
    if save:
        check_writable(terminal, save, force)
    if record:
        if game is not None or number or option or name:
            raise ArgumentError(terminal.say("error.record_alone"))
        old = read_file(terminal, record)
        check_bots(terminal, old.match.game, bots)
        table = Table.continued(terminal, old, faces, bots)
    elif game is not None:
        rules, names = seated(terminal, game, option or (), name or (), bots)
        table = Table(terminal, rules, names, faces, parse_number(terminal, number), bots)
    else:
        chosen = choose(terminal)
        if chosen is None:
            return
        rules, names = seated(terminal, chosen.game, option or (), name or chosen.names, bots)
        table = Table(terminal, rules, names, faces, parse_number(terminal, number), bots)
    if bots:
        prepare(terminal, table.match.game)
    play_at(table, save, force)


def play_at(table: Table, save: Path | None = None, force: bool = False) -> None:
    """Play until the end; what was played is saved even after Ctrl-C."""
    loop = Loop(table)
    try:
        loop.run()
    finally:
        if save:
            write_file(table.terminal, save, loop.table.record, force)


def check_faces(terminal: Terminal, faces: str) -> None:
    if faces not in FACES:
        said = terminal.say("error.faces", wanted=", ".join(FACES), got=faces[:40])
        raise ArgumentError(said)


def seated(
    terminal: Terminal,
    name: str,
    options: Sequence[str],
    names: Sequence[str],
    bots: Mapping[int, str],
) -> tuple[AnyGame, tuple[str, ...]]:
    """The game, and a name for each seat; two to four names are so many players.

    Names may also be those of the people only: a program is called what it is.
    """
    game = parse_game(terminal, name, options)
    wanted = max(len(names), 1 + max(bots, default=-1))
    if wanted > 1 and not any(option.startswith("players=") for option in options):
        if game.name == "aftaebr":
            game = parse_game(terminal, name, [*options, f"players={wanted}"])
    check_bots(terminal, game, bots)
    people = [seat for seat in range(game.seats) if seat not in bots]
    if names and len(names) not in (game.seats, len(people)):
        said = terminal.say("error.names", game=game.name, seats=game.seats, got=len(names))
        raise ArgumentError(said)
    called = {seat: terminal.say("table.player", n=seat + 1) for seat in people} | dict(bots)
    called |= dict(zip(range(game.seats) if len(names) == game.seats else people, names))
    return game, tuple(check_name(called[seat]) for seat in range(game.seats))
