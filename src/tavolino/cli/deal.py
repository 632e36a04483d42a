"""``tavolino deal``: shows the position of a deal number."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from tavolino.cli.arguments import (
    DifficultyOption,
    Faces,
    GameName,
    Json,
    Number,
    Open,
    Options,
    check_faces,
    faces_or_default,
    parse_game,
    practice_match,
    terminal_of,
)
from tavolino.cli.drawings import drawing_of
from tavolino.cli.output.json import as_json, game_json, print_json
from tavolino.cli.practice.choice import choose_deal, class_of
from tavolino.cli.practice.odds import class_sentence
from tavolino.cli.practice.referee import referee_at

app = typer.Typer()


@app.command("deal", help="help.deal")
def deal_command(
    context: typer.Context,
    game: GameName,
    number: Number = None,
    difficulty: DifficultyOption = None,
    option: Options = None,
    faces: Faces = None,
    open_: Open = False,
    class_: Annotated[bool, typer.Option("--class", metavar="", help="help.class")] = False,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    check_faces(terminal, faces)
    rules = parse_game(terminal, game, option)
    deal = choose_deal(terminal, rules, number, difficulty)
    found = class_of(terminal, rules, deal) if class_ else None
    match = practice_match(rules, deal, referee_at(terminal))
    state, deals = match.boards[0].state, [entry.act for entry in match.log[:1]]
    rejected = getattr(deals[0], "rejected", 0) if deals else 0
    view = state if open_ else match.watch(0)
    if json:
        data = {"number": deal, "rejected": rejected, "state": str(view), "parts": as_json(view)}
        kind = {"winnable": found.winnable, "difficulty": found.difficulty} if found else {}
        print_json(terminal, {**game_json(rules), **data, **kind})
        return
    names = [terminal.say("table.player", n=seat + 1) for seat in range(rules.seats)]
    drawing = drawing_of(terminal, rules, names, faces_or_default(terminal, faces, rules.name))
    terminal.warn_if_narrow()
    title = terminal.title_of(rules.name)
    terminal.print(Text.assemble((f" {title}", "bold"), f" · {terminal.deal_of(rules.name, deal)}"))
    terminal.print()
    terminal.print(drawing.board(view, None))
    if found:
        terminal.print(Text(f"\n {class_sentence(terminal, found)}", "bold"))
    if rejected:
        terminal.print(Text(f"\n {terminal.say('told.deal_rejected', n=rejected)}", "dim"))
