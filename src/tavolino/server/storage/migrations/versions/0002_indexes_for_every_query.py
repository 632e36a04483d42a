"""indexes for every query"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NEVER_GAINED = 2**31 - 1


def upgrade() -> None:
    op.create_index(op.f("ix_people_created_at_id"), "people", ["created_at", "id"])

    is_public = sa.Column("is_public", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("tables", is_public)
    op.execute("UPDATE tables SET is_public = true WHERE settings LIKE '%\"is_public\":true%'")
    op.drop_index(op.f("ix_tables_phase_created_at"), "tables")
    for columns in (
        ("phase", "created_at", "id"),
        ("is_public", "phase", "created_at"),
        ("phase", "kind", "day"),
        ("day", "game"),
        ("host",),
    ):
        op.create_index(op.f(f"ix_tables_{'_'.join(columns)}"), "tables", columns)

    gain_order = sa.Column(
        "gain_order", sa.Integer(), nullable=False, server_default=str(NEVER_GAINED)
    )
    op.add_column("results", gain_order)
    op.execute("UPDATE results SET gain_order = last_gain WHERE last_gain IS NOT NULL")
    op.drop_index(op.f("ix_results_day_game"), "results")
    op.create_index(
        op.f("ix_results_ranking"),
        "results",
        ["day", "game", sa.desc("points"), "gain_order", "lot", "table_id"],
    )
