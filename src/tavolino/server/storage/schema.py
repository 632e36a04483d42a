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
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
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
    # Of a guest, the last visit, to within a day: the cleanup goes by it.
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
    # Of a practice game: when it was last opened, if it had no move for a while.
    Column("ended_at", BigInteger),
    # Of the result. A practice game that was left or stalled has one and can still go on.
    Index(None, "phase", "created_at", "id"),
    Index(None, "is_public", "phase", "created_at"),
    Index(None, "phase", "kind", "day"),
    Index(None, "day", "game"),
    Index(None, "host", "phase", "ended_at"),
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

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("alive_until", BigInteger, nullable=False),
    # Renewed every second. Later, the process counts as dead and its claims are free.
)
"""The server processes that share this database."""

claims = Table(
    "claims",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("process", Text),
    # That runs the clock and the bots of the table; null if none does.
    Column("due_at", BigInteger),
    # When somebody has to claim the table; null while it is claimed, or if nothing will happen.
    Index(None, "process"),
    Index(None, "due_at"),
)
"""One row for each game with others that has started and is not over."""

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
    # The order of a ranking, with all that its pages and places are found by: no row is read for
    # those before a page.
    Index(
        "ix_results_ranking",
        "day",
        "game",
        "ranking",
        "lot",
        "table_id",
        "ended_at",
        "moves",
        "player",
        sqlite_where=text("day IS NOT NULL"),
        postgresql_where=text("day IS NOT NULL"),
    ),
)
"""Computed from the log when a game ends; for statistics and rankings."""

totals = Table(
    "totals",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("day", Integer, primary_key=True),
    # Of the end of the games, as the number of days since 1970.
    Column("kind", Text, primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("best_points", Integer, nullable=False),
    Column("fastest_win", Integer),
    # Seconds; null without a win.
    Column("seconds", BigInteger, nullable=False),
)
"""Sums of the results of a day; ``storage.totals`` keeps them."""

streaks = Table(
    "streaks",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("day", Integer, primary_key=True),
    Column("played", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    # The wins before the first loss of the day.
    Column("last", Integer, nullable=False),
    # The wins since the last loss of the day.
    Column("best", Integer, nullable=False),
)
"""Wins in a row in the games of a day, of all kinds; ``storage.totals`` keeps them."""

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

job_results = Table(
    "studies",
    metadata,
    Column("key", LargeBinary, primary_key=True),
    # A hash of what the job is about: a record and a board, or a deal.
    Column("data", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "created_at"),
)
"""Analyses and other long work, as JSON; whatever is missing is done again."""

friendships = Table(
    "friendships",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("friend", Text, ForeignKey("people.id"), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "friend"),
)
"""Friends are mutual: two rows for each pair."""

friend_links = Table(
    "friend_links",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("token", Text, nullable=False, unique=True),
    Column("expires_at", BigInteger, nullable=False),
)
"""The link by which others become friends of a user; a user has at most one."""

blocks = Table(
    "blocks",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("blocked", Text, ForeignKey("people.id"), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "blocked"),
)
"""Users who cannot become friends of a user again."""

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", Text, primary_key=True),
    # A hash of the endpoint: a browser that subscribes again replaces its row.
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "person"),
)
"""Browsers that asked for Web Push."""

mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("address", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("token", Text, nullable=False, unique=True),
    # Part of the links that confirm the address and that stop the mails.
    Column("is_confirmed", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

turn_notices = Table(
    "turn_notices",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("sent_at", BigInteger, nullable=False),
    Index(None, "person"),
)
"""Users who were told that it is their turn at a table, and have not looked at it since."""

lesson_progress = Table(
    "lesson_progress",
    metadata,
    # Goes with a guest who never played.
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("step", Integer, nullable=False),
    # From 1; 0 if the lesson is finished.
    Column("at", BigInteger, nullable=False),
)
"""How far each user is in the lessons."""

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("is_solved", Boolean, nullable=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    # The player's rating.
    Column("day", Text),
    # If it was the puzzle of this day.
    Index(None, "person", "at"),
)
"""The first result of each person at a puzzle; later ones do not count."""

puzzle_players = Table(
    "puzzle_players",
    metadata,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
)
"""The ratings of players."""

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Index(None, "game"),
)
"""The ratings of puzzles that somebody has tried."""
