"""What a client knows about one table: the last message of each kind."""

from __future__ import annotations

from dataclasses import dataclass, field

from tavolino.client.errors import NoAnswer
from tavolino.server.live.domain.messages import Outgoing, Standings, TableInfo, Update


@dataclass
class TableState:
    """The last messages about one table."""

    info: TableInfo | None = None
    """The table's settings, players and phase."""
    updates: dict[int, Update] = field(default_factory=dict)
    """The position of each visible board."""
    standings: Standings | None = None
    """Of a contest."""

    def apply(self, message: Outgoing) -> None:
        """Store a message."""
        if isinstance(message, TableInfo):
            self.info = message
        elif isinstance(message, Update):
            self._apply_update(message)
        elif isinstance(message, Standings):
            if self.standings is None or message.seq >= self.standings.seq:
                self.standings = message

    def _apply_update(self, update: Update) -> None:
        """Ignore an update older than the last: answers to repeated messages may come late."""
        last = self.updates.get(update.board)
        if last is None or update.seq >= last.seq:
            self.updates[update.board] = update

    @property
    def own(self) -> Update:
        """The position of your own board, or of the only one; raises ``NoAnswer`` if unknown."""
        mine = self.info.yours if self.info else []
        if len(self.updates) > 1 and mine and mine[0] in self.updates:
            return self.updates[mine[0]]  # of several boards, each has one seat
        if len(self.updates) != 1:
            raise NoAnswer(f"expected a position of one board, got {len(self.updates)}")
        return next(iter(self.updates.values()))
