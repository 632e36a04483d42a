"""The results of a study as a table for SQL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from tavolino.game import TavolinoError
from tavolino.lab.ledger import Ledger, prefix
from tavolino.lab.manifest import Manifest
from tavolino.lab.studies import STUDIES, make_study
from tavolino.lab.studies.levels import levels_of
from tavolino.lab.study import numbers_of


class QueryError(TavolinoError):
    """A question that DuckDB cannot answer."""


class Part(NamedTuple):
    """The results in one folder."""

    manifest: Manifest
    rows: int
    """How many there are up to the first number that is missing."""
    files: list[str]


class Results:
    """The table ``results``: every row up to the first number that is missing.

    Several folders make one table if only the level of the players differs.
    """

    def __init__(self, *folders: Path) -> None:
        self.parts = [_part(folder) for folder in folders]
        self.manifest = self.parts[0].manifest
        self.rows = sum(part.rows for part in self.parts)
        """How many rows there are."""
        if len(folders) > 1:
            _check_alike(self.parts, folders)
        self._database = duckdb.connect()
        self._database.execute("SET threads = 1")
        self._database.execute("SET preserve_insertion_order = true")
        files = [file for part in self.parts for file in part.files]
        self._database.from_parquet(files).create_view("results")

    @property
    def by_level(self) -> str:
        """The order of levels in SQL, the weakest first."""
        return f"ORDER BY list_position({list(levels_of(*self.manifest.rules))}, level::VARCHAR)"

    def ask(self, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns, and the rows, of an answer."""
        try:
            answer = self._database.execute(sql)
            if answer is None:
                raise QueryError("expected a question that DuckDB understands: it is empty")
            names = [column[0] for column in answer.description or ()]
            return names, answer.fetchall()
        except duckdb.Error as error:
            first = str(error).strip().partition("\n")[0]
            raise QueryError(f"expected a question that DuckDB understands: {first}") from None

    def rows_of(self, sql: str) -> list[tuple[Any, ...]]:
        return self.ask(sql)[1]

    def column(self, sql: str) -> list[Any]:
        """The first column of an answer."""
        return [row[0] for row in self.rows_of(sql)]

    def value(self, sql: str) -> Any:
        """The only value of an answer."""
        return self.rows_of(sql)[0][0]

    def counts(self, column: str, where: str = "true") -> dict[Any, int]:
        """How often each value of a column occurs, in the order of the values."""
        sql = f"SELECT {column} AS v, count(*) FROM results WHERE {where} GROUP BY v ORDER BY v"
        return dict(self.rows_of(sql))


def _part(folder: Path) -> Part:
    manifest = Manifest.read(folder)
    if manifest is None:
        raise QueryError(f"expected a folder with the results of a study, got {folder}")
    ledger = Ledger(folder)
    done = ledger.done()
    study = make_study(manifest.study, manifest.options)
    ledger.check_columns(study)
    first = numbers_of(study, manifest.first, manifest.deals).first
    last = prefix(done, first)
    if last < first:
        raise QueryError(f"there are no results yet in {folder}")
    files = [str(ledger.path_of(unit)) for unit in done if unit.last <= last]
    return Part(manifest, last - first + 1, files)


def _check_alike(parts: Sequence[Part], folders: Sequence[Path]) -> None:
    first, levels = parts[0].manifest, set[str]()
    for part, folder in zip(parts, folders):
        options = dict(part.manifest.options)
        level = options.get("level", "all")
        is_alike = (
            part.manifest.study == first.study
            and part.manifest.rules == first.rules
            and part.manifest.first == first.first
            and options == first.options | {"level": level}
        )
        has_levels = "level" in STUDIES[first.study].columns and level != "all"
        if not (is_alike and has_levels) or level in levels:
            raise QueryError(
                f"expected folders of one study that differ only in the level, got {folder}"
            )
        levels.add(level)


def as_table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """An answer in Markdown."""
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(map(_text, line))} |" for line in lines)


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
