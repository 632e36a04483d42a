"""friends and notices"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "friendships",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("friend", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_friendships_person")),
        sa.ForeignKeyConstraint(["friend"], ["people.id"], name=op.f("fk_friendships_friend")),
        sa.PrimaryKeyConstraint("person", "friend", name=op.f("pk_friendships")),
    )
    op.create_index(op.f("ix_friendships_friend"), "friendships", ["friend"])

    op.create_table(
        "friend_links",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_friend_links_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_friend_links")),
        sa.UniqueConstraint("token", name=op.f("uq_friend_links_token")),
    )

    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column("auth", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_push_subscriptions_person")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
    )
    op.create_index(op.f("ix_push_subscriptions_person"), "push_subscriptions", ["person"])

    op.create_table(
        "mail_addresses",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("is_confirmed", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_mail_addresses_person")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_mail_addresses")),
        sa.UniqueConstraint("token", name=op.f("uq_mail_addresses_token")),
    )

    op.create_table(
        "turn_notices",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_turn_notices_table_id")),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_turn_notices_person")),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_turn_notices")),
    )
    op.create_index(op.f("ix_turn_notices_person"), "turn_notices", ["person"])
