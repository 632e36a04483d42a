"""The projection of a table's log: the match, the undo stack, and data for clocks and checks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import repeat
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tavolino.catalogue import entry_of
from tavolino.match import Call, Entry, Match
from tavolino.match.undo import UndoStack
from tavolino.server.live.interfaces import LiveReferee

AWAY_AFTER = 3
"""Automatic moves in a row after which a bot takes over the seat."""

LATE_MS = 1_000
"""From the time of an entry to its arrival; usually some milliseconds."""


class StoredEntry(Struct, frozen=True, gc=False):
    """An entry as stored in the database."""

    text: str
    at: int
    message: str | None = None
    is_automatic: bool = False


class Projection(Struct, frozen=True, gc=False):
    """An immutable value; the table replaces it when new entries are committed."""

    match: Match[Any, Any]
    seq: int = 0
    """The number of entries in the log."""
    undo_stack: UndoStack = UndoStack()
    counts: tuple[int, ...] = ()
    """The number of entries that concern each board."""
    last: tuple[Entry[Any] | None, ...] = ()
    """The last move of a player on each board."""
    began_at: int = 0
    """The start of the current game; a tie starts a new one (R-S40-33)."""
    last_at: int = 0
    automatic: tuple[int, ...] = ()
    """For each player, the number of automatic moves in a row."""
    dead_ends: tuple[bool, ...] = ()
    """For each board, whether the referee says that its position is a dead end."""

    @classmethod
    def empty(cls, match: Match[Any, Any], began_at: int) -> Projection:
        boards = len(match.boards)
        return cls(
            match,
            len(match.log),
            counts=(0,) * boards,
            last=(None,) * boards,
            began_at=began_at,
            last_at=began_at,
            automatic=(0,) * match.players,
            dead_ends=(False,) * boards,
        )

    @property
    def phase(self) -> Literal["playing", "over"]:
        return "over" if self.match.is_over else "playing"

    @property
    def has_result(self) -> bool:
        """Is it over? In practice a stall is a result too, although the player may go on."""
        match = self.match
        if match.is_practice and match.boards[0].has_call:  # practice has one board
            return True
        return match.is_over

    def after(self, match: Match[Any, Any], at: int, is_automatic: bool = False) -> Projection:
        """The projection of ``match``, which has the same log and some more entries."""
        return self._following(match, repeat((at, is_automatic)))

    def _following(self, match: Match[Any, Any], times: Iterable[tuple[int, bool]]) -> Projection:
        """``times``: for each new entry, when it was made and whether by a bot for a user."""
        undo_stack, began_at, last_at = self.undo_stack, self.began_at, self.last_at
        counts, last, automatic = list(self.counts), list(self.last), list(self.automatic)
        dead_ends = self.dead_ends
        for entry, (last_at, is_automatic) in zip(match.log.since(self.seq), times):
            if entry.board is None:
                counts = [count + 1 for count in counts]
            else:
                counts[entry.board] += 1
            if entry.actor >= 0:
                last[entry.board or 0] = entry
                automatic[entry.actor] = automatic[entry.actor] + 1 if is_automatic else 0
                if match.is_practice:
                    undo_stack = undo_stack.after(entry)
            elif entry.act is Call.NEW_GAME:
                last, began_at = [None] * len(last), last_at
            if isinstance(entry.act, Call):
                dead_ends = (False,) * len(dead_ends)  # to be judged again
        return Projection(
            match,
            len(match.log),
            undo_stack,
            tuple(counts),
            tuple(last),
            began_at,
            last_at,
            tuple(automatic),
            dead_ends,
        )

    def judged(self, boards: Iterable[int], referee: LiveReferee) -> Projection:
        """With the referee's answers about dead ends on these boards."""
        if not entry_of(self.match.game.name).has_dead_ends:
            return self
        dead_ends = self.dead_ends
        for board in boards:
            is_dead_end = self._is_dead_end(board, referee)
            if is_dead_end != dead_ends[board]:
                dead_ends = _put(dead_ends, board, is_dead_end)
        return self if dead_ends is self.dead_ends else replace(self, dead_ends=dead_ends)

    def _is_dead_end(self, board: int, referee: LiveReferee) -> bool:
        match = self.match
        if match.is_board_over(board) or match.boards[board].has_call:
            return False
        # Only taking a move back leads out of a dead end.
        return self.dead_ends[board] or referee.is_dead_end(match.game, match.watch(board))

    def continuing(self, before: Projection | None) -> Projection:
        """With the clock of ``before``, if that is of the same game: the system's may be set."""
        if before is None or before.match.new_games != self.match.new_games:
            return self
        return replace(self, began_at=before.began_at)

    def not_after(self, now: int) -> Projection:
        """With clocks that do not begin in the future: the system's clock was set back."""
        if self.last_at <= now:
            return self
        return replace(self, began_at=min(self.began_at, now), last_at=now)

    def known_at(self, now: int) -> Projection:
        """With a turn that begins now, if its entry was committed long ago: a network was cut."""
        return self if now - self.last_at < LATE_MS else replace(self, last_at=now)

    def moved(self, by: int) -> Projection:
        """With clocks that began ``by`` milliseconds later."""
        return replace(self, began_at=self.began_at + by, last_at=self.last_at + by)

    def newly_away(self, before: Projection) -> list[int]:
        """Players whose clock has run out too often since ``before``."""
        if self.automatic == before.automatic:
            return []
        pairs = enumerate(zip(before.automatic, self.automatic))
        return [p for p, (old, new) in pairs if new > old and new % AWAY_AFTER == 0]

    def newly_back(self, before: Projection, away: Collection[int]) -> list[int]:
        """Those of ``away`` who have moved by themselves since ``before``."""
        if not away:
            return []
        moved = {entry.actor for entry in self.match.log.since(before.seq)}
        return [player for player in away if player in moved and not self.automatic[player]]

    def replayed(self, log: Iterable[StoredEntry]) -> Projection:
        """The projection after entries from the database, which are checked again."""
        stored, match = list(log), self.match
        for logged in stored:
            match = match.play(match.parse_entry(logged.text))
        return self._following(match, ((logged.at, logged.is_automatic) for logged in stored))


def _put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])
