"""practice that was left"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """An index for the unfinished games of a user."""
    op.drop_index(op.f("ix_tables_host"), "tables")
    columns = ["host", "phase", "ended_at"]
    op.create_index(op.f("ix_tables_host_phase_ended_at"), "tables", columns)
