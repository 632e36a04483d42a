"""What a client knows of one table: the last of everything it was told."""

from __future__ import annotations

from dataclasses import dataclass, field

from tavolino.client.trouble import NoAnswer
from tavolino.server.live.messages import Outgoing, Standings, TableInfo, Update


@dataclass
class Known:
    info: TableInfo | None = None
    updates: dict[int, Update] = field(default_factory=dict)
    """For each board that may be seen, its position."""
    standings: Standings | None = None

    def take(self, message: Outgoing) -> None:
        if isinstance(message, TableInfo):
            self.info = message
        elif isinstance(message, Update):
            self._keep(message)
        elif isinstance(message, Standings):
            self.standings = message

    def _keep(self, update: Update) -> None:
        """Not an older one: an answer to a message sent again may overtake."""
        known = self.updates.get(update.board)
        if known is None or update.seq >= known.seq:
            self.updates[update.board] = update

    @property
    def own(self) -> Update:
        """The position of the own board, or of the only one there is."""
        mine = self.info.yours if self.info else []
        if len(self.updates) > 1 and mine and mine[0] in self.updates:
            return self.updates[mine[0]]  # of several boards, each has one seat
        if len(self.updates) != 1:
            raise NoAnswer(f"expected a position of one board, got {len(self.updates)}")
        return next(iter(self.updates.values()))
