"""``tavolino rules``: prints the rules page of a game."""

from __future__ import annotations

import re

import typer

from tavolino.cli.arguments import ArgumentError, GameName, parse_game, terminal_of
from tavolino.translations.rules import rules_page

app = typer.Typer()


@app.command("rules", help="help.rules")
def rules_command(context: typer.Context, game: GameName) -> None:
    terminal = terminal_of(context)
    name = parse_game(terminal, game).name
    page = rules_page(name, terminal.lang)
    if page is None:
        raise ArgumentError(terminal.say("error.no_rules", game=name))
    if terminal.is_live:
        # Imported here because every other command starts faster without it.
        from rich.markdown import Markdown

        terminal.print_paged(Markdown(without_links(page)))
    else:
        terminal.print_plain(page.rstrip("\n"))


def without_links(page: str) -> str:
    """Links lead to other files, which a terminal cannot open.

    >>> without_links("see [the specification](specification/general.md#7), in full")
    'see the specification, in full'
    """
    return re.sub(r"(?<!!)\[([^\]]*)\]\([^)\s]*\)", r"\1", page)
