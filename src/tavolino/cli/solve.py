"""``tavolino solve``: is this deal winnable, and how."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.progress import track
from rich.text import Text

from tavolino.catalogue import entries, entry_of
from tavolino.cli.arguments import (
    ArgumentError,
    Json,
    Options,
    dealt,
    file_path,
    parse_count,
    parse_game,
    parse_number,
    parse_seconds,
    terminal_of,
)
from tavolino.cli.output.files import FileError, read_file, read_lines
from tavolino.cli.output.json import print_json
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.saving import leaving_in_order
from tavolino.cli.solve_jobs import VERDICTS, SolveJob, SolveResult, results_of, solver_of, warm_up
from tavolino.game import CHANCE, AnyGame, TavolinoError, options_of

app = typer.Typer()

MOST_JOBS = 256


@app.command("solve", help="help.solve")
def solve_command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="help.solve_game")],
    number: Annotated[
        str | None, typer.Option("--number", "--seed", "-n", metavar="N", help="help.solve_number")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="help.solve_record", parser=file_path),
    ] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="N", help="help.solve_at")] = None,
    deals: Annotated[
        Path | None, typer.Option("--deals", metavar="FILE", help="help.deals", parser=file_path)
    ] = None,
    option: Options = None,
    seconds: Annotated[
        str | None, typer.Option("--seconds", metavar="S", help="help.seconds")
    ] = None,
    jobs: Annotated[str, typer.Option("--jobs", "-j", metavar="J", help="help.jobs")] = "1",
    score: Annotated[bool, typer.Option("--score", metavar="", help="help.score")] = False,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    rules = _solvable(terminal, parse_game(terminal, game, option))
    limit = None if seconds is None else parse_seconds(terminal, "--seconds", seconds)
    workers = parse_count(terminal, "--jobs", jobs, 1, MOST_JOBS)
    if sum(given is not None for given in (number, record, deals)) != 1:
        raise ArgumentError(terminal.say("error.solve_what"))
    if at is not None and record is None:
        raise ArgumentError(terminal.say("error.at_alone"))
    if score and not hasattr(solver_of(rules), "best_score"):
        raise ArgumentError(terminal.say("error.no_score", game=rules.name))
    if record is not None:
        rules, states = _recorded(terminal, rules, option, record, at)
    elif deals is not None:
        states = _dealt_by(terminal, rules, deals)
    else:
        states = [dealt(rules, parse_number(terminal, number)).boards[0].state]
    questions = [SolveJob(rules, state, limit, score) for state in states]
    warm_up(terminal, rules)
    with leaving_in_order(), results_of(questions, workers) as answers:
        _print(terminal, answers, len(questions), json)


# What is asked


def _solvable(terminal: Terminal, game: AnyGame) -> AnyGame:
    if not entry_of(game.name).has_solver:
        games = ", ".join(entry.name for entry in entries() if entry.has_solver)
        raise ArgumentError(terminal.say("error.no_solver", game=game.name, games=games))
    return game


def _recorded(
    terminal: Terminal, rules: AnyGame, option: Any, file: Path, at: str | None
) -> tuple[AnyGame, list[Any]]:
    """The positions of all boards; a referee's call does not change the cards."""
    record = read_file(terminal, file)
    told = record.match.game
    if told.name != rules.name or (option and told != rules):
        got, wanted = _described(told), _described(rules)
        raise ArgumentError(terminal.say("error.other_game", file=file, got=got, wanted=wanted))
    most = len(record.match.log)
    entries = most if at is None else parse_count(terminal, "--at", at, 1, most)
    boards = list(record.matches())[entries].boards
    states = [replace(board.state, stopped=None) for board in boards]
    if any(told.actor(state) == CHANCE for state in states):
        raise ArgumentError(terminal.say("error.undealt", file=file, n=entries))
    return told, states


def _described(game: AnyGame) -> str:
    options = ", ".join(f"{name}={value}" for name, value in options_of(game).items())
    return f"{game.name} ({options})" if options else game.name


def _dealt_by(terminal: Terminal, rules: AnyGame, file: Path) -> list[Any]:
    reader = entry_of(rules.name).parse_deal
    if reader is None:
        raise ArgumentError(terminal.say("error.no_deal_format", game=rules.name))
    parse_deal, states = reader.load(), []
    for number, line in enumerate(read_lines(terminal, file), 1):
        try:
            states.append(parse_deal(rules, line))
        except TavolinoError as error:
            said = terminal.say("error.bad_deal", file=file, line=number, why=error)
            raise FileError(said) from None
    if not states:
        raise FileError(terminal.say("error.no_deals", file=file))
    return states


# What is said


def _print(terminal: Terminal, answers: Iterable[SolveResult], count: int, json: bool) -> None:
    if json:
        for one in answers:
            print_json(terminal, {k: v for k, v in one._asdict().items() if v is not None})
            sys.stdout.flush()
        return
    errors = Console(stderr=True)
    shown = track(
        answers,
        terminal.say("solve.solving"),
        total=count,
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    told = list(shown)
    if count == 1:
        _print_one(terminal, told[0])
    else:
        _print_summary(terminal, told)


def _print_one(terminal: Terminal, one: SolveResult) -> None:
    words = one.moves.split()
    said = [terminal.say(f"solve.{one.verdict}", n=len(words))]
    if one.score:
        low, high = one.score
        key = "solve.score" if low == high else "solve.bounds"
        said.append(terminal.say(key, low=low, high=high))
    said.append(terminal.say("solve.effort", positions=one.positions, seconds=f"{one.seconds:.3f}"))
    for line in said:
        terminal.print(Padding(Text(line, "bold" if line is said[0] else ""), (0, 1)))
    if words:
        terminal.print(Padding(Text("  ".join(words)), (1, 1, 0, 3)))


def _print_summary(terminal: Terminal, told: list[SolveResult]) -> None:
    counts = Counter(one.verdict for one in told)
    for verdict in VERDICTS:
        n = counts[verdict]
        said = terminal.say(f"solve.count_{verdict}", n=n, of=len(told))
        terminal.print(f" {said} ({n / len(told):.1%})")
    total, worst = sum(one.seconds for one in told), max(one.seconds for one in told)
    effort = terminal.say("solve.total", total=f"{total:.3f}", worst=f"{worst:.3f}")
    terminal.print(Text(f" {effort}", "dim"))
