"""The database schema. A game table is a row of ``tables``; its log is rows of ``entries``.

The log is the source of truth: positions, clocks and standings are computed from it. The
migrations in ``migrations/`` lead to this schema, and a test compares the two. Times are
milliseconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""The server's secrets, such as the key that signs cookies."""

users = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, unique=True),
    # The normal form of the account's name, so that no two look alike; null for a guest.
    Column("password", Text),
    Column("epoch", Integer, nullable=False, default=0),
    # Cookies of an earlier epoch are revoked.
    Column("created_at", BigInteger, nullable=False),
    Index(None, "created_at", "id"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("contest", Text),
    Column("settings", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("deal", BigInteger),
    Column("commitment", Text),
    Column("secret", Text),
    Column("day", Text),
    Column("follows", Text),
    # The table whose rematch this is.
    Column("host", Text, ForeignKey("people.id"), nullable=False),
    Column("is_public", Boolean, nullable=False, default=False),
    # Of the settings, for the list of tables that wait for players.
    Column("phase", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("starts_at", BigInteger),
    Column("ended_at", BigInteger),
    Index(None, "phase", "created_at", "id"),
    Index(None, "is_public", "phase", "created_at"),
    Index(None, "phase", "kind", "day"),
    Index(None, "day", "game"),
    Index(None, "host"),
    UniqueConstraint("follows"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("person", Text, ForeignKey("people.id")),
    Column("bot", Text),
    Column("name", Text, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("is_away", Boolean, nullable=False, default=False),
    # The user's clock has run out three times: a bot plays for them.
    Index(None, "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("message", Text),
    # The id of the client's message, so that a message sent twice is played once.
    Column("is_automatic", Boolean, nullable=False, default=False),
    # Played by a bot for a user who did not move.
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("person", Text, ForeignKey("people.id")),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("day", Text),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("is_won", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("last_gain", Integer),
    # The number of the player's move that last gained points.
    Column("ranking", BigInteger, nullable=False),
    # Points and last gain as one number, the best first, so that an index has the ranking's order.
    Column("lot", BigInteger, nullable=False),
    # Breaks ties of a daily deal (RULES 8.11).
    Column("seconds", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Index(None, "person", "game", "ended_at"),
    Index(None, "day", "game", "ranking", "lot", "table_id"),
)
"""Computed from the log when a game ends; for statistics and rankings."""

dailies = Table(
    "dailies",
    metadata,
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "person", "created_at"),
)
"""Records that users uploaded."""
