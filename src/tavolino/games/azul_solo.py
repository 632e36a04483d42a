"""Azul in solitario 2.0: one human against an automa driven by a die.

The clauses cited (R-AZ-…) are those of the rules page ``docs/rules/azul_solo``.
Tiles are letters, B blu, Y giallo, R rosso, K nero, W bianco, and a heap of tiles is a string.
``3R>2`` takes red from tray 3 to pattern line 2; ``cK>f`` takes black from the centre to the floor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from tavolino.chance import Rng
from tavolino.game import CHANCE, NotationError, Seat, Stop, check_options, option

COLOURS = "BYRKW"
PER_COLOUR = 19
"""One tile of each colour is in the Colour Sequence, 95 are in the bag (R-AZ-02)."""
TRAYS = 6
ROUNDS = 4
CENTRE = 0
"""As a source: the centre; 1 … 6 are the trays, ONE at the top, then clockwise (R-AZ-01)."""
FLOOR = 0
"""As a destination: the floor; 1 … 5 are the pattern lines."""
LINES = 5
PENALTIES = (1, 1, 2, 2, 2, 3, 3)
MARKER = "M"
UNSEEN_TILE = "?"


class Holder(StrEnum):
    """Who or what has the First Player marker; also who is to move: the human or the Automa."""

    TRAY = "tray"
    CENTRE = "centre"
    HUMAN = "human"
    AUTOMA = "automa"


class Fill(NamedTuple):
    """The Colour Sequence, left to right, and the bag in the order it will be drawn (R-AZ-26)."""

    sequence: str
    bag: str

    def __str__(self) -> str:
        return f"fill {self.sequence} {self.bag}"


class Roll(NamedTuple):
    """The automa's die (R-AZ-03)."""

    die: int

    def __str__(self) -> str:
        return f"roll {self.die}"


class Take(NamedTuple):
    """All tiles of a colour from a source to a pattern line or the floor (R-AZ-S01, S02)."""

    source: int
    colour: str
    line: int

    def __str__(self) -> str:
        return f"{self.source or 'c'}{self.colour}>{self.line or 'f'}"


Move: TypeAlias = Fill | Roll | Take

ROLLS = tuple(map(Roll, range(1, TRAYS + 1)))
TAKES = {
    (source, colour): tuple(Take(source, colour, line) for line in range(LINES + 1))
    for source in range(TRAYS + 1)
    for colour in COLOURS
}
"""Every take there is, made once: TAKES[source, colour][line]."""
MOVES_BY_TEXT: Mapping[str, Move] = {str(roll): roll for roll in ROLLS} | {
    str(take): take for takes in TAKES.values() for take in takes
}


class AutomaTurn(NamedTuple):
    """What the automa did with its last roll, for clients."""

    die: int
    priority: int
    """1 … 4: which of P1–P4 applied (R-AZ-10)."""
    source: int = CENTRE
    tiles: str = ""
    """The tiles it took; under P1 it takes only the marker."""
    marker: bool = False


class Landing(NamedTuple):
    """Where the tiles of a take end, by their number."""

    line: int
    floor: int
    out: int
    """What the floor has no room for (R-AZ-S08)."""
    marker: bool
    """Does the First Player marker come along?"""


class Laid(NamedTuple):
    """A tile that went from a full line to the wall."""

    row: int
    """From 0, as on the wall."""
    colour: str
    points: int


class Complete(NamedTuple):
    """What earns points at the end, rows and columns from 0 (R-AZ-S12)."""

    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    colours: str = ""

    @property
    def points(self) -> int:
        return 2 * len(self.rows) + 7 * len(self.columns) + 10 * len(self.colours)


