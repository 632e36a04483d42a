"""``tavolino lab``: studies over many deals or games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from tavolino.cli.arguments import (
    ArgumentError,
    Json,
    file_path,
    parse_count,
    terminal_of,
)
from tavolino.cli.help import values
from tavolino.cli.output.json import print_json
from tavolino.cli.output.terminal import Terminal
from tavolino.game import option_specs

if TYPE_CHECKING:
    from tavolino.lab.pools.pool import Pool
    from tavolino.lab.study import Study

app = typer.Typer()
lab = typer.Typer(help="help.lab", no_args_is_help=False)
app.add_typer(lab, name="lab")

MAX_DEALS, MAX_JOBS = 100_000_000, 256
SECONDS_BETWEEN_LINES = 60.0
"""Where there is no terminal to draw a bar on."""

Folders = Annotated[
    list[Path], typer.Argument(metavar="DIR…", help="help.lab_folder", parser=file_path)
]


@lab.command("list", help="help.lab_list")
def list_command(context: typer.Context, json: Json = False) -> None:
    terminal = terminal_of(context)
    from tavolino.lab.studies import STUDIES

    if json:
        studies = [
            {
                "study": name,
                "about": study.about,
                "options": {spec.name: spec.choices for spec in option_specs(study)},
            }
            for name, study in STUDIES.items()
        ]
        print_json(terminal, studies)
        return
    grid = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for name, study in STUDIES.items():
        grid.add_row(name, terminal.say(f"study.{name}"))
        for spec in option_specs(study):
            grid.add_row("", f"{spec.name}={'|'.join(spec.choices or ())}", style="dim")
    terminal.print(grid)


@lab.command("run", help="help.lab_run")
def run_command(
    context: typer.Context,
    study: Annotated[
        str, typer.Argument(metavar="STUDY", help="help.lab_study", autocompletion=values.studies)
    ],
    deals: Annotated[str, typer.Option("--deals", metavar="N", help="help.lab_deals")],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="help.lab_out", parser=file_path)
    ],
    first: Annotated[str, typer.Option("--first", metavar="N", help="help.lab_first")] = "1",
    jobs: Annotated[str, typer.Option("--jobs", "-j", metavar="J", help="help.jobs")] = "1",
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="help.lab_ray")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="help.lab_option",
            autocompletion=values.study_options,
        ),
    ] = None,
) -> None:
    terminal = terminal_of(context)
    count = parse_count(terminal, "--deals", deals, 1, MAX_DEALS)
    first_deal = parse_count(terminal, "--first", first, 1, MAX_DEALS)
    workers = parse_count(terminal, "--jobs", jobs, 1, MAX_JOBS)
    from tavolino.lab.ledger import Ledger
    from tavolino.lab.runner import run

    chosen = _study(terminal, study, option or [])
    if out.exists() and not out.is_dir():
        raise ArgumentError(terminal.say("error.lab_folder", got=out))
    with _pool(chosen, workers, ray) as pool, _progress(terminal) as notify:
        run(chosen, count, Ledger(out), pool, notify, first=first_deal)
    terminal.print_plain(terminal.say("lab.done", folder=out))


@lab.command("report", help="help.lab_report")
def report_command(
    context: typer.Context,
    folders: Folders,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="help.lab_report_out", parser=file_path),
    ] = None,
    query: Annotated[str | None, typer.Option("--sql", metavar="SQL", help="help.lab_sql")] = None,
    json: Json = False,
) -> None:
    terminal = terminal_of(context)
    from tavolino.lab.report.results import Results, as_table
    from tavolino.lab.report.writing import write_report

    if query is None:
        if out is None and len(folders) > 1:
            raise ArgumentError(terminal.say("error.lab_report_out"))
        if out is not None and out.exists() and not out.is_dir():
            raise ArgumentError(terminal.say("error.lab_report_folder", got=out))
        path = write_report(folders, out or folders[0] / "report")
        if json:
            print_json(terminal, {"report": str(path)})
        else:
            terminal.print_plain(terminal.say("lab.report", file=path))
        return
    if out is not None:
        raise ArgumentError(terminal.say("error.lab_sql_out"))
    names, rows = Results(*folders).ask(query)
    if json:
        for row in rows:
            print_json(terminal, {name: _plain(value) for name, value in zip(names, row)})
    else:
        terminal.print_plain(as_table(names, rows))


def _plain(value: Any) -> Any:
    """A value of an answer as JSON has it, which has no infinity."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return value if isinstance(value, int | float | str | bool | None) else str(value)


def _study(terminal: Terminal, name: str, options: list[str]) -> Study:
    from tavolino.lab.studies import make_study

    texts: dict[str, str] = {}
    for one in options:
        key, equals, value = one.partition("=")
        if not equals or not key:
            raise ArgumentError(terminal.say("error.option_form", got=one[:60]))
        if key.strip() in texts:
            raise ArgumentError(terminal.say("error.option_twice", name=key.strip()[:40]))
        texts[key.strip()] = value.strip()
    return make_study(name, texts)


@contextmanager
def _pool(study: Study, jobs: int, ray: str | None) -> Iterator[Pool]:
    from tavolino.lab.pools.pool import InProcess
    from tavolino.lab.pools.processes import Processes
    from tavolino.lab.pools.ray_cluster import RayCluster

    if ray is not None:
        with RayCluster(study, ray) as cluster:
            yield cluster
    elif jobs == 1:
        yield InProcess(study)
    else:
        with Processes(study, jobs) as pool:
            yield pool


@contextmanager
def _progress(terminal: Terminal) -> Iterator[Callable[[Any], None]]:
    """A bar with the time left; without a terminal a line from time to time."""
    errors = Console(stderr=True, highlight=False)
    if not errors.is_terminal:
        yield _lines(terminal, errors)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=errors, transient=True, speed_estimate_period=600) as bar:
        task = bar.add_task(terminal.say("lab.running"), total=None)
        yield lambda at: bar.update(task, completed=at.done, total=at.total)


def _lines(terminal: Terminal, errors: Console) -> Callable[[Any], None]:
    is_told, first = list[bool](), list[tuple[float, int]]()
    last = [time.monotonic()]

    def notify(at: Any) -> None:
        now = time.monotonic()
        if not is_told:  # what was there before; workers compile until the next call
            is_told.append(True)
            return
        first[:] = first or [(now, at.done)]
        if now - last[0] < SECONDS_BETWEEN_LINES or at.done == first[0][1]:
            return
        last[0] = now
        left = (at.total - at.done) * (now - first[0][0]) / (at.done - first[0][1])
        minutes = max(1, round(left / 60))
        line = terminal.say("lab.progress", done=at.done, total=at.total, n=minutes)
        errors.print(line, soft_wrap=True)

    return notify
