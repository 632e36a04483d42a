"""Noughts and crosses: a whole game for Tavolino in one file.

1. Two players. The first marks crosses (X), the second noughts (O), on a board of three by three.
2. In turn each marks an empty cell.
3. Three marks of one's own in a row, a column or a diagonal win; a full board is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tavolino.catalogue import GameEntry
from tavolino.chance import Rng
from tavolino.game import NotationError, Seat, Stop

CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MARKS, EMPTY = "XO", "."


@dataclass(frozen=True)
class State:
    cells: str = EMPTY * len(CELLS)
    """Row by row from a1: X, O or a point."""

    def __str__(self) -> str:
        rows = (self.cells[at : at + 3] for at in range(0, len(self.cells), 3))
        return "\n".join(" ".join(row) for row in rows)


@dataclass(frozen=True)
class NoughtsAndCrosses:
    name: ClassVar[str] = "noughts_and_crosses"
    version: ClassVar[int] = 1
    stops: ClassVar[frozenset[Stop]] = frozenset()

    @property
    def seats(self) -> int:
        return 2

    # The course of the game; a move is the name of a cell

    def start(self) -> State:
        return State()

    def actor(self, state: State) -> Seat | None:
        marked = len(CELLS) - state.cells.count(EMPTY)
        return None if self.winners(state) or marked == len(CELLS) else marked % 2

    def legal_moves(self, state: State) -> Sequence[str]:
        if self.actor(state) is None:
            return ()
        return [cell for cell, mark in zip(CELLS, state.cells) if mark == EMPTY]

    def broken_rule(self, state: State, move: str) -> str:
        return "R-NC-03" if self.actor(state) is None else "R-NC-02"

    def apply(self, state: State, move: str) -> State:
        seat, at = self.actor(state), CELLS.index(move)
        assert seat is not None, "the game goes on"
        return State(state.cells[:at] + MARKS[seat] + state.cells[at + 1 :])

    def winners(self, state: State) -> tuple[Seat, ...]:
        lines = ["".join(state.cells[at] for at in line) for line in LINES]
        return tuple(seat for seat, mark in enumerate(MARKS) if mark * 3 in lines)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(int(seat in self.winners(state)) for seat in range(2))

    # There is no chance, the referee has nothing to call, and nothing is hidden

    def chance_move(self, state: State, rng: Rng) -> str:
        raise AssertionError("nothing is left to chance")

    def can_happen(self, state: State, move: str) -> bool:
        return False

    def ruling(self, history: Sequence[State]) -> Stop | None:
        return None

    def stop(self, state: State, why: Stop) -> State:
        raise AssertionError("nothing stops this game")

    def view(self, state: State, seat: Seat | None) -> State:
        return state

    def fill(self, view: State, rng: Rng) -> State:
        return view

    # Notation

    def parse_move(self, text: str) -> str:
        if text not in CELLS:
            raise NotationError(f"expected a cell from a1 to c3, got {text[:40]!r}")
        return text

    def parse_state(self, text: str) -> State:
        cells = text.replace("\n", "").replace(" ", "")
        if len(cells) != len(CELLS) or str(State(cells)) != text or set(cells) - {*MARKS, EMPTY}:
            raise NotationError(f"expected three rows such as 'X . O', got {text[:40]!r}")
        return State(cells)


ENTRY = GameEntry(
    rules=NoughtsAndCrosses,
    texts={
        "it": {
            "title.noughts_and_crosses": "Tris",
            "about.noughts_and_crosses": "Tre segni in fila vincono: per due giocatori.",
            "rules.noughts_and_crosses": (
                "A turno si segna una casella vuota, il primo con X, il secondo con O. Vince chi "
                "mette tre segni in riga, in colonna o in diagonale."
            ),
            "refusal.R-NC-02": "la casella è già segnata",
            "refusal.R-NC-03": "la partita è finita",
        },
        "en": {
            "title.noughts_and_crosses": "Noughts and crosses",
            "about.noughts_and_crosses": "Three marks in a row win: for two players.",
            "rules.noughts_and_crosses": (
                "In turn each player marks an empty cell, the first with X, the second with O. "
                "Three marks in a row, a column or a diagonal win."
            ),
            "refusal.R-NC-02": "the cell is marked already",
            "refusal.R-NC-03": "the game is over",
        },
    },
)