class State(NamedTuple):
    sequence: str = ""
    """The Colour Sequence, fixed for the game; "" before the set-up."""
    bag: str = ""
    """Tiles in the order they will be drawn."""
    round: int = 0
    starter: Holder = Holder.HUMAN
    """Who began this round (R-AZ-08)."""
    mover: Holder = Holder.HUMAN
    trays: tuple[str, ...] = ("",) * TRAYS
    centre: str = ""
    marker: Holder = Holder.TRAY
    score: int = 0
    lines: tuple[str, ...] = ("",) * LINES
    wall: tuple[str, ...] = ("",) * LINES
    """The colours on each row of the wall; their columns follow from R-AZ-S09."""
    floor: str = ""
    """At most seven pieces from the left; M is the marker."""
    discards: str = ""
    """What has left the human's board, apart from the automa's pile (R-AZ-19)."""
    pile: str = ""
    """What the automa has taken (R-AZ-18)."""
    answer: AutomaTurn | None = None
    stopped: Stop | None = None

    def __str__(self) -> str:
        """One part for each field, an empty heap written as a dash."""
        if not self.sequence:
            return "empty"
        answer = "-"
        if self.answer:
            die, priority, source, tiles, marker = self.answer
            answer = f"{die} P{priority} {source or 'c'} {tiles or '-'} {'M' if marker else '-'}"
        parts = [
            f"round {self.round} {self.starter} {self.mover}",
            f"sequence {self.sequence}",
            f"bag {self.bag or '-'}",
            f"trays {_heaps(self.trays)}",
            f"centre {self.centre or '-'}",
            f"marker {self.marker}",
            f"score {self.score}",
            f"lines {_heaps(self.lines)}",
            f"wall {_heaps(self.wall)}",
            f"floor {self.floor or '-'}",
            f"discards {self.discards or '-'}",
            f"pile {self.pile or '-'}",
            f"answer {answer}",
        ]
        return " | ".join(parts + ([self.stopped] if self.stopped else []))


def _heaps(heaps: Sequence[str]) -> str:
    return " ".join(heap or "-" for heap in heaps)


