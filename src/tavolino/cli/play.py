"""``tavolino play``: a practice game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
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
from tavolino.cli.table import Table
from tavolino.cli.terminal import Terminal
from tavolino.game import AnyGame
from tavolino.record import check_name

app = typer.Typer()

Names: TypeAlias = Annotated[
    list[str] | None, typer.Option("--name", metavar="NAME", help="help.name")
]


@app.command("play", help="help.play")
def play_command(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="help.game")] = None,
    number: Number = None,
    option: Options = None,
    name: Names = None,
    faces: Faces = FRANCESI,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="help.record")
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="help.save")] = None,
    force: Annotated[bool, typer.Option("--force", help="help.force")] = False,
) -> None:
    terminal = terminal_of(context)
    check_faces(terminal, faces)
    if save:
        check_writable(terminal, save, force)
    if record:
        if game is not None or number or option or name:
            raise ArgumentError(terminal.say("error.record_alone"))
        table = Table.continued(terminal, read_file(terminal, record), faces)
    elif game is not None:
        rules, names = seated(terminal, game, option or (), name or ())
        table = Table(terminal, rules, names, faces, parse_number(terminal, number))
    else:
        chosen = choose(terminal)
        if chosen is None:
            return
        rules, names = seated(terminal, chosen.game, option or (), name or chosen.names)
        table = Table(terminal, rules, names, faces, parse_number(terminal, number))
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
    terminal: Terminal, name: str, options: Sequence[str], names: Sequence[str]
) -> tuple[AnyGame, tuple[str, ...]]:
    """The game, and a name for each seat; two to four names are so many players."""
    game = parse_game(terminal, name, options)
    if len(names) > 1 and not any(option.startswith("players=") for option in options):
        if game.name == "aftaebr":
            game = parse_game(terminal, name, [*options, f"players={len(names)}"])
    if names and len(names) != game.seats:
        said = terminal.say("error.names", game=game.name, seats=game.seats, got=len(names))
        raise ArgumentError(said)
    default = [terminal.say("table.player", n=seat + 1) for seat in range(game.seats)]
    return game, tuple(check_name(name) for name in names or default)
