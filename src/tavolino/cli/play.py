"""``tavolino play``: a practice game in the terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from tavolino.bots.compiler import start_compiling
from tavolino.cli.arguments import (
    AnyGameName,
    ArgumentError,
    DifficultyOption,
    Faces,
    Number,
    Options,
    check_faces,
    faces_or_default,
    file_path,
    terminal_of,
)
from tavolino.cli.help import values
from tavolino.cli.output.files import check_writable, read_file
from tavolino.cli.practice.bots import check_bots, parse_bots, prepare_bots
from tavolino.cli.practice.choice import choose_deal
from tavolino.cli.practice.game import PracticeGame
from tavolino.cli.practice.loop import InputLoop
from tavolino.cli.practice.menu import Choice, choose
from tavolino.cli.practice.players import assign_seats
from tavolino.cli.practice.saving import AutoSave, exiting_on_signals

app = typer.Typer()

Names: TypeAlias = Annotated[
    list[str] | None, typer.Option("--name", metavar="NAME", help="help.name")
]
Bots: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="SEAT=BOT", help="help.bot", autocompletion=values.bots_in_seats),
]


@app.command("play", help="help.play")
def play_command(
    context: typer.Context,
    game: AnyGameName = None,
    number: Number = None,
    difficulty: DifficultyOption = None,
    option: Options = None,
    name: Names = None,
    bot: Bots = None,
    faces: Faces = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="help.record", parser=file_path),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="help.save", parser=file_path)
    ] = None,
    force: Annotated[bool, typer.Option("--force", metavar="", help="help.force")] = False,
) -> None:
    terminal = terminal_of(context)
    check_faces(terminal, faces)
    bots = parse_bots(terminal, bot or ())
    if save:
        check_writable(terminal, save, force, "error.record_exists")
    elif force:
        raise ArgumentError(terminal.say("error.force_alone", option="--save"))
    if record:
        if difficulty:
            raise ArgumentError(terminal.say("error.difficulty_alone"))
        if game is not None or number or option or name:
            raise ArgumentError(terminal.say("error.record_alone"))
        saved = read_file(terminal, record)
        check_bots(terminal, saved.match.game, bots)
        shown = faces_or_default(terminal, faces, saved.match.game.name)
        practice = PracticeGame.continued(terminal, saved, shown, bots)
    else:
        chosen = choose(terminal, faces) if game is None else Choice(game, faces=faces)
        if chosen is None:
            return
        rules, names = assign_seats(terminal, chosen.game, option or (), name or chosen.names, bots)
        shown = faces_or_default(terminal, chosen.faces, rules.name)
        deal = choose_deal(terminal, rules, number, difficulty)
        practice = PracticeGame(terminal, rules, names, shown, deal, bots)
    if terminal.is_live:
        start_compiling(practice.match.game.name)
    if bots:
        prepare_bots(terminal, practice.match.game, bots.values())
    run_loop(practice, AutoSave(terminal, save, force), difficulty)


def run_loop(practice: PracticeGame, autosave: AutoSave, difficulty: str | None = None) -> None:
    """Plays until the player quits, and saves the game even after Ctrl-C."""
    loop = InputLoop(practice, autosave, difficulty)
    with exiting_on_signals():
        try:
            with suppress(EOFError):  # the end of the input, or Ctrl-D
                loop.run()
        finally:
            if message := autosave.save(loop.practice):
                sys.stderr.write(f"{message}\n")