@dataclass(frozen=True)
class AzulSolo:
    """Azul in solitario 2.0, against the automa."""

    marker_home: str = option("every_round", "first_round_only")

    name: ClassVar[str] = "azul_solo"
    version: ClassVar[int] = 1
    seats: ClassVar[int] = 1
    stops: ClassVar[frozenset[Stop]] = frozenset({Stop.TIME_UP})

    def __post_init__(self) -> None:
        check_options(self)

    # Set-up and chance

    def start(self) -> State:
        return State()

    def chance_move(self, state: State, rng: Rng) -> Move:
        if state.sequence:
            return ROLLS[rng.below(TRAYS)]
        sequence = rng.shuffled(COLOURS)
        return Fill("".join(sequence), "".join(rng.shuffled(COLOURS * PER_COLOUR)))

    def can_happen(self, state: State, move: Move) -> bool:
        if state.sequence:
            return state.mover is Holder.AUTOMA and move in ROLLS
        return (
            isinstance(move, Fill)
            and sorted(move.sequence) == sorted(COLOURS)
            and sorted(move.bag) == sorted(COLOURS * PER_COLOUR)
        )

    def _refilled(self, state: State) -> State:
        """The next round: tray ONE first, then clockwise (R-AZ-05, R-AZ-26, R-AZ-29)."""
        marker_on_tray = state.round == 0 or self.marker_home == "every_round"
        bag, trays = state.bag, []
        for number in range(TRAYS):
            size = 3 if number == 0 and marker_on_tray else 4
            trays.append(_sorted(bag[:size]))
            bag = bag[size:]
        return state._replace(
            round=state.round + 1,
            mover=state.starter,
            bag=bag,
            trays=tuple(trays),
            centre="",
            marker=Holder.TRAY if marker_on_tray else Holder.CENTRE,
        )

    # Whose turn, and what is legal

    def actor(self, state: State) -> Seat | None:
        if state.stopped or self.is_over(state):
            return None
        return 0 if state.sequence and state.mover is Holder.HUMAN else CHANCE

    def is_over(self, state: State) -> bool:
        """After four rounds (R-AZ-20)."""
        return state.round > ROUNDS

    def legal_moves(self, state: State) -> Sequence[Move]:
        """Sources ONE … SIX, centre; colours B Y R K W; lines 1 … 5, floor."""
        actor = self.actor(state)
        if actor is None or not state.sequence:
            return ()
        return ROLLS if actor == CHANCE else list(self._takes(state))

    def _takes(self, state: State) -> Iterator[Take]:
        lines = accepting(state)
        for source in (*range(1, TRAYS + 1), CENTRE):
            heap = state.trays[source - 1] if source else state.centre
            for colour in COLOURS:
                if colour in heap:
                    takes = TAKES[source, colour]
                    for line in lines[colour]:
                        yield takes[line]
                    yield takes[FLOOR]  # by choice too (R-AZ-S07)

    def broken_rule(self, state: State, move: Move) -> str:
        if self.actor(state) is None:
            return "R-AZ-20"
        if not isinstance(move, Take):
            return "R-AZ-03"
        heap = state.trays[move.source - 1] if move.source else state.centre
        return "R-AZ-S06" if move.colour in heap else "R-AZ-S01"

    # The moves

    def apply(self, state: State, move: Move) -> State:
        if isinstance(move, Fill):
            return self._refilled(state._replace(sequence=move.sequence, bag=move.bag))
        if isinstance(move, Take):
            return self._passed_on(self._taken(state, move))
        return self._passed_on(self._answered(state, move.die))

    def _passed_on(self, state: State) -> State:
        """The round ends with the last tile (R-AZ-25)."""
        return state if state.centre or any(state.trays) else self._round_ended(state)

    def _taken(self, state: State, move: Take) -> State:
        """The human's move; the automa is next (R-AZ-07)."""
        source, colour, line = move
        _, trays, centre = _take(state, source, colour)
        to_line, to_floor, out, takes_marker = landing(state, move)
        marker, floor, lines = state.marker, state.floor, list(state.lines)
        if takes_marker:
            marker = Holder.HUMAN
            floor = (floor + MARKER)[: len(PENALTIES)]  # first, if there is room (R-AZ-S05)
        elif source == 1 and marker is Holder.TRAY:
            marker = Holder.CENTRE  # never the human's from a tray (R-AZ-04)
        if line != FLOOR:
            lines[line - 1] += colour * to_line
        return state._replace(
            trays=trays,
            centre=centre,
            marker=marker,
            mover=Holder.AUTOMA,
            lines=tuple(lines),
            floor=floor + colour * to_floor,
            discards=_sorted(state.discards + colour * out) if out else state.discards,
        )

    def _answered(self, state: State, die: int) -> State:
        """The automa's move: the first of P1 … P4 that applies (R-AZ-10); the human is next."""
        answer = _answer(state, die)
        if answer.priority == 1:
            trays, centre = ("", *state.trays[1:]), _sorted(state.centre + state.trays[0])
        else:
            _, trays, centre = _take(state, answer.source, answer.tiles[0])
        return state._replace(
            mover=Holder.HUMAN,
            trays=trays,
            centre=centre,
            marker=Holder.AUTOMA if answer.marker else state.marker,
            pile=_sorted(state.pile + answer.tiles),
            answer=answer,
        )

    # Points and the end

    def _round_ended(self, state: State) -> State:
        """Wall tiling, floor, and the next round or the end."""
        score, lines, wall, discards = state.score, list(state.lines), list(state.wall), ""
        for row, colour, points in tiling(state.lines, state.wall):
            wall[row] = _sorted(wall[row] + colour)
            score += points
            lines[row], discards = "", discards + state.lines[row][1:]
        score = max(0, score - floor_penalty(len(state.floor)))  # R-AZ-S11
        held = state.marker in (Holder.HUMAN, Holder.AUTOMA)
        ended = state._replace(
            starter=state.marker if held else state.starter,  # R-AZ-09, R-AZ-28
            score=score,
            lines=tuple(lines),
            wall=tuple(wall),
            floor="",
            discards=_sorted(state.discards + discards + state.floor.replace(MARKER, "")),
        )
        if state.round < ROUNDS:
            return self._refilled(ended)
        return ended._replace(round=ROUNDS + 1, score=score + bonuses(wall))

    def scores(self, state: State) -> tuple[int, ...]:
        """Human, automa: its tiles (R-AZ-22), and ten for the marker at the end (R-AZ-23)."""
        ten = self.is_over(state) and state.marker is Holder.AUTOMA
        return (state.score, len(state.pile) + (10 if ten else 0))

    def winners(self, state: State) -> tuple[Seat, ...]:
        """The human, if ahead at the end (R-AZ-24); equal points are a draw."""
        human, automa = self.scores(state)
        return (0,) if self.is_over(state) and human > automa else ()

    def stop(self, state: State, why: Stop) -> State:
        return state._replace(stopped=why)

    def ruling(self, history: Sequence[State]) -> Stop | None:
        return None

    # What a player sees

    def view(self, state: State, seat: Seat | None) -> State:
        return state._replace(bag=UNSEEN_TILE * len(state.bag))

    def fill(self, view: State, rng: Rng) -> State:
        if UNSEEN_TILE not in view.bag:
            return view
        out = "".join((*view.trays, *view.lines, *view.wall))
        out += view.centre + view.floor + view.discards + view.pile
        left = "".join(c * (PER_COLOUR - out.count(c)) for c in COLOURS)
        return view._replace(bag="".join(rng.shuffled(left)))

    # Notation

    def parse_move(self, text: str) -> Move:
        if text in MOVES_BY_TEXT:
            return MOVES_BY_TEXT[text]
        if match := re.fullmatch("fill ([BYRKW]{5}) ([BYRKW]{95})", text):
            return Fill(match[1], match[2])
        raise NotationError(f"expected a move such as 3R>2 or cK>f, got {text[:40]!r}")

    def parse_state(self, text: str) -> State:
        if text == "empty":
            return State()
        match = _STATE.fullmatch(text)
        if not match:
            raise NotationError(
                "expected 'round … | sequence … | bag … | trays … | centre … | marker … | "
                "score … | lines … | wall … | floor … | discards … | pile … | answer …', "
                f"got {text[:60]!r}"
            )
        part = {key: "" if value == "-" else value for key, value in match.groupdict().items()}
        state = State(
            sequence=part["sequence"],
            bag=part["bag"],
            round=int(part["round"]),
            starter=Holder(part["starter"]),
            mover=Holder(part["mover"]),
            trays=_parse_heaps(part["trays"]),
            centre=part["centre"],
            marker=Holder(part["marker"]),
            score=int(part["score"]),
            lines=_parse_heaps(part["lines"]),
            wall=_parse_heaps(part["wall"]),
            floor=part["floor"],
            discards=part["discards"],
            pile=part["pile"],
            answer=_parse_answer(part["answer"]),
            stopped=Stop(part["stopped"]) if part["stopped"] else None,
        )
        _check(state)
        return state


