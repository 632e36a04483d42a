"""One line of a log, and its notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar

from tavolino.game import CHANCE, REFEREE, Game, NotationError, Stop

M = TypeVar("M")


class Call(StrEnum):
    """Entries about the log itself, not about the rules of a board."""

    UNDO = "undo"
    """A player takes back the last move; in practice only (R-S40-46, R-N9-24)."""
    NEW_GAME = "new game"
    """The referee of a contest: a new deal for all, from zero points (R-S40-33)."""


class Lots(tuple[int, ...]):
    """The order of the players that decides between equals (R-S40-32); best first."""

    def __str__(self) -> str:
        return f"lots {' '.join(str(player + 1) for player in self)}"


Act: TypeAlias = M | Stop | Call | Lots
"""What can be entered: a move, a call of the referee, an undo, lots."""
NO_MOVES = (Stop, Call, Lots)
"""The kinds of acts that are no move of a game."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[M]):
    """One line of the log."""

    actor: int
    """The number of a player from 0 on, CHANCE or REFEREE."""
    board: int | None
    """The number of a board from 0 on; None is the whole table."""
    act: Act[M]
    """A move, or what the referee or chance enters."""

    def __str__(self) -> str:
        """Players and boards are numbered from 1.

        >>> str(Entry(REFEREE, 0, Stop.STALL))
        'referee 1: stall'
        """
        if self.actor >= 0:
            return f"player {self.actor + 1}: {self.act}"
        who = "dealer" if self.actor == CHANCE else "referee"
        return f"{who}{'' if self.board is None else f' {self.board + 1}'}: {self.act}"


_EXAMPLE = "7S>3"
_ENTRY = re.compile(r"(player|dealer|referee)(?: ([1-9][0-9]{0,2}))?: (\S.*)", re.ASCII)


def parse_entry(game: Game[Any, M], text: str) -> Entry[M]:
    """Inverse of ``str(entry)``; raises ``NotationError`` if the text is no entry.

    It does not say whether the entry is allowed: ``Match.play`` does.
    """
    match = _ENTRY.fullmatch(text)
    if not match:
        raise NotationError(f"expected an entry such as 'player 1: {_EXAMPLE}', got {text[:60]!r}")
    who, number, act = match.groups()
    board = None if number is None else int(number) - 1
    if who == "player":
        if board is None:
            raise NotationError(f"expected the number of a player, got {text[:60]!r}")
        undo = act == Call.UNDO
        at = board // game.seats
        return Entry(board, at, Call.UNDO if undo else game.parse_move(act))
    if who == "referee":
        return Entry(REFEREE, board, _parse_call(act))
    if act.startswith("lots "):
        return Entry(CHANCE, board, _parse_lots(act))
    return Entry(CHANCE, board, game.parse_move(act))


def _parse_call(text: str) -> Stop | Call:
    if text == Call.NEW_GAME:
        return Call.NEW_GAME
    try:
        return Stop(text)
    except ValueError:
        raise NotationError(f"expected a call of the referee, got {text[:40]!r}") from None


def _parse_lots(text: str) -> Lots:
    if not re.fullmatch("lots( [1-9][0-9]?)+", text, re.ASCII):
        raise NotationError(f"expected lots such as 'lots 2 1 3', got {text[:40]!r}")
    return Lots(int(number) - 1 for number in text.split(" ")[1:])
