"""Undo and redo in practice, for the terminal and the server (R-S40-46, R-N9-24).

The log only grows: taking a move back is an entry, and so is playing it again. Bots' replies are
taken back and played again together with the human move before them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from tavolino.match import Call, Entry, Match, Referee
from tavolino.match.growing_tuple import GrowingTuple

PlayedMove: TypeAlias = tuple[int, Any]
"""A player and the move."""


class UndoStack(NamedTuple):
    """An immutable value, computed from the log."""

    played: GrowingTuple[PlayedMove] = GrowingTuple()
    """The moves that led to this position; those taken back are not among them."""
    undone: tuple[PlayedMove, ...] = ()
    """Moves taken back that can be played again, the next one last."""

    def after(self, entry: Entry[Any]) -> UndoStack:
        """After one more entry of the log."""
        if entry.actor < 0:
            return self
        if entry.act is Call.UNDO:
            at = self.played.last_index(lambda one: one[0] == entry.actor)
            if at < 0:
                at = len(self.played)  # only giving up was taken back
            return UndoStack(self.played.first(at), (*self.undone, *reversed(self.played[at:])))
        move = (entry.actor, entry.act)
        # To play again what was taken back is the same as to redo it.
        is_redo = bool(self.undone) and self.undone[-1] == move
        return UndoStack(self.played.appended(move), self.undone[:-1] if is_redo else ())

    def following(self, log: Iterable[Entry[Any]]) -> UndoStack:
        """After more entries of the log."""
        stack = self
        for entry in log:
            stack = stack.after(entry)
        return stack

    def last_player(self, people: Container[int]) -> int | None:
        """Whose move ``undo`` takes back: the last one among these players."""
        return next((player for player, _ in reversed(self.played) if player in people), None)

    def next_player(self) -> int | None:
        """Whose move ``redo`` plays."""
        return self.undone[-1][0] if self.undone else None


def undoing_player(match: Match[Any, Any], stack: UndoStack, people: Sequence[int]) -> int | None:
    """Whose move ``undo`` can take back; None if there is nothing to take back."""
    player = stack.last_player(people)
    if player is None and match.has_given_up and people:
        return people[0]
    return player


def undo(
    match: Match[Any, Any], stack: UndoStack, player: int, referee: Referee
) -> Match[Any, Any]:
    """Take back the player's last move and everything after it; after giving up, only that."""
    undone = match.undo(player, referee)
    if not match.has_given_up:
        return undone
    taken_back = stack.following(undone.log[len(match.log) :]).undone[len(stack.undone) :]
    for again in reversed(taken_back):
        undone = undone.move(*again, referee)
    return undone


def redo(
    match: Match[Any, Any],
    stack: UndoStack,
    people: Container[int],
    referee: Referee,
) -> Match[Any, Any]:
    """Play the last move taken back again, with the replies of the bots to it."""
    *rest, again = stack.undone
    match = match.move(*again, referee)
    while rest and rest[-1][0] not in people:
        match = match.move(*rest.pop(), referee)
    return match