_ORDER = COLOURS + UNSEEN_TILE


def _sorted(heap: str) -> str:
    """A heap in the order of the colours: heaps with the same tiles are equal."""
    return "".join([colour * heap.count(colour) for colour in _ORDER])


def _take(state: State, source: int, colour: str) -> tuple[str, tuple[str, ...], str]:
    """The tiles of a colour, the trays and the centre without them (R-AZ-S01)."""
    if source == CENTRE:
        tiles = colour * state.centre.count(colour)
        return tiles, state.trays, state.centre.replace(colour, "")
    heap = state.trays[source - 1]
    trays = (*state.trays[: source - 1], "", *state.trays[source:])
    return colour * heap.count(colour), trays, _sorted(state.centre + heap.replace(colour, ""))


def _answer(state: State, die: int) -> AutomaTurn:
    def largest(sources: Sequence[int]) -> tuple[int, str]:
        """The largest group; ties by the Colour Sequence, then by tray (R-AZ-13, R-AZ-16)."""
        groups = [(s, c, heap(s).count(c)) for c in state.sequence for s in sources]
        source, colour, size = max(groups, key=lambda group: group[2])
        return source, colour * size

    def heap(source: int) -> str:
        return state.trays[source - 1] if source else state.centre

    if die == 1 and state.marker is Holder.TRAY:
        return AutomaTurn(die, 1, source=1, marker=True)  # R-AZ-11: no tile
    if state.trays[die - 1]:
        return AutomaTurn(die, 2, *largest([die]))
    if state.centre:
        return AutomaTurn(die, 3, *largest([CENTRE]), marker=state.marker is Holder.CENTRE)
    source, tiles = largest(range(1, TRAYS + 1))
    marker = source == 1 and state.marker is Holder.TRAY  # in the chosen tray only (R-AZ-17)
    return AutomaTurn(die, 4, source, tiles, marker)


