"""blocked users"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("blocked", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_blocks_person")),
        sa.ForeignKeyConstraint(["blocked"], ["people.id"], name=op.f("fk_blocks_blocked")),
        sa.PrimaryKeyConstraint("person", "blocked", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])
