"""Says when a user's turn begins, at a table whose turns are long enough to go away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tavolino.server.live.domain.deadlines import turn_ends_at
from tavolino.server.live.domain.step import Commit
from tavolino.server.live.table import Listener, LiveTable


class Turn(NamedTuple):
    table: str
    game: str
    user: str
    began_at: int
    seq: int
    """The number of entries in the log: another turn has another one."""


class TurnWatch(Listener):
    def __init__(
        self, table: LiveTable, long_seconds: float, on_turn: Callable[[Turn], None]
    ) -> None:
        self._table, self._long_seconds, self._on_turn = table, long_seconds, on_turn
        self._seq = -1

    def on_commit(self, commits: Sequence[Commit]) -> None:
        self._look()

    def on_settings(self) -> None:
        """Also after loading: the turn may have begun before the server started."""
        self._look()

    def _look(self) -> None:
        turn = current_turn(self._table, self._long_seconds) if self._table.runs_here else None
        if turn and turn.seq != self._seq:
            self._seq = turn.seq
            self._on_turn(turn)


def current_turn(table: LiveTable, long_seconds: float) -> Turn | None:
    """The turn of a user; None at a table with short turns, or if it is a bot's."""
    settings, projection = table.settings, table.projection
    if projection is None or (settings.host_settings.turn_seconds or 0) < long_seconds:
        return None
    if turn_ends_at(settings, projection) is None:
        return None
    actor = projection.match.actor(0)
    user = settings.seats[actor].user if actor is not None else None
    if user is None:
        return None
    return Turn(table.id, settings.game.name, user, projection.last_at, projection.seq)
