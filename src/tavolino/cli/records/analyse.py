"""``tavolino analyse``: where a game was lost, and what would have been better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console, Group
from rich.padding import Padding
from rich.progress import Progress
from rich.text import Text

from tavolino.catalogue import entries, entry_of
from tavolino.cli.arguments import (
    ArgumentError,
    Faces,
    Json,
    RecordFile,
    check_faces,
    faces_or_default,
    parse_count,
    terminal_of,
)
from tavolino.cli.output.curves import draw_curve
from tavolino.cli.output.files import read_file
from tavolino.cli.output.json import print_json
from tavolino.cli.output.narrator import Narrator
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.bots import prepare
from tavolino.cli.practice.saving import exiting_on_signals
from tavolino.cli.solve_jobs import warm_up
from tavolino.record import Record

if TYPE_CHECKING:
    from tavolino.learning.analysis import Analysis
    from tavolino.learning.summary import DescribedMove

app = typer.Typer()

INDENT = (0, 1, 0, 6)


@app.command("analyse", help="help.analyse")
def analyse_command(
    context: typer.Context,
    file: RecordFile,
    board: Annotated[str, typer.Option("--board", metavar="N", help="help.board")] = "1",
    faces: Faces = None,
    json: Json = False,
) -> None:
    # Imported here because the searches load the compiler.
    from tavolino.learning.analysis import as_data

    terminal = terminal_of(context)
    check_faces(terminal, faces)
    record = read_file(terminal, file)
    game = record.match.game
    if not entry_of(game.name).has_analysis:
        games = ", ".join(entry.name for entry in entries() if entry.has_analysis)
        raise ArgumentError(terminal.say("error.no_analysis", game=game.name, games=games))
    number = parse_count(terminal, "--board", board, 1, len(record.match.boards)) - 1
    analysis = _analyse(terminal, record, number)
    if json:
        print_json(terminal, as_data(analysis))
        return
    shown = faces_or_default(terminal, faces, game.name)
    _Page(terminal, record, analysis, Narrator(terminal, record.names, shown)).print()


def _analyse(terminal: Terminal, record: Record, board: int) -> Analysis:
    from tavolino.learning.analyse import analyse

    if entry_of(record.match.game.name).has_solver:
        warm_up(terminal, record.match.game)
    else:
        prepare(terminal, record.match.game)
    errors = Console(stderr=True)
    with (
        exiting_on_signals(),
        Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar,
    ):
        task = bar.add_task(terminal.say("analysis.working"), total=1.0)
        return analyse(record, board, lambda share: bar.update(task, completed=share))


class _Page:
    def __init__(
        self, terminal: Terminal, record: Record, analysis: Analysis, narrator: Narrator
    ) -> None:
        self.terminal, self.record, self.analysis = terminal, record, analysis
        self.narrator = narrator

    def print(self) -> None:
        from tavolino.learning.summary import summary

        self._print_title()
        for number, line in enumerate(summary(self.record, self.analysis)):
            self.terminal.print_sentence(self.narrator.sentence(line), "" if number else "bold")
        self._print_curves()
        self._print_moments()

    def _print_title(self) -> None:
        title = self.terminal.title_of(self.record.match.game.name)
        names = self.record.names
        seats = self.record.match.game.seats
        shown = names[self.analysis.board * seats :][:seats]
        self.terminal.print(
            Padding(Text.assemble((title, "bold"), f" · {', '.join(shown)}"), (0, 1, 1, 1))
        )

    def _print_curves(self) -> None:
        analysis, say = self.analysis, self.terminal.say
        drawn = set(analysis.curve)
        kept = [at for at, one in enumerate(analysis.positions) if one.entry in drawn]
        positions = [analysis.positions[at] for at in kept]
        marks = [
            next((i for i, one in enumerate(positions) if one.entry >= moment.entry), 0)
            for moment in analysis.moments
        ]
        curves: list[tuple[str, list[float | None]]] = []
        if any(one.honest is not None for one in positions):
            most = analysis.most or 1
            points: list[float | None] = [analysis.points[at] / most for at in kept]
            best = [None if one.best is None else one.best / most for one in positions]
            curves = [
                (say("analysis.curve_points"), points),
                (say("analysis.curve_best"), best),
                (say("analysis.curve_honest"), [one.honest for one in positions]),
            ]
        elif positions:
            seats = self.record.match.game.seats
            names = self.record.names[analysis.board * seats :][:seats]
            curves = [
                (name, [one.value[seat] if one.value else None for one in positions])
                for seat, name in enumerate(names)
            ]
        if curves:
            self.terminal.print()
            for line in draw_curve(curves, marks, self.terminal.width - 2):
                self.terminal.print(Padding(line, (0, 1)))

    def _print_moments(self) -> None:
        from tavolino.learning.summary import describe_moments

        for moment, described in zip(
            self.analysis.moments, describe_moments(self.record, self.analysis), strict=True
        ):
            self.terminal.print()
            lost = " ".join(map(self.narrator.sentence, described.lost))
            lines = [
                Padding(
                    Text(f"▲ {moment.entry}  {self._describe(described.played)}", "bold"), (0, 1)
                ),
                Padding(Text(lost), INDENT),
            ]
            for better in described.better:
                text = self.terminal.say("analysis.better", move=self._describe(better))
                lines.append(Padding(Text(text), INDENT))
            self.terminal.print(Group(*lines))
            if moment.line:
                line = self.terminal.say("analysis.line", moves="  ".join(moment.line))
                self.terminal.print(Padding(Text(line, "dim"), INDENT))

    def _describe(self, move: DescribedMove) -> str:
        sentences = " ".join(map(self.narrator.sentence, move.told))
        return f"{move.move}  {sentences}"
