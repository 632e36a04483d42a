"""What a client knows of one table: the last message of each kind."""

from __future__ import annotations

from dataclasses import dataclass, field

from tavolino.client.trouble import NoAnswer
from tavolino.server.live.messages import Outgoing, Standings, TableInfo, Update


@dataclass
class Known:
    """The last messages about one table."""

    info: TableInfo | None = None
    updates: dict[int, Update] = field(default_factory=dict)
    """The position of each visible board."""
    standings: Standings | None = None

    def take(self, message: Outgoing) -> None:
        """Keep a message."""
        if isinstance(message, TableInfo):
            self.info = message
        elif isinstance(message, Update):
            self._keep(message)
        elif isinstance(message, Standings):
            self.standings = message

    def _keep(self, update: Update) -> None:
        """Ignore an older one: the answer to a message that was sent again may overtake it."""
        known = self.updates.get(update.board)
        if known is None or update.seq >= known.seq:
            self.updates[update.board] = update

    @property
    def own(self) -> Update:
        """The position of your own board, or of the only one."""
        mine = self.info.yours if self.info else []
        if len(self.updates) > 1 and mine and mine[0] in self.updates:
            return self.updates[mine[0]]  # of several boards, each has one seat
        if len(self.updates) != 1:
            raise NoAnswer(f"expected a position of one board, got {len(self.updates)}")
        return next(iter(self.updates.values()))
