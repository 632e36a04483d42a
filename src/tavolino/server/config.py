"""How one server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


def default_data() -> Path:
    """Where XDG wants the data of programs."""
    base = os.environ.get("XDG_DATA_HOME", "")
    home = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share"
    return home / "tavolino"


@dataclass(frozen=True)
class Config:
    data: Path
    """The directory with everything that is kept."""
    database: str = ""
    """An SQLAlchemy URL; without one, a SQLite file in ``data``."""
    redis: str = ""
    """Where several processes tell each other what was written; without it, there is only one."""
    origins: tuple[str, ...] = ()
    """Beside the server's own: who else may open sockets and write, such as ``https://…``."""
    is_secure: bool = False
    """Behind HTTPS: cookies are sent over it only."""
    workers: int = 1
    """Processes in which programs think; 0 for none, for tests without them."""
    turn_seconds: float = 60
    countdown_seconds: float = 3
    tick_seconds: float = 0.25
    """Standings are gathered for so long."""
    bot_seconds: float = 0.6
    """A program takes at least so long for a move, so that people can follow."""
    messages_per_second: float = 40
    """From one connection, in the long run; a burst may be thrice as long."""
    guests_per_minute: float = 300
    """New guests from one address; so many may also come at once, as a class of a school does."""
    tables_per_minute: float = 60
    """That one user may open."""
    uploads_per_minute: float = 20
    """Of records, by one user; so many may also come at once."""
    max_frame: int = 4_096
    max_connections: int = 20_000
    max_connections_of_user: int = 20

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'tavolino.db'}"
