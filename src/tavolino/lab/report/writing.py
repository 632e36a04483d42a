"""Writes a report: Markdown, and its plots beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tavolino.game import options_of
from tavolino.lab.report.azul import azul_report, die_luck_report
from tavolino.lab.report.content import Content
from tavolino.lab.report.patience import honest_report, redeals_report, solutions_report
from tavolino.lab.report.plots import write_plot
from tavolino.lab.report.results import Part, Results, as_table
from tavolino.lab.report.seats import seats_report
from tavolino.lab.report.small_boards import small_boards_report
from tavolino.lab.report.winnability import winnability_report
from tavolino.lab.studies import STUDIES, make_study

REPORT = "report.md"
REPORTS: dict[str, Callable[[Mapping[str, str], Results], Content]] = {
    "winnability": winnability_report,
    "solutions": solutions_report,
    "honest": honest_report,
    "redeals": redeals_report,
    "seats": seats_report,
    "small_boards": small_boards_report,
    "azul": azul_report,
    "die_luck": die_luck_report,
}
"""What makes the report of each study of its options and its results."""


def write_report(folders: Sequence[Path], target: Path) -> Path:
    """The report of the results in a folder, or in several that differ in the level of play."""
    results = Results(*folders)
    manifest = results.manifest
    content = REPORTS[manifest.study](manifest.options, results)
    target.mkdir(parents=True, exist_ok=True)
    for plot in content.plots:
        write_plot(plot, target)
    path = target / REPORT
    path.write_text(_markdown(results, content))
    return path


def command_of(part: Part) -> str:
    """What to type to get these results."""
    manifest = part.manifest
    defaults = options_of(STUDIES[manifest.study]())
    options = [
        f" -o {name}={value}"
        for name, value in manifest.options.items()
        if value != defaults.get(name)
    ]
    deals = part.rows // make_study(manifest.study, manifest.options).rows_per_deal()
    first = f" --first {manifest.first}" if manifest.first > 1 else ""
    return f"tavolino lab run {manifest.study}{''.join(options)}{first} --deals {deals} --out DIR"


def _markdown(results: Results, content: Content) -> str:
    manifest = results.manifest
    rules = ", ".join(f"{game} version {number}" for game, number in manifest.rules.items())
    seconds = results.value("SELECT sum(seconds::DOUBLE) FROM results")
    parts = [
        f"# {manifest.study}",
        "\n".join(f"{sentence}\n" for sentence in content.summary).rstrip(),
        "\n".join(["```", *map(command_of, results.parts), "```"]),
        f"Tavolino {manifest.tavolino}, {rules}; {results.rows:,} rows, {seconds:,.0f} seconds of "
        f"processor time on {_machine(manifest.runs[-1])}.",
    ]
    for table in content.tables:
        parts += [f"## {table.title}", as_table(table.names, table.rows)]
    for plot in content.plots:
        parts += [f"## {plot.title}", f"![{plot.title}]({plot.name}-light.svg)"]
    if any(part.manifest.is_mixed for part in results.parts):
        content.unknown.append(
            "The rows were made by several versions of the program, whose bots or solvers differ."
        )
    if content.unknown:
        parts += ["## What is not known", "\n".join(f"- {line}" for line in content.unknown)]
    return "\n\n".join(parts) + "\n"


def _machine(run: dict[str, object]) -> str:
    return f"{run.get('processor')}, {run.get('workers')}"
