"""The line of play of one table, folded from its log: what can be taken back, what played again."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tavolino.match import Call, Entry


class Line(Struct, frozen=True, gc=False):
    """A value, like the match it belongs to."""

    played: tuple[tuple[int, Any], ...] = ()
    """Who made which move; what was taken back is gone."""
    undone: tuple[tuple[int, Any], ...] = ()
    """Moves taken back that can be played again, the next one last."""

    def after(self, entry: Entry[Any]) -> Line:
        if entry.actor < 0:
            return self
        if entry.act is Call.UNDO:
            at = max(i for i, (player, _) in enumerate(self.played) if player == entry.actor)
            # What others did after that move is not remembered: programs think again.
            return Line(self.played[:at], (*self.undone, self.played[at]))
        move = (entry.actor, entry.act)
        # To play again what was taken back is the same as to redo it.
        again = self.undone and self.undone[-1] == move
        return Line((*self.played, move), self.undone[:-1] if again else ())
