"""The configuration of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from tavolino.extras import require

try:
    from argon2 import PasswordHasher
    from argon2.profiles import RFC_9106_LOW_MEMORY
except ModuleNotFoundError:
    require("server")
    raise


def default_data() -> Path:
    """``~/.local/share/tavolino`` on Linux, or under ``$XDG_DATA_HOME``; what the system says else.

    The first versions used that folder on every system. Where it has data, it stays in use.
    """
    usual = platformdirs.user_data_path("tavolino", appauthor=False)
    first = Path.home() / ".local" / "share" / "tavolino"
    is_left = not (usual / "tavolino.db").exists() and (first / "tavolino.db").exists()
    return first if is_left else usual


def default_workers() -> int:
    """Bot processes: all cores but one, which plays.

    At least two, so that one is left for others however much one user asks for.
    """
    return max(2, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True)
class Config:
    data: Path
    """The directory for all stored data."""
    database: str = ""
    """An SQLAlchemy URL; if empty, a SQLite file in ``data``."""
    redis: str = ""
    """URL of the pub/sub between several processes; if empty, this is the only process."""
    origins: tuple[str, ...] = ()
    """Origins, such as ``https://…``, that may open sockets and write, besides the server's own."""
    hosts: tuple[str, ...] = ()
    """Names by which requests may call the server (``Host``), besides numbers; if empty, any."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of the proxies whose ``X-Forwarded-For`` is believed."""
    needs_account: bool = False
    """Guests may practise; everything else is for accounts."""
    is_secure: bool = False
    """Served over HTTPS: cookies get the Secure attribute."""
    workers: int = field(default_factory=default_workers)
    """Bot processes; 0 runs bots in a thread, for tests."""
    turn_seconds: float = 60
    long_turn_seconds: float = 600
    """At tables with turns as long as this users are told that it is their turn."""
    notice_seconds: float = 60
    """From the beginning of a turn to a push message or a mail, if the user is offline then."""
    notice_retry_seconds: tuple[float, ...] = (30, 300, 1800)
    """Before the second, third and fourth attempt to send one of these."""
    countdown_seconds: float = 3
    tick_seconds: float = 0.25
    """Minimum time between two messages with standings."""
    bot_seconds: float = 0.6
    """Minimum time of a bot's move, so that people can follow."""
    messages_per_second: float = 40
    """From one connection; a burst may be three times as many."""
    guests_per_minute: float = 300
    """From one address; also the burst, for a school class that arrives together."""
    password_attempts: float = 50
    """From one address at once; then one every 6 seconds."""
    name_attempts: float = 60
    """New names of guests and accounts from one address at once; then one every 6 seconds."""
    password_hasher: PasswordHasher = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
    """A hash made with other parameters is replaced when its user signs in."""
    user_cache_seconds: float = 5
    """How long a process remembers a user, unless another one says that something has changed."""
    tables_per_minute: float = 60
    """Opened by one user."""
    uploads_per_minute: float = 20
    """By one user; also the burst."""
    guest_days: float = 30
    """Guests who have not played or come back by then are removed; 0 keeps them."""
    lobby_days: float = 7
    """Tables that have not begun by then are closed, and removed as much later; 0 keeps them."""
    practice_days: float = 30
    """Practice games without a move of the player, and not opened since, are removed by then; 0
    keeps them."""
    verify_seconds: float = 10
    """CPU time for the verification of one record; a longer one is left to ``tavolino verify``."""
    max_frame: int = 4_096
    max_connections: int = 20_000
    """WebSockets; fewer if the process may not open as many files."""
    max_connections_of_user: int = 20
    max_connections_of_address: int = 1_000
    """WebSockets and requests together; a whole school may share an address."""
    max_head: int = 16_384
    """Bytes of a request line with its header fields."""
    max_headers: int = 100
    head_seconds: float = 10
    """From the opening of a connection, or from the last response, to a complete head."""
    body_seconds: float = 60
    """From the head to the end of the body."""

    bots: tuple[str, ...] = ()
    """Bots of the operator's at the tables, as ``package.module:Class`` or by entry point."""
    smtp: str = ""
    """The mail server, such as ``smtps://user:password@mail.example.org``; if empty, no mails."""
    mail_from: str = ""
    """The sender of mails."""
    may_push_anywhere: bool = False
    """Push endpoints need not use HTTPS or have public addresses; for tests."""

    @property
    def public_url(self) -> str:
        """The origin of links in mails; empty if the operator named none."""
        return self.origins[0] if self.origins else ""

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'tavolino.db'}"
