"""``tavolino perft``: counts move sequences, to compare implementations of the rules."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from tavolino.cli.arguments import (
    GameName,
    Json,
    Options,
    parse_count,
    parse_game,
    parse_number,
    practice_match,
    terminal_of,
)
from tavolino.cli.output.json import game_json, print_json
from tavolino.cli.practice.referee import referee_at
from tavolino.games.perft import divide

app = typer.Typer()

MAX_DEPTH = 99


@app.command("perft", help="help.perft")
def perft_command(
    context: typer.Context,
    game: GameName,
    depth: Annotated[str, typer.Option("--depth", "-d", metavar="D", help="help.depth")],
    number: Annotated[
        str, typer.Option("--number", "-n", metavar="N", help="help.perft_number")
    ] = "1",
    option: Options = None,
    is_divided: Annotated[bool, typer.Option("--divide", metavar="", help="help.divide")] = False,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    rules = parse_game(terminal, game, option)
    plies = parse_count(terminal, "--depth", depth, 1, MAX_DEPTH)
    deal = parse_number(terminal, number)
    state = practice_match(rules, deal, referee_at(terminal)).boards[0].state
    errors = Console(stderr=True)
    counts = track(
        divide(rules, state, plies),
        terminal.say("perft.counting"),
        total=len(rules.legal_moves(state)),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    by_move = [(str(move), count) for move, count in counts]
    total = sum(count for _, count in by_move)
    if json:
        data = {**game_json(rules), "number": deal, "depth": plies, "count": total}
        print_json(terminal, {**data, **({"divide": dict(by_move)} if is_divided else {})})
        return
    if is_divided:
        for move, count in by_move:
            terminal.print_plain(f"{move} {count}")
    terminal.print_plain(str(total))