def accepting(state: State) -> dict[str, list[int]]:
    """For each colour the pattern lines that it may go to (R-AZ-S06)."""
    found: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    for line, tiles, row in zip(range(1, LINES + 1), state.lines, state.wall):
        if len(tiles) < line:
            for colour in tiles[:1] or COLOURS:
                if colour not in row:
                    found[colour].append(line)
    return found


def landing(state: State, move: Take) -> Landing:
    """The line first, only the excess to the floor (R-AZ-S03), after the marker (R-AZ-S05)."""
    source, colour, line = move
    tiles = (state.trays[source - 1] if source else state.centre).count(colour)
    marker = source == CENTRE and state.marker is Holder.CENTRE
    room = line - len(state.lines[line - 1]) if line != FLOOR else 0
    return landing_of(tiles, room, len(state.floor), marker)


def landing_of(tiles: int, room: int, floor: int, marker: bool) -> Landing:
    """Of ``tiles`` tiles whose line has room for ``room``; ``floor``: the pieces on the floor."""
    to_line = min(tiles, room)
    to_floor = min(tiles - to_line, max(0, len(PENALTIES) - floor - marker))
    return Landing(to_line, to_floor, tiles - to_line - to_floor, marker)


def tiling(lines: Sequence[str], wall: Sequence[str]) -> Iterator[Laid]:
    """Each full line sends a tile to the wall, the topmost first (R-AZ-S09)."""
    laid = list(wall)
    for row, line in enumerate(lines):
        if len(line) == row + 1:
            laid[row] += line[0]
            yield Laid(row, line[0], tile_score(laid, row, line[0]))


def wall_column(row: int, colour: str) -> int:
    """The column of a colour on a row of the wall, both from 0 (R-AZ-S09)."""
    return (COLOURS.index(colour) + row) % LINES


def tile_score(wall: Sequence[str], row: int, colour: str) -> int:
    """What a tile just laid is worth: its runs across and down, 1 if it is alone (R-AZ-S10)."""
    laid = {(r, wall_column(r, c)) for r, colours in enumerate(wall) for c in colours}

    def run(down: int, across: int) -> int:
        length = 1
        for direction in (1, -1):
            r, c = row, wall_column(row, colour)
            while (r := r + direction * down, c := c + direction * across) in laid:
                length += 1
        return length

    return sum(length for length in (run(0, 1), run(1, 0)) if length > 1) or 1


def floor_penalty(pieces: int) -> int:
    return sum(PENALTIES[:pieces])


