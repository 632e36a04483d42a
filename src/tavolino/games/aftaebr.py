"""AFTAEBR, the game of the sequence 1-2-3-4, by Linda Franceschini and Yasmine Valer.

The clauses cited (R-AF-…) are those of the rules page ``docs/rules/aftaebr``.
Two to four players lay numbered pieces on a board of 6 × 6 cells. ``3@b4`` is a piece with the
number 3 onto column b (from the left), row 4 (from the top)::

        a   b   c   d   e   f
    1   0   1   2   3   4   5
    2   6   7   8   9  10  11
    …                           cell = 6 * row + column, both from 0
    6  30  31  32  33  34  35
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from operator import itemgetter
from typing import ClassVar, NamedTuple, TypeAlias

from tavolino.chance import Rng
from tavolino.game import CHANCE, NotationError, Seat, Stop, check_options, option, seconds

SIDE = 6
CELLS = range(SIDE * SIDE)
NUMBERS = (1, 2, 3, 4)
EACH = 8
"""Pieces of each number that a player begins with, however many play (R-AF-05)."""
MAX_PLIES = 2000


def _are_neighbours(one: int, other: int) -> bool:
    """Next to each other in a row or a column, never diagonally (R-AF-12)."""
    (row, column), (other_row, other_column) = divmod(one, SIDE), divmod(other, SIDE)
    return abs(row - other_row) + abs(column - other_column) == 1


NEIGHBOURS = tuple(
    tuple(other for other in CELLS if _are_neighbours(cell, other)) for cell in CELLS
)
TOPS_NEAR = tuple(itemgetter(cell, *NEIGHBOURS[cell]) for cell in CELLS)
"""For each cell, what picks its number and those next to it from a list of all 36."""

ROWS = [CELLS[start : start + SIDE] for start in CELLS[::SIDE]]
COLUMNS = [CELLS[start::SIDE] for start in range(SIDE)]
LINES = tuple(
    tuple(cells[start : start + 4])
    for line in ROWS + COLUMNS
    for cells in (line, line[::-1])
    for start in range(SIDE - 3)
)
"""Four cells in a row or a column, read in either direction (R-AF-19)."""
LINES_FROM = tuple(tuple(line[1:] for line in LINES if line[0] == cell) for cell in CELLS)
"""For each cell the lines that begin there, without it."""


class Colour(StrEnum):
    VERDE = "verde"
    AZZURRO = "azzurro"
    FUCSIA = "fucsia"
    ARANCIONE = "arancione"


class Draw(NamedTuple):
    """The black piece that each seat draws from the little red bag (R-AF-07)."""

    black: tuple[int, ...]

    def __str__(self) -> str:
        return f"draw {' '.join(map(str, self.black))}"


class Place(NamedTuple):
    """A piece with this number onto this cell, empty or not."""

    cell: int
    number: int

    def __str__(self) -> str:
        return f"{self.number}@{cell_name(self.cell)}"


Move: TypeAlias = Draw | Colour | Place

PLACES = tuple(tuple(Place(cell, number) for number in (0, *NUMBERS)) for cell in CELLS)
"""Every placement there is, made once: PLACES[cell][number]."""


class Piece(NamedTuple):
    """A piece on the board, which belongs to no player any more (R-AF-25)."""

    number: int
    seat: Seat
    """Who laid it, for its colour; colours have no effect (R-AF-08)."""

    def __str__(self) -> str:
        return f"{self.number}{'ABCD'[self.seat]}"


class Note(NamedTuple):
    """What the last move did, so that a client can say it."""

    captured: int = 0
    """Pieces taken; if any, the same player goes on (R-AF-21)."""
    passed: tuple[Seat, ...] = ()
    """Seats passed over because they could not place (R-AF-24)."""


Stack: TypeAlias = tuple[Piece, ...]
Hand: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    hands: tuple[Hand, ...]
    """For each seat, how many pieces it holds of 1, 2, 3, 4; open to all (R-AF-40)."""
    board: tuple[Stack, ...] = ((),) * len(CELLS)
    """For each cell its pieces, the top last."""
    black: tuple[int, ...] = ()
    """What each seat drew; () before the draw."""
    colours: tuple[Colour | None, ...] = ()
    """What each seat chose; () before the draw."""
    turn: Seat | None = None
    """Who is to choose or to place; None before the draw and after the end."""
    note: Note = Note()
    stopped: Stop | None = None

    def __str__(self) -> str:
        """Draw | colours | hands | turn | board, its rows from the top | note | stop."""
        cells = ["".join(map(str, stack)) or "." for stack in self.board]
        rows = (cells[i : i + SIDE] for i in range(0, len(cells), SIDE))
        passed = ",".join(str(seat + 1) for seat in self.note.passed) or "-"
        parts = [
            " ".join(map(str, self.black)) or "-",
            " ".join(colour or "-" for colour in self.colours) or "-",
            ", ".join(" ".join(map(str, hand)) for hand in self.hands),
            "-" if self.turn is None else str(self.turn + 1),
            " / ".join(" ".join(row) for row in rows),
            f"captured {self.note.captured} passed {passed}",
        ]
        return " | ".join(parts + ([self.stopped] if self.stopped else []))


@dataclass(frozen=True)
class Aftaebr:
    """AFTAEBR, for two to four players."""

    players: int = option(2, 3, 4)
    time_limit: float | None = seconds(None)

    name: ClassVar[str] = "aftaebr"
    version: ClassVar[int] = 1
    stops: ClassVar[frozenset[Stop]] = frozenset({Stop.TIME_UP, Stop.ENDLESS})

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def seats(self) -> int:
        return self.players

    # The draw, the colours

    def start(self) -> State:
        return State(((EACH,) * len(NUMBERS),) * self.players)

    def chance_move(self, state: State, rng: Rng) -> Draw:
        """One of the four black pieces for each seat, without replacement."""
        return Draw(rng.shuffled(NUMBERS)[: self.players])

    def can_happen(self, state: State, move: Move) -> bool:
        return (
            not state.black
            and isinstance(move, Draw)
            and len(move.black) == self.players == len(set(move.black))
            and set(move.black) <= set(NUMBERS)
        )

    def _chosen(self, state: State, colour: Colour) -> State:
        """Clockwise from the first player (R-AF-08); then the first player begins."""
        seat = self._turn(state)
        colours = tuple(colour if i == seat else c for i, c in enumerate(state.colours))
        return replace(state, colours=colours, turn=(seat + 1) % self.players)

    # Whose turn, and what is legal

    def actor(self, state: State) -> Seat | None:
        if state.stopped:
            return None
        return state.turn if state.black else CHANCE

    def _turn(self, state: State) -> Seat:
        assert state.turn is not None, "nobody is to move"
        return state.turn

    def legal_moves(self, state: State) -> Sequence[Move]:
        """Colours in the order of the box; placements cell by cell, each by number."""
        if state.stopped or state.turn is None:
            return ()
        if None in state.colours:
            return [colour for colour in Colour if colour not in state.colours]
        return list(_places(_tops(state.board), state.hands[state.turn]))

    def broken_rule(self, state: State, move: Move) -> str:
        if state.stopped:
            return "R-AF-28" if state.stopped is Stop.TIME_UP else "R-AF-36"
        if state.turn is None:
            return "R-AF-26"
        if isinstance(move, Draw):
            return "R-AF-07"
        if isinstance(move, Colour) or None in state.colours:
            return "R-AF-08"
        if not state.hands[state.turn][move.number - 1]:
            return "R-AF-20"
        return "R-AF-17" if state.board[move.cell] else "R-AF-14"

    # The moves

    def apply(self, state: State, move: Move) -> State:
        if isinstance(move, Draw):
            first = move.black.index(max(move.black))
            return replace(state, black=move.black, colours=(None,) * self.players, turn=first)
        if isinstance(move, Colour):
            return self._chosen(state, move)
        return self._placed(state, move.cell, move.number)

    def _placed(self, state: State, cell: int, number: int) -> State:
        """Place, capture, elimination, win, extra turn or next player (R-AF-34)."""
        seat = self._turn(state)
        board, hand = list(state.board), list(state.hands[seat])
        hand[number - 1] -= 1
        board[cell] += (Piece(number, seat),)
        tops = _tops(board)
        captured = _capture(board, tops, hand)
        hands = (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])
        first = seat if captured else (seat + 1) % self.players
        turn, passed = self._next(tops, hands, first)
        note = Note(captured, passed)
        return State(hands, tuple(board), state.black, state.colours, turn, note)

    def _next(
        self, tops: Sequence[int], hands: Sequence[Hand], first: Seat
    ) -> tuple[Seat | None, tuple[Seat, ...]]:
        """The next living player clockwise who can place, and those passed over (R-AF-24).

        Nobody if one player is left (R-AF-26) or none of the living can place (R-AF-35).
        """
        clockwise = [(first + i) % self.players for i in range(self.players)]
        living = [seat for seat in clockwise if any(hands[seat])]
        if len(living) == 1:
            return None, ()
        for passed, seat in enumerate(living):
            if any(_places(tops, hands[seat])):
                return seat, tuple(living[:passed])
        return None, tuple(living)

    # Points and the end

    def scores(self, state: State) -> tuple[int, ...]:
        """Pieces in hand (R-AF-28)."""
        return tuple(map(sum, state.hands))

    def winners(self, state: State) -> tuple[Seat, ...]:
        """The last player with pieces (R-AF-26), or all with most of them (R-AF-28, R-AF-35)."""
        if self.actor(state) is not None:
            return ()
        scores = self.scores(state)
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    def stop(self, state: State, why: Stop) -> State:
        return replace(state, stopped=why)

    def ruling(self, history: Sequence[State]) -> Stop | None:
        """R-AF-36: the third time, or ply 2000. A win comes before (RULES 8.4)."""
        now, earlier = history[-1], len(history) - 1
        turn, hands, colours = now.turn, now.hands, now.colours
        if turn is None or None in colours:
            return None
        began = next(n for n, past in enumerate(history) if past.colours == colours)
        plies = earlier - began
        if sum(self.scores(now)) + plies == sum(self.scores(history[began])):
            alike = []  # nothing was ever taken, so the hands have only become smaller
        else:
            alike = [past for past in history[:-1] if past.turn == turn and past.hands == hands]
        if len(alike) >= 2:
            board = _numbers(now.board)
            alike = [p for p in alike if p.colours == colours and _numbers(p.board) == board]
        return Stop.ENDLESS if len(alike) >= 2 or plies >= MAX_PLIES else None

    # What a player sees: everything

    def view(self, state: State, seat: Seat | None) -> State:
        return state

    def fill(self, view: State, rng: Rng) -> State:
        return view

    # Notation

    def parse_move(self, text: str) -> Move:
        if text in MOVES_BY_TEXT:
            return MOVES_BY_TEXT[text]
        if re.fullmatch("draw( [1-4])+", text):
            return Draw(tuple(map(int, text.split(" ")[1:])))
        raise NotationError(f"expected a move such as 3@b4 or a colour, got {text[:40]!r}")

    def parse_state(self, text: str) -> State:
        parts = text.split(" | ")
        if not 6 <= len(parts) <= 7 or any(stop not in self.stops for stop in parts[6:]):
            raise NotationError(
                f"expected 'draw | colours | hands | turn | board | note', got {text[:60]!r}"
            )
        black = tuple(map(_parse_digit, parts[0].split(" "))) if parts[0] != "-" else ()
        colours = tuple(map(_parse_colour, parts[1].split(" "))) if black else ()
        hands = tuple(_parse_hand(hand) for hand in parts[2].split(", "))
        turn = None if parts[3] == "-" else _parse_digit(parts[3]) - 1
        board = tuple(_parse_stack(cell) for cell in parts[4].replace(" / ", " ").split(" "))
        stopped = Stop(parts[6]) if parts[6:] else None
        state = State(hands, board, black, colours, turn, _parse_note(parts[5]), stopped)
        self._check(state)
        if str(state) != text:
            raise NotationError(f"expected a position of aftaebr, got {text[:60]!r}")
        return state

    def _check(self, state: State) -> None:
        """Could this be a position of this game?"""
        if len(state.hands) != self.players or len(state.board) != len(CELLS):
            raise NotationError(
                f"expected {self.players} hands and {len(CELLS)} cells, "
                f"got {len(state.hands)} and {len(state.board)}"
            )
        if state.black and not self.can_happen(self.start(), Draw(state.black)):
            raise NotationError(f"expected {self.players} different black pieces from 1 to 4")
        chosen = [colour for colour in state.colours if colour]
        if len(state.colours) != len(state.black) or len(set(chosen)) != len(chosen):
            raise NotationError(f"expected a colour of its own for each of {self.players} seats")
        seats = [piece.seat for stack in state.board for piece in stack] + list(state.note.passed)
        if any(not 0 <= seat < self.players for seat in [*seats, state.turn or 0]):
            raise NotationError(f"expected seats from 1 to {self.players}")
        laid = [piece.number for stack in state.board for piece in stack]
        for number in NUMBERS:
            total = laid.count(number) + sum(hand[number - 1] for hand in state.hands)
            if total != EACH * self.players:
                raise NotationError(
                    f"expected {EACH * self.players} pieces with number {number}, got {total}"
                )


def cell_name(cell: int) -> str:
    return f"{'abcdef'[cell % SIDE]}{cell // SIDE + 1}"


MOVES_BY_TEXT: Mapping[str, Move] = {str(colour): colour for colour in Colour} | {
    str(place): place for places in PLACES for place in places[1:]
}


def _tops(board: Sequence[Stack]) -> list[int]:
    """The number that shows on each cell, 0 if it is empty (R-AF-22)."""
    return [stack[-1][0] if stack else 0 for stack in board]


def _places(tops: Sequence[int], hand: Hand) -> Iterator[Place]:
    """What may be laid from a hand: cell by cell, each by number."""
    for places, tops_near in zip(PLACES, TOPS_NEAR):
        for number in _fitting(tops_near(tops)):
            if hand[number - 1]:
                yield places[number]


@cache  # asked for 36 cells a move; there are fewer than 4,000 different answers to give
def _fitting(near: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that may be laid onto a cell, from the one that shows on it and its neighbours.

    A number just before or after at least one neighbour's fits (R-AF-14), whether the cell is empty
    or a piece is covered, which does not count itself (R-AF-17); 4 and 1 do not follow one another
    (R-AF-11). Without neighbours any number onto an empty cell (R-AF-13), none over a piece.
    """
    covered, *around = near
    neighbours = set(around) - {0}
    if not neighbours:
        return () if covered else NUMBERS
    return tuple(n for n in NUMBERS if neighbours & {n - 1, n + 1})


