"""``tavolino replay``: steps through a record, position by position."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from tavolino.cli.arguments import (
    Faces,
    Json,
    Open,
    RecordFile,
    check_faces,
    faces_or_default,
    parse_count,
    terminal_of,
)
from tavolino.cli.drawings import drawing_of
from tavolino.cli.output.files import read_file
from tavolino.cli.output.json import as_json, game_json, print_json
from tavolino.cli.output.narrator import Narrator
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.loop import command_words
from tavolino.match import Match
from tavolino.record import Record

app = typer.Typer()


@app.command("replay", help="help.replay")
def replay_command(
    context: typer.Context,
    file: RecordFile,
    at: Annotated[str | None, typer.Option("--at", metavar="N", help="help.at")] = None,
    faces: Faces = None,
    open_: Open = False,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    check_faces(terminal, faces)
    record = read_file(terminal, file)
    most = len(record.match.log)
    start = None if at is None else parse_count(terminal, "--at", at, 0, most)
    if json:
        print_json(terminal, _json_data(record, start))
        return
    shown = faces_or_default(terminal, faces, record.match.game.name)
    viewer = ReplayViewer(terminal, record, shown, open_)
    if terminal.is_live:
        viewer.run(start or 0)
    else:
        viewer.print_title()
        for number in range(most + 1) if start is None else (start,):
            viewer.show(number)


def _json_data(record: Record, at: int | None) -> dict[str, Any]:
    matches = list(record.matches())
    entries = [
        {"number": number, "entry": str(entry), "states": [str(b.state) for b in match.boards]}
        for number, (entry, match) in enumerate(zip(record.match.log, matches[1:]), 1)
        if at is None or number == at
    ]
    data: dict[str, Any] = {**game_json(record.match.game), "players": list(record.names)}
    if at == 0:
        data["start"] = [as_json(board.state) for board in matches[0].boards]
    return {**data, "entries": entries}


class ReplayViewer:
    """Shows the match before the first entry (0) and after each (1, 2, …)."""

    def __init__(self, terminal: Terminal, record: Record, faces: str, is_open: bool) -> None:
        self.terminal, self.record, self.is_open = terminal, record, is_open
        self.matches: list[Match[Any, Any]] = list(record.matches())
        self.drawing = drawing_of(terminal, record.match.game, record.names, faces)
        self.narrator = Narrator(terminal, record.names, faces)
        self.notice = ""

    @property
    def last(self) -> int:
        return len(self.matches) - 1

    def run(self, number: int) -> None:
        while True:
            self.terminal.clear()
            self.print_title()
            self.show(number)
            for line in (self.notice, self.terminal.say("replay.keys", most=self.last)):
                if line:
                    self.terminal.print_sentence(line, "dim")
            typed = self.terminal.ask(" >")
            if typed is None or command_words().get(typed.lower()) == "quit":
                return
            number = self.step(number, typed)

    def step(self, number: int, typed: str) -> int:
        """The number of the position to show next."""
        self.notice = ""
        if typed == "":
            return min(number + 1, self.last)
        if typed.lower() == "b":
            return max(number - 1, 0)
        if typed.isascii() and typed.isdecimal() and int(typed[:9]) <= self.last:
            return int(typed[:9])
        self.notice = self.terminal.say("replay.not_understood", got=typed[:40], most=self.last)
        return number

    def print_title(self) -> None:
        """The game, the deal and the players."""
        game, origin = self.record.match.game.name, self.record.origin
        deal = [self.terminal.deal_of(game, origin)] if isinstance(origin, int) else []
        title = self.terminal.title_of(game)
        rest = " · ".join([*deal, ", ".join(self.record.names)])
        self.terminal.print(Padding(Text.assemble((title, "bold"), f" · {rest}"), (0, 1)))

    def show(self, number: int) -> None:
        match, names = self.matches[number], self.record.names
        entry = match.log[-1] if match.log else None
        board = entry.board if entry and entry.board is not None else 0
        parts = [_short(str(entry))] if entry else []
        if match.contest:
            parts.append(self.terminal.say("replay.board", name=names[board]))
        self.terminal.print(Text(f" {number}/{self.last}  {' · '.join(parts)}", "bold"))
        self.terminal.print()
        view = match.boards[board].state if self.is_open else match.watch(board)
        self.terminal.print(self.drawing.board(view, entry.act if entry else None))
        self.terminal.print()
        if entry:
            before = self.matches[number - 1]
            for line in self.narrator.describe_entry(entry, before, match):
                self.terminal.print_sentence(line)
        for line in self.narrator.describe_outcome(match, board):
            self.terminal.print_sentence(line, "bold")
        score = self.drawing.score(match.boards[board].state)
        if score:
            self.terminal.print(Text(f" {score}", "dim"))


def _short(entry: str) -> str:
    """Long entries, such as deals, are cut: the board shows them anyway."""
    return entry if len(entry) <= 60 else f"{entry[:24]}…"