def complete(wall: Sequence[str]) -> Complete:
    """Rows (never in four rounds, R-AZ-20), columns and colours without a gap."""
    columns = [[wall_column(r, c) for c in row] for r, row in enumerate(wall)]
    return Complete(
        tuple(n for n, row in enumerate(wall) if len(row) == LINES),
        tuple(n for n in range(LINES) if all(n in row for row in columns)),
        "".join(colour for colour in COLOURS if all(colour in row for row in wall)),
    )


def bonuses(wall: Sequence[str]) -> int:
    """+2 a row, +7 a column, +10 a colour (R-AZ-S12)."""
    return complete(wall).points


_HEAP = "(?:-|[BYRKW]+)"
_STATE = re.compile(
    r"round (?P<round>[1-5]) (?P<starter>human|automa) (?P<mover>human|automa)"
    r" \| sequence (?P<sequence>[BYRKW]{5})"
    r" \| bag (?P<bag>-|[BYRKW]+|\?+)"
    rf" \| trays (?P<trays>{_HEAP}(?: {_HEAP}){{5}})"
    rf" \| centre (?P<centre>{_HEAP})"
    r" \| marker (?P<marker>tray|centre|human|automa)"
    r" \| score (?P<score>[0-9]{1,3})"
    rf" \| lines (?P<lines>{_HEAP}(?: {_HEAP}){{4}})"
    rf" \| wall (?P<wall>{_HEAP}(?: {_HEAP}){{4}})"
    r" \| floor (?P<floor>-|[BYRKWM]{1,7})"
    rf" \| discards (?P<discards>{_HEAP})"
    rf" \| pile (?P<pile>{_HEAP})"
    r" \| answer (?P<answer>-|[1-6] P[1-4] [1-6c] (?:-|[BYRKW]+) [M-])"
    r"(?: \| (?P<stopped>time up))?"
)


def _parse_heaps(text: str) -> tuple[str, ...]:
    return tuple("" if heap == "-" else heap for heap in text.split(" "))


def _parse_answer(text: str) -> AutomaTurn | None:
    if not text:
        return None
    die, priority, source, tiles, marker = text.split(" ")
    from_ = int(source.replace("c", "0"))
    return AutomaTurn(int(die), int(priority[1]), from_, tiles.replace("-", ""), marker == "M")


def _check(state: State) -> None:
    """Could this be a position of this game?"""
    if len(set(state.sequence)) != len(COLOURS):
        raise NotationError(f"expected the five colours in the sequence, got {state.sequence}")
    if state.floor.count(MARKER) > (state.marker == Holder.HUMAN):
        raise NotationError(f"expected one marker, got {state.floor} and marker {state.marker}")
    for heap in (*state.trays, state.centre, state.discards, state.pile):
        if heap != _sorted(heap):
            raise NotationError(f"expected tiles in the order {COLOURS}, got {heap}")
    for number, line in enumerate(state.lines, 1):
        if len(line) > number or len(set(line)) > 1:
            raise NotationError(f"expected up to {number} equal tiles on line {number}, got {line}")
    for number, row in enumerate(state.wall, 1):
        if len(set(row)) != len(row):
            raise NotationError(f"expected different colours on wall row {number}, got {row}")
    for number, (line, row) in enumerate(zip(state.lines, state.wall), 1):
        if line and line[0] in row:
            raise NotationError(f"expected on line {number} a colour new to its row, got {line}")
    heaps = (*state.trays, *state.lines, *state.wall, state.centre, state.floor)
    tiles = "".join((*heaps, state.discards, state.pile, state.bag))
    total = PER_COLOUR * len(COLOURS)
    if len(tiles.replace(MARKER, "")) != total:
        raise NotationError(f"expected {total} tiles, got {len(tiles.replace(MARKER, ''))}")
    for colour in COLOURS:
        if tiles.count(colour) > PER_COLOUR:
            raise NotationError(
                f"expected at most {PER_COLOUR} tiles {colour}, got {tiles.count(colour)}"
            )
