"""The report of ``small_boards``."""

from __future__ import annotations

from collections.abc import Mapping

from tavolino.lab.report.content import Content, Table
from tavolino.lab.report.results import Results

VALUES = {1: "seat 1 wins", 0: "shared", -1: "seat 2 wins", None: "not found"}


def small_boards_report(options: Mapping[str, str], results: Results) -> Content:
    rows = results.rows_of(
        "SELECT width, height, hand, value, positions, line FROM results ORDER BY number"
    )
    table = [
        (f"{width} × {height}", " ".join(map(str, hand)), VALUES[value], positions, line or "–")
        for width, height, hand, value, positions, line in rows
    ]
    names = ["board", "pieces of 1, 2, 3, 4 each", "value", "positions", "a best line"]
    unknown = sum(row[3] is None for row in rows)
    content = Content([f"{len(rows)} boards, {len(rows) - unknown} of them solved."])
    content.tables = [Table("Values", names, table)]
    if unknown:
        limit = int(options["positions"])
        content.unknown.append(f"{unknown} boards need more than {limit:,} positions.")
    return content
