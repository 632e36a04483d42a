"""puzzles: results and ratings"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("is_solved", sa.Boolean(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("day", sa.Text()),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_puzzle_attempts_person")),
        sa.PrimaryKeyConstraint("person", "puzzle", name=op.f("pk_puzzle_attempts")),
    )
    op.create_index(op.f("ix_puzzle_attempts_person_at"), "puzzle_attempts", ["person", "at"])
    op.create_table(
        "puzzle_players",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_puzzle_players_person")),
        sa.PrimaryKeyConstraint("person", "game", name=op.f("pk_puzzle_players")),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_ratings")),
    )
    op.create_index(op.f("ix_puzzle_ratings_game"), "puzzle_ratings", ["game"])
