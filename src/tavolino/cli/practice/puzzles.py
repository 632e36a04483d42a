"""``tavolino puzzles``: makes puzzles, proves them, and poses them in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import choice
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.text import Text

from tavolino.cli.arguments import (
    ArgumentError,
    Faces,
    GameName,
    Json,
    check_faces,
    faces_or_default,
    file_path,
    game_named,
    parse_count,
    parse_number,
    terminal_of,
)
from tavolino.cli.drawings import drawing_of
from tavolino.cli.help import values
from tavolino.cli.output.files import check_readable, check_writable
from tavolino.cli.output.json import print_json
from tavolino.cli.output.narrator import Narrator
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.saving import exiting_on_signals
from tavolino.game import TavolinoError
from tavolino.learning.puzzles.attempt import Verdict, begin
from tavolino.learning.puzzles.files import puzzle_named, read_puzzles, shipped, write_puzzles
from tavolino.learning.puzzles.judging import proceed
from tavolino.learning.puzzles.puzzle import THEMES, Puzzle, Theme
from tavolino.learning.puzzles.sentences import explanation, goal, hint, progress, refutation
from tavolino.narration import Sentence

app = typer.Typer()
puzzles = typer.Typer(rich_markup_mode="rich")
app.add_typer(puzzles, name="puzzles", help="help.puzzles")

MOST = 100_000
"""Puzzles to make at once."""


Themes = Annotated[
    str | None,
    typer.Option(
        "--theme", metavar="THEME", help="help.puzzles_theme", autocompletion=values.themes
    ),
]


@puzzles.command("make", help="help.puzzles_make")
def make_command(
    context: typer.Context,
    game: GameName,
    number: Annotated[str, typer.Option("--count", metavar="N", help="help.puzzles_count")] = "10",
    first: Annotated[
        str, typer.Option("--number", "-n", metavar="N", help="help.puzzles_first")
    ] = "1",
    theme: Themes = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="help.puzzles_out", parser=file_path),
    ] = None,
    force: Annotated[bool, typer.Option("--force", metavar="", help="help.overwrite")] = False,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    name = _game(terminal, game)
    wanted = parse_count(terminal, "--count", number, 1, MOST)
    deal = parse_number(terminal, first)
    if out:
        check_writable(terminal, out, force)
    elif force:
        raise ArgumentError(terminal.say("error.force_alone", option="--out"))
    if theme is not None and theme not in THEMES[name]:
        raise _unknown_theme(terminal, name, theme)
    found = _make(terminal, name, wanted, deal, Theme(theme) if theme else None)
    if out:
        write_puzzles(out, found)
    elif json:
        for puzzle in found:
            terminal.print_plain(str(puzzle))
    else:
        for puzzle in found:
            _print_puzzle(terminal, puzzle, None)


def _make(
    terminal: Terminal, game: str, wanted: int, deal: int, theme: Theme | None
) -> list[Puzzle]:
    from tavolino.learning.puzzles.make import make_puzzles

    found: list[Puzzle] = []
    with exiting_on_signals(), _progress() as bar:
        task = bar.add_task(terminal.say("puzzle.making"), total=wanted)
        for puzzle in make_puzzles(game, deal, theme):
            found += [puzzle] if puzzle else []
            bar.update(task, completed=len(found))
            if len(found) == wanted:
                break
    return found


@puzzles.command("check", help="help.puzzles_check")
def check_command(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="help.puzzles_file", parser=file_path)
    ] = None,
    json: Json = False,
) -> None:
    from tavolino.learning.puzzles.make import check_puzzle

    terminal = terminal_of(context)
    if file:
        check_readable(terminal, file)
    found = read_puzzles(file) if file else [one for game in THEMES for one in shipped(game)]
    with exiting_on_signals(), _progress() as bar:
        for puzzle in bar.track(found, description=terminal.say("puzzle.checking")):
            check_puzzle(puzzle)
    games = {game: sum(one.game == game for one in found) for game in THEMES}
    counts = {game: number for game, number in games.items() if number}
    if json:
        print_json(terminal, {"proved": counts})
        return
    titles = ", ".join(f"{terminal.title_of(game)} ({n})" for game, n in counts.items())
    terminal.print_sentence(terminal.say("puzzle.checked", n=len(found), games=titles))


@puzzles.command("play", help="help.puzzles_play")
def play_command(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME|PUZZLE", help="help.puzzles_name", autocompletion=values.puzzle_games
        ),
    ],
    theme: Themes = None,
    faces: Faces = None,
) -> None:
    terminal = terminal_of(context)
    check_faces(terminal, faces)
    if game_named(name) in THEMES:
        game = _game(terminal, name)
        chosen = [one for one in shipped(game) if theme in (None, one.theme)]
        if not chosen:
            raise _unknown_theme(terminal, game, theme)
        puzzle = choice(chosen)
    else:
        puzzle = puzzle_named(name)
    with exiting_on_signals():
        _PuzzleSession(terminal, puzzle, faces).run()


def _game(terminal: Terminal, name: str) -> str:
    game = game_named(name)
    if game not in THEMES:
        message = terminal.say("error.no_puzzles", games=", ".join(THEMES), got=name[:40])
        raise ArgumentError(message)
    return game


def _unknown_theme(terminal: Terminal, game: str, theme: str | None) -> ArgumentError:
    known = ", ".join(THEMES[game])
    return ArgumentError(terminal.say("error.theme", wanted=known, got=str(theme)[:40]))


def _progress() -> Progress:
    errors = Console(stderr=True)
    return Progress(console=errors, transient=True, disable=not errors.is_terminal)


class _PuzzleSession:
    """One puzzle, until it is solved or left."""

    def __init__(self, terminal: Terminal, puzzle: Puzzle, faces: str | None) -> None:
        self.terminal, self.puzzle, self.attempt = terminal, puzzle, begin(puzzle)
        self.faces = faces_or_default(terminal, faces, puzzle.game)
        seats = range(self.attempt.game.seats)
        self.names = [terminal.say("table.player", n=seat + 1) for seat in seats]
        self.narrator = Narrator(terminal, self.names, self.faces)

    def run(self) -> None:
        _print_puzzle(self.terminal, self.puzzle, self.narrator)
        while self.attempt.verdict is Verdict.OPEN:
            self._draw()
            text = self.terminal.ask(self.terminal.say("puzzle.prompt"))
            if text in (None, "q"):
                return
            if text == "h":
                self._hint()
            elif text == "s":
                break
            elif text:
                self._play(text)
        self._end()

    def _play(self, text: str) -> None:
        before = self.attempt
        try:
            self.attempt = proceed(before, text)
        except TavolinoError as error:
            self.terminal.print_sentence(self.terminal.reason(error))
            return
        if self.attempt.verdict is Verdict.FAILED:
            for sentence in refutation(before, text):
                self._tell(sentence)
        elif self.attempt.verdict is Verdict.OPEN:
            for sentence in progress(self.attempt):
                self._tell(sentence)

    def _hint(self) -> None:
        """Nothing is marked on this board: a hint that points at a move names it."""
        sentence, move = hint(self.attempt)
        if move:
            self.terminal.print_sentence(self.terminal.say("puzzle.hint_named", move=move))
        else:
            self._tell(sentence)

    def _end(self) -> None:
        is_solved = self.attempt.verdict is Verdict.SOLVED
        self._draw()
        self.terminal.print_sentence(
            self.terminal.say("puzzle.solved" if is_solved else "puzzle.failed"), "bold"
        )
        for sentence in explanation(self.puzzle):
            self._tell(sentence)
        line = self.terminal.say("puzzle.solution", moves="  ".join(self.puzzle.line))
        self.terminal.print_sentence(line)

    def _draw(self) -> None:
        game, state = self.attempt.game, self.attempt.state
        drawing = drawing_of(self.terminal, game, self.names, self.faces)
        self.terminal.print(drawing.board(state, None))
        if beneath := drawing.beneath(state):
            self.terminal.print_sentence(beneath)
        if self.attempt.moves_left is not None:
            left = self.terminal.say("puzzle.moves_left", n=self.attempt.moves_left)
            self.terminal.print_sentence(left)

    def _tell(self, sentence: Sentence) -> None:
        self.terminal.print_sentence(self.narrator.sentence(sentence))


def _print_puzzle(terminal: Terminal, puzzle: Puzzle, narrator: Narrator | None) -> None:
    title = terminal.say("puzzle.title", id=puzzle.id)
    rating = terminal.say("puzzle.rating", n=puzzle.grade)
    terminal.print(Padding(Text.assemble((title, "bold"), f" · {rating}"), (0, 1)))
    narrator = narrator or Narrator(terminal, ())
    terminal.print_sentence(narrator.sentence(goal(puzzle)))
