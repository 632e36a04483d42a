"""lessons: how far each user is"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "lesson_progress",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
            name=op.f("fk_lesson_progress_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", "game", name=op.f("pk_lesson_progress")),
    )
