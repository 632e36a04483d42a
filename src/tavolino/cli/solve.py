"""``tavolino solve``: finds out whether a deal can be won, and how."""

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
    file_path,
    parse_count,
    parse_game,
    parse_number,
    parse_seconds,
    practice_match,
    terminal_of,
)
from tavolino.cli.help import values
from tavolino.cli.output.files import FileError, read_file, read_lines
from tavolino.cli.output.json import game_json, print_json
from tavolino.cli.output.terminal import Terminal
from tavolino.cli.practice.referee import referee_at
from tavolino.cli.practice.saving import exiting_on_signals
from tavolino.cli.solve_jobs import OUTCOMES, SolveJob, SolveResult, results_of, warm_up
from tavolino.game import CHANCE, AnyGame, TavolinoError, options_of
from tavolino.solvers.solver import solver_of

app = typer.Typer()

MAX_JOBS = 256


@app.command("solve", help="help.solve")
def solve_command(
    context: typer.Context,
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="help.solve_game", autocompletion=values.solved_games),
    ],
    number: Annotated[
        str | None, typer.Option("--number", "-n", metavar="N", help="help.solve_number")
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
    shortest: Annotated[bool, typer.Option("--shortest", metavar="", help="help.shortest")] = False,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    rules = _solvable(terminal, parse_game(terminal, game, option))
    limit = None if seconds is None else parse_seconds(terminal, "--seconds", seconds)
    workers = parse_count(terminal, "--jobs", jobs, 1, MAX_JOBS)
    if sum(given is not None for given in (number, record, deals)) != 1:
        raise ArgumentError(terminal.say("error.solve_what"))
    if at is not None and record is None:
        raise ArgumentError(terminal.say("error.at_alone"))
    if score and not hasattr(solver_of(rules), "best_score"):
        raise ArgumentError(terminal.say("error.no_score", game=rules.name))
    if shortest and not hasattr(solver_of(rules), "shortest"):
        raise ArgumentError(terminal.say("error.no_shortest", game=rules.name))
    named: dict[str, Any] = {}
    if record is not None:
        rules, states = _from_record(terminal, rules, option, record, at)
    elif deals is not None:
        states = _from_deals(terminal, rules, deals)
    else:
        deal = parse_number(terminal, number)
        states, named = [_dealt(terminal, rules, deal)], {"number": deal}
    solve_jobs = [SolveJob(rules, state, limit, score, shortest) for state in states]
    warm_up(terminal, rules, shortest)
    with exiting_on_signals(), results_of(solve_jobs, workers) as results:
        _print(terminal, results, len(solve_jobs), json, {**game_json(rules), **named})


# Input


def _solvable(terminal: Terminal, game: AnyGame) -> AnyGame:
    if not entry_of(game.name).has_solver:
        games = ", ".join(entry.name for entry in entries() if entry.has_solver)
        raise ArgumentError(terminal.say("error.no_solver", game=game.name, games=games))
    return game


def _dealt(terminal: Terminal, rules: AnyGame, number: int) -> Any:
    return practice_match(rules, number, referee_at(terminal)).boards[0].state


def _from_record(
    terminal: Terminal, rules: AnyGame, option: Any, file: Path, at: str | None
) -> tuple[AnyGame, list[Any]]:
    """The positions of all boards, without the referee's calls, which do not move cards."""
    record = read_file(terminal, file)
    recorded = record.match.game
    if recorded.name != rules.name or (option and recorded != rules):
        got, wanted = _described(recorded), _described(rules)
        raise ArgumentError(terminal.say("error.other_game", file=file, got=got, wanted=wanted))
    most = len(record.match.log)
    entries = most if at is None else parse_count(terminal, "--at", at, 1, most)
    boards = list(record.matches())[entries].boards
    states = [replace(board.state, stopped=None) for board in boards]
    if any(recorded.actor(state) == CHANCE for state in states):
        raise ArgumentError(terminal.say("error.undealt", file=file, n=entries))
    return recorded, states


def _described(game: AnyGame) -> str:
    options = ", ".join(f"{name}={value}" for name, value in options_of(game).items())
    return f"{game.name} ({options})" if options else game.name


def _from_deals(terminal: Terminal, rules: AnyGame, file: Path) -> list[Any]:
    reader = entry_of(rules.name).parse_deal
    if reader is None:
        raise ArgumentError(terminal.say("error.no_deal_format", game=rules.name))
    parse_deal, states = reader.load(), []
    for number, line in enumerate(read_lines(terminal, file), 1):
        try:
            states.append(parse_deal(rules, line))
        except TavolinoError as error:
            message = terminal.say(
                "error.bad_deal", file=file, line=number, why=terminal.reason(error)
            )
            raise FileError(message) from None
    if not states:
        raise FileError(terminal.say("error.no_deals", file=file))
    return states


# Output


def _print(
    terminal: Terminal,
    results: Iterable[SolveResult],
    count: int,
    json: bool,
    about: dict[str, Any],
) -> None:
    """``about`` is what every line of the JSON says about its game and deal."""
    if json:
        for result in results:
            print_json(terminal, {**about, **_json_data(result)})
            sys.stdout.flush()
        return
    errors = Console(stderr=True)
    tracked = track(
        results,
        terminal.say("solve.solving"),
        total=count,
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
    finished = list(tracked)
    if count == 1:
        _print_result(terminal, finished[0])
    else:
        _print_summary(terminal, finished)


def _json_data(result: SolveResult) -> dict[str, Any]:
    outcome, *rest = result._asdict().items()
    return {"verdict": outcome[1], **{name: value for name, value in rest if value is not None}}


def _print_result(terminal: Terminal, result: SolveResult) -> None:
    moves, seconds = result.moves.split(), f"{result.seconds:.3f}"
    lines = [terminal.say(f"solve.{result.outcome}", n=len(moves))]
    if result.shortest is not None:
        key = "solve.shortest" if result.proved else "solve.shorter"
        lines.append(terminal.say(key, n=result.lower))
    if result.score:
        low, high = result.score
        key = "solve.score" if low == high else "solve.bounds"
        lines.append(terminal.say(key, low=low, high=high))
    lines.append(terminal.say("solve.effort", positions=result.positions, seconds=seconds))
    for line in lines:
        terminal.print(Padding(Text(line, "bold" if line is lines[0] else ""), (0, 1)))
    if moves:
        terminal.print(Padding(Text("  ".join(moves)), (1, 1, 0, 3)))


def _print_summary(terminal: Terminal, results: list[SolveResult]) -> None:
    counts = Counter(result.outcome for result in results)
    for outcome in OUTCOMES:
        n = counts[outcome]
        count = terminal.say(f"solve.count_{outcome}", n=n, of=len(results))
        terminal.print(f" {count} ({n / len(results):.1%})")
    lengths = [result.shortest for result in results if result.shortest is not None]
    if lengths:
        proved = sum(bool(result.proved) for result in results)
        mean = f"{sum(lengths) / len(lengths):.1f}"
        shortest = terminal.say("solve.count_proved", n=proved, of=len(lengths), mean=mean)
        terminal.print(f" {shortest}")
    seconds = [result.seconds for result in results]
    total, worst = sum(seconds), max(seconds)
    effort = terminal.say("solve.total", total=f"{total:.3f}", worst=f"{worst:.3f}")
    terminal.print(Text(f" {effort}", "dim"))
