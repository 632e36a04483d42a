"""``tavolino completion``: prints the script with which a shell completes commands and options."""

from __future__ import annotations

from typing import Annotated

import typer
from typer._completion_shared import get_completion_script

from tavolino.cli.arguments import ArgumentError, terminal_of

SHELLS = ("bash", "zsh", "fish")

app = typer.Typer()


@app.command("completion", help="help.completion")
def completion_command(
    context: typer.Context,
    shell: Annotated[
        str,
        typer.Argument(metavar="|".join(SHELLS), help="help.shell", autocompletion=lambda: SHELLS),
    ],
) -> None:
    terminal = terminal_of(context)
    if shell not in SHELLS:
        wanted = ", ".join(SHELLS)
        raise ArgumentError(terminal.say("error.shell", wanted=wanted, got=shell[:40]))
    script = get_completion_script(
        prog_name="tavolino", complete_var="_TAVOLINO_COMPLETE", shell=shell
    )
    terminal.print_plain(script)
