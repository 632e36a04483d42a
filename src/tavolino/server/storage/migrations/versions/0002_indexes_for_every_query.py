"""indexes for every query"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index(op.f("ix_people_created_at_id"), "people", ["created_at", "id"])

    op.add_column(
        "tables",
        sa.Column("is_public", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    tables = sa.table("tables", sa.column("settings"), sa.column("is_public"))
    listed = tables.c.settings.contains('"is_public":true')
    op.execute(sa.update(tables).where(listed).values(is_public=True))
    op.drop_index(op.f("ix_tables_phase_created_at"), "tables")
    for columns in (
        ("phase", "created_at", "id"),
        ("is_public", "phase", "created_at"),
        ("phase", "kind", "day"),
        ("day", "game"),
        ("host",),
    ):
        op.create_index(op.f(f"ix_tables_{'_'.join(columns)}"), "tables", columns)

    op.add_column(
        "results", sa.Column("ranking", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.execute("UPDATE results SET ranking = coalesce(last_gain, 2147483647) - points * 2147483648")
    op.drop_index(op.f("ix_results_day_game"), "results")
    op.create_index(
        op.f("ix_results_day_game_ranking_lot_table_id"),
        "results",
        ["day", "game", "ranking", "lot", "table_id"],
    )
