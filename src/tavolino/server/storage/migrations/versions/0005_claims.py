"""claims of processes on running tables"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Running tables are due at once: the first process that looks claims them."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("alive_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "claims",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("process", sa.Text()),
        sa.Column("due_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_claims_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_claims")),
    )
    op.create_index(op.f("ix_claims_process"), "claims", ["process"])
    op.create_index(op.f("ix_claims_due_at"), "claims", ["due_at"])
    op.execute(
        "INSERT INTO claims (table_id, due_at) SELECT id, 0 FROM tables"
        " WHERE kind IN ('table', 'contest') AND phase IN ('countdown', 'playing')"
    )