def _capture(board: list[Stack], tops: list[int], hand: list[int]) -> int:
    """Take every sequence off the board into the hand; how many pieces that gave.

    A piece in two sequences counts once (R-AF-32). What comes to light stays (R-AF-30), unless it
    is a sequence again: that is taken too (R-AF-31). Taking is compulsory (R-AF-33).
    """
    captured = 0
    while cells := _sequences(tops):
        for cell in cells:
            hand[tops[cell] - 1] += 1
            board[cell] = board[cell][:-1]
        tops[:] = _tops(board)
        captured += len(cells)
    return captured


def _sequences(tops: Sequence[int]) -> set[int]:
    """The cells of every line that reads 1-2-3-4 (R-AF-19)."""
    cells = set[int]()
    for a, top in enumerate(tops):
        if top == 1:
            for b, c, d in LINES_FROM[a]:
                if tops[b] == 2 and tops[c] == 3 and tops[d] == 4:
                    cells |= {a, b, c, d}
    return cells


def _numbers(board: Sequence[Stack]) -> list[list[int]]:
    """The stacks without their colours, which have no effect (R-AF-08)."""
    return [[piece.number for piece in stack] for stack in board]


def _parse_digit(text: str) -> int:
    if text not in ("1", "2", "3", "4"):
        raise NotationError(f"expected a number from 1 to 4, got {text[:20]!r}")
    return int(text)


def _parse_colour(text: str) -> Colour | None:
    if text != "-" and text not in list(Colour):
        raise NotationError(f"expected a colour or '-', got {text[:20]!r}")
    return None if text == "-" else Colour(text)


def _parse_hand(text: str) -> Hand:
    if not re.fullmatch("[0-9]{1,3}( [0-9]{1,3}){3}", text):
        raise NotationError(f"expected a hand such as '8 8 8 8', got {text[:20]!r}")
    return tuple(map(int, text.split(" ")))


def _parse_stack(text: str) -> Stack:
    if not re.fullmatch(r"\.|([1-4][A-D])+", text):
        raise NotationError(f"expected a cell such as '.' or '2A3B', got {text[:20]!r}")
    return tuple(Piece(int(n), "ABCD".index(s)) for n, s in zip(text[::2], text[1::2]))


def _parse_note(text: str) -> Note:
    match = re.fullmatch("captured ([0-9]{1,3}) passed (-|[1-4](,[1-4])*)", text)
    if not match:
        raise NotationError(f"expected 'captured 0 passed -', got {text[:40]!r}")
    captured, passed, _ = match.groups()
    return Note(int(captured), tuple(int(s) - 1 for s in passed.split(",") if s != "-"))
