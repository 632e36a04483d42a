"""statistics as sums of days, and an index that has all that a ranking asks for"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

DAY_MS = 86_400_000
TOTALS = ("played", "won", "points", "best_points", "fastest_win", "seconds")
STREAKS = ("played", "first", "last", "best")
ROWS = 1_000
RANKING = ["day", "game", "ranking", "lot", "table_id", "ended_at", "moves", "player"]


def upgrade() -> None:
    """The sums are computed from the results that are there."""
    for name, columns in (("totals", TOTALS), ("streaks", STREAKS)):
        keys = ["person", "game", "day", *(["kind"] if name == "totals" else [])]
        op.create_table(
            name,
            sa.Column("person", sa.Text(), nullable=False),
            sa.Column("game", sa.Text(), nullable=False),
            sa.Column("day", sa.Integer(), nullable=False),
            *(sa.Column(key, sa.Text(), nullable=False) for key in keys[3:]),
            *(_number(column) for column in columns),
            sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f(f"fk_{name}_person")),
            sa.PrimaryKeyConstraint(*keys, name=op.f(f"pk_{name}")),
        )
    _fill()
    op.drop_index(op.f("ix_results_day_game_ranking_lot_table_id"), "results")
    is_daily = sa.text("day IS NOT NULL")
    op.create_index(
        "ix_results_ranking",
        "results",
        RANKING,
        sqlite_where=is_daily,
        postgresql_where=is_daily,
    )


def _number(name: str) -> sa.Column[int]:
    kind = sa.BigInteger() if name in ("points", "seconds") else sa.Integer()
    return sa.Column(name, kind, nullable=name == "fastest_win")


def _fill() -> None:
    day = f"r.ended_at / {DAY_MS}"
    counted = (
        " FROM results r WHERE r.person IS NOT NULL AND NOT EXISTS (SELECT 1 FROM results o"
        " WHERE o.table_id = r.table_id AND o.player <> r.player AND o.person = r.person)"
    )
    op.execute(
        f"INSERT INTO totals (person, game, day, kind, {', '.join(TOTALS)})"
        f" SELECT r.person, r.game, {day}, r.kind, count(*),"
        " sum(CASE WHEN r.is_won THEN 1 ELSE 0 END), sum(r.points), max(r.points),"
        " min(CASE WHEN r.is_won THEN r.seconds END), sum(r.seconds)"
        f"{counted} GROUP BY r.person, r.game, {day}, r.kind"
    )
    found = op.get_bind().execute(
        sa.text(
            f"SELECT r.person, r.game, {day} AS day, r.is_won"
            f"{counted} ORDER BY r.person, r.game, r.ended_at, r.table_id"
        )
    )
    rows = []
    for (person, game, number), games in groupby(found, _segment):
        wins = "".join("x" if one.is_won else " " for one in games)
        rows.append({"person": person, "game": game, "day": number, **_streak(wins)})
        if len(rows) == ROWS:
            _insert(rows)
            rows = []
    _insert(rows)


def _segment(row: sa.Row[Any]) -> tuple[str, str, int]:
    return row.person, row.game, row.day


def _streak(wins: str) -> dict[str, int]:
    """
    >>> _streak("xx x")
    {'played': 4, 'first': 2, 'last': 1, 'best': 2}
    """
    runs = [len(run) for run in wins.split(" ")]
    return {"played": len(wins), "first": runs[0], "last": runs[-1], "best": max(runs)}


def _insert(rows: list[dict[str, Any]]) -> None:
    columns: list[sa.ColumnClause[Any]] = [
        sa.column(name) for name in ("person", "game", "day", *STREAKS)
    ]
    if rows:
        op.bulk_insert(sa.table("streaks", *columns), rows)
