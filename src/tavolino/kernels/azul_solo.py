"""Azul in solitario in one array of numbers; mirrors ``games.azul_solo``.

A heap is a number with one byte for each colour, B in the lowest, and one for tiles that nobody
has seen. The array::

    0–5    the trays                  19  score          24  answer
    6      the centre                 20  round          25  stopped
    7, 8   discards, pile             21  starter        26  marker_home is every_round
    9–13   the colour sequence        22  mover          27  where the bag begins
    14–18  the pattern lines          23  marker         28  wall, 29 floor, 30 its length
    31–    the bag, to the end of the array in the order it will be drawn

A pattern line is ``8 * (colour + 1) + tiles``, or 0. Bit ``5 * row + column`` of the wall is a
place on it. A piece on the floor is a digit of three bits, the leftmost lowest: colour + 1, or 7
for the marker. A take is ``64 * source + 8 * colour + line``, a roll ``ROLL + die``.

A position is so small that a copy of it takes a move back. Equal positions are equal arrays.
"""

from __future__ import annotations

import numpy as np

from tavolino.game import Stop
from tavolino.games.azul_solo import (
    COLOURS,
    LINES,
    MARKER,
    PENALTIES,
    PER_COLOUR,
    ROUNDS,
    TRAYS,
    UNSEEN_TILE,
    AutomaTurn,
    AzulSolo,
    Fill,
    Holder,
    Move,
    Roll,
    State,
    Take,
)
from tavolino.kernels.jit import Ints, inlined, jit

CENTRE, DISCARDS, PILE, SEQUENCE, LINE = TRAYS, 7, 8, 9, 14
SCORE, ROUND, STARTER, MOVER, MARK, ANSWER, STOPPED, EVERY_ROUND, DRAWN = range(19, 28)
WALL, FLOOR, FALLEN, BAG = 28, 29, 30, 31
TILES = PER_COLOUR * len(COLOURS)
SIZE = BAG + TILES
ROLL = 512
MAX_MOVES = (TRAYS + 1) * len(COLOURS) * (LINES + 1)

PLACES = tuple(Holder)
ON_TRAY, IN_CENTRE, HUMAN, AUTOMA = range(4)
STOPS = (None, Stop.TIME_UP)
KINDS = COLOURS + UNSEEN_TILE + MARKER
MARKER_DIGIT = 7

LOST = np.array([sum(PENALTIES[:n]) for n in range(len(PENALTIES) + 1)])
"""By pieces on the floor."""
RUN = np.array(
    [
        [
            sum(all(bits >> i & 1 for i in range(min(at, to), max(at, to) + 1)) for to in range(5))
            for at in range(5)
        ]
        for bits in range(32)
    ]
)
"""How long the run through a place is, if these places of a row or a column are laid."""
SAME_COLOUR = np.array([sum(1 << 5 * r + (c + r) % 5 for r in range(5)) for c in range(5)])


# In and out


def pack_heap(tiles: str) -> int:
    return sum(tiles.count(kind) << 8 * at for at, kind in enumerate(KINDS))


def unpack_heap(heap: int) -> str:
    return "".join(kind * (heap >> 8 * at & 255) for at, kind in enumerate(KINDS))


def pack_move(move: Move) -> int:
    assert not isinstance(move, Fill), "a kernel begins after the set-up"
    if isinstance(move, Roll):
        return ROLL + move.die
    return 64 * move.source + 8 * COLOURS.index(move.colour) + move.line


def unpack_move(code: int) -> Move:
    if code > ROLL:
        return Roll(code - ROLL)
    return Take(code >> 6, COLOURS[code >> 3 & 7], code & 7)


def pack(game: AzulSolo, state: State) -> Ints:
    """A position after the set-up, or a player's view of one."""
    table = np.zeros(SIZE, np.int64)
    heaps = (*state.trays, state.centre, state.discards, state.pile)
    table[:SEQUENCE] = [pack_heap(heap) for heap in heaps]
    table[SEQUENCE:LINE] = [COLOURS.index(colour) for colour in state.sequence]
    table[LINE : LINE + LINES] = [
        8 * (COLOURS.index(line[0]) + 1) + len(line) if line else 0 for line in state.lines
    ]
    table[SCORE], table[ROUND] = state.score, state.round
    places = (state.starter, state.mover, state.marker)
    table[STARTER : MARK + 1] = [PLACES.index(place) for place in places]
    table[ANSWER] = _pack_answer(state.answer)
    table[STOPPED] = STOPS.index(state.stopped)
    table[EVERY_ROUND] = game.marker_home == "every_round"
    table[DRAWN] = TILES - len(state.bag)
    table[WALL] = sum(
        1 << 5 * row + (COLOURS.index(colour) + row) % 5
        for row, colours in enumerate(state.wall)
        for colour in colours
    )
    digits = [KINDS.index(piece) + 1 for piece in state.floor]
    table[FLOOR] = sum(digit << 3 * at for at, digit in enumerate(digits))
    table[FALLEN] = len(digits)
    table[SIZE - len(state.bag) :] = [KINDS.index(tile) for tile in state.bag]
    return table


def unpack(table: Ints) -> State:
    """Inverse of ``pack``, except for the options."""
    numbers = [int(number) for number in table]
    heaps = [unpack_heap(heap) for heap in numbers[:SEQUENCE]]
    lines = numbers[LINE : LINE + LINES]
    return State(
        sequence="".join(COLOURS[at] for at in numbers[SEQUENCE:LINE]),
        bag="".join(KINDS[kind] for kind in numbers[BAG + numbers[DRAWN] :]),
        round=numbers[ROUND],
        starter=PLACES[numbers[STARTER]],
        mover=PLACES[numbers[MOVER]],
        trays=tuple(heaps[:TRAYS]),
        centre=heaps[CENTRE],
        marker=PLACES[numbers[MARK]],
        score=numbers[SCORE],
        lines=tuple(COLOURS[(line >> 3) - 1] * (line & 7) if line else "" for line in lines),
        wall=tuple(
            "".join(COLOURS[c] for c in range(5) if numbers[WALL] >> 5 * row + (c + row) % 5 & 1)
            for row in range(LINES)
        ),
        floor="".join(KINDS[(numbers[FLOOR] >> 3 * at & 7) - 1] for at in range(numbers[FALLEN])),
        discards=heaps[DISCARDS],
        pile=heaps[PILE],
        answer=_unpack_answer(numbers[ANSWER]),
        stopped=STOPS[numbers[STOPPED]],
    )


def _pack_answer(answer: AutomaTurn | None) -> int:
    if not answer:
        return 0
    die, priority, source, tiles, marker = answer
    colour = COLOURS.index(tiles[0]) if tiles else 0
    return die | priority << 3 | source << 6 | colour << 9 | len(tiles) << 12 | marker << 20


def _unpack_answer(code: int) -> AutomaTurn | None:
    if not code:
        return None
    tiles = COLOURS[code >> 9 & 7] * (code >> 12 & 255)
    return AutomaTurn(code & 7, code >> 3 & 7, code >> 6 & 7, tiles, bool(code >> 20))


# What is legal


@inlined
def size_of(heap: int, colour: int) -> int:
    return heap >> 8 * colour & 255


@inlined
def has_tiles(table: Ints) -> bool:
    heaps = table[0] | table[1] | table[2] | table[3] | table[4] | table[5] | table[CENTRE]
    return bool(heaps != 0)


@inlined
def is_open(table: Ints) -> bool:
    return bool(table[ROUND] <= ROUNDS and table[STOPPED] == 0)


@inlined
def column_of(row: int, colour: int) -> int:
    column = colour + row
    return column - 5 if column >= 5 else column


@inlined
def accepting(table: Ints, colour: int) -> int:
    """The pattern lines that accept a colour, as bits; bit 0 is the first line (R-AZ-S06)."""
    wall, lines = table[WALL], 0
    for row in range(LINES):
        line = table[LINE + row]
        if line == 0 or (line >> 3 == colour + 1 and line & 7 <= row):
            lines |= (1 ^ (wall >> (5 * row + column_of(row, colour)) & 1)) << row
    return lines


@inlined
def takes(table: Ints, out: Ints) -> int:
    """The moves of the human, in the order of the rules; how many they are."""
    count = 0
    b, y, r = accepting(table, 0), accepting(table, 1), accepting(table, 2)
    lines_of = (b, y, r, accepting(table, 3), accepting(table, 4))
    for at in range(TRAYS + 1):
        heap = table[at]
        if heap == 0:
            continue
        source = at + 1 if at < CENTRE else 0
        for colour in range(5):
            if size_of(heap, colour) == 0:
                continue
            group, lines = 64 * source + 8 * colour, lines_of[colour]
            for row in range(LINES):
                out[count] = group + row + 1
                count += lines >> row & 1
            out[count] = group
            count += 1
    return count


@jit
def moves(table: Ints, out: Ints) -> int:
    """Write the legal moves, in the order of the rules; return how many they are."""
    if not is_open(table):
        return 0
    if table[MOVER] == HUMAN:
        return takes(table, out)
    for die in range(1, TRAYS + 1):
        out[die - 1] = ROLL + die
    return TRAYS


# The moves


@inlined
def _take_from(table: Ints, at: int, colour: int) -> int:
    """All tiles of a colour; what is left on a tray goes to the centre. How many (R-AZ-S01)."""
    heap = table[at]
    tiles = size_of(heap, colour)
    rest = heap - (tiles << 8 * colour)
    if at == CENTRE:
        table[CENTRE] = rest
    else:
        table[at] = 0
        table[CENTRE] += rest
    return tiles


@inlined
def _fall(table: Ints, digit: int) -> bool:
    """Onto the leftmost free space of the floor, if there is one."""
    fallen = table[FALLEN]
    if fallen == len(PENALTIES):
        return False
    table[FLOOR] |= digit << 3 * fallen
    table[FALLEN] = fallen + 1
    return True


@jit
def take(table: Ints, source: int, colour: int, line: int) -> None:
    at = source - 1 if source else CENTRE
    tiles = _take_from(table, at, colour)
    if source == 1 and table[MARK] == ON_TRAY:
        table[MARK] = IN_CENTRE
    elif source == 0 and table[MARK] == IN_CENTRE:
        table[MARK] = HUMAN
        _fall(table, MARKER_DIGIT)
    if line:
        fitting = min(tiles, line - (table[LINE + line - 1] & 7))
        table[LINE + line - 1] = 8 * (colour + 1) + (table[LINE + line - 1] & 7) + fitting
        tiles -= fitting
    for _ in range(tiles):
        if not _fall(table, colour + 1):
            table[DISCARDS] += 1 << 8 * colour


@inlined
def largest(table: Ints, at: int) -> int:
    """The largest group of a heap, ties by the Colour Sequence (R-AZ-13)."""
    heap = table[at]
    best: int = table[SEQUENCE]
    for place in range(SEQUENCE + 1, SEQUENCE + 5):
        colour = table[place]
        if size_of(heap, colour) > size_of(heap, best):
            best = colour
    return best


@inlined
def largest_anywhere(table: Ints) -> int:
    """The tray with the largest group of all, ties by colour, then by tray (R-AZ-16)."""
    best, most = 0, 0
    for place in range(SEQUENCE, SEQUENCE + 5):
        for at in range(TRAYS):
            tiles = size_of(table[at], table[place])
            if tiles > most:
                best, most = at, tiles
    return best


@jit
def _answer(table: Ints, die: int) -> None:
    """The automa's move: the first of P1 … P4 that applies (R-AZ-10)."""
    if die == 1 and table[MARK] == ON_TRAY:
        table[CENTRE] += table[0]
        table[0], table[MARK] = 0, AUTOMA
        table[ANSWER] = 1 | 1 << 3 | 1 << 6 | 1 << 20
        return
    if table[die - 1]:
        at, priority, gets_marker = die - 1, 2, False
    elif table[CENTRE]:
        at, priority, gets_marker = CENTRE, 3, table[MARK] == IN_CENTRE
    else:
        at, priority = largest_anywhere(table), 4
        gets_marker = at == 0 and table[MARK] == ON_TRAY
    colour = largest(table, at)
    tiles = _take_from(table, at, colour)
    table[PILE] += tiles << 8 * colour
    if gets_marker:
        table[MARK] = AUTOMA
    source = at + 1 if at < CENTRE else 0
    marker = 1 if gets_marker else 0
    table[ANSWER] = die | priority << 3 | source << 6 | colour << 9 | tiles << 12 | marker << 20


@inlined
def in_column(wall: int, column: int) -> int:
    """The five bits of a column, the top row lowest."""
    return ((wall >> column & 0x108421) * 0x111110) >> 20 & 31


@inlined
def laid_score(wall: int, row: int, column: int) -> int:
    """What a tile just laid is worth (R-AZ-S10)."""
    across = RUN[wall >> 5 * row & 31, column]
    down = RUN[in_column(wall, column), row]
    if across > 1 and down > 1:
        return int(across + down)
    return int(max(across, down))


@inlined
def bonuses(wall: int) -> int:
    """+2 a row, +7 a column, +10 a colour (R-AZ-S12)."""
    points = 0
    for n in range(5):
        points += 2 if wall >> 5 * n & 31 == 31 else 0
        points += 7 if in_column(wall, n) == 31 else 0
        points += 10 if wall & SAME_COLOUR[n] == SAME_COLOUR[n] else 0
    return points


@inlined
def refill(table: Ints) -> None:
    """Tray ONE first, then clockwise (R-AZ-05, R-AZ-26, R-AZ-29)."""
    has_marker = table[ROUND] == 0 or table[EVERY_ROUND] == 1
    at = table[DRAWN]
    for tray in range(TRAYS):
        heap = 0
        end = min(TILES, at + (3 if tray == 0 and has_marker else 4))
        while at < end:
            heap += 1 << 8 * table[BAG + at]
            table[BAG + at] = 0
            at += 1
        table[tray] = heap
    table[DRAWN] = at
    table[ROUND] += 1
    table[MOVER] = table[STARTER]
    table[MARK] = ON_TRAY if has_marker else IN_CENTRE


@jit
def end_round(table: Ints) -> None:
    """Wall tiling, floor, and the next round or the end."""
    wall, score, discards = table[WALL], table[SCORE], table[DISCARDS]
    for row in range(LINES):
        line = table[LINE + row]
        if line & 7 == row + 1:
            colour = (line >> 3) - 1
            column = column_of(row, colour)
            wall |= 1 << (5 * row + column)
            score += laid_score(wall, row, column)
            discards += row << 8 * colour
            table[LINE + row] = 0
    score = max(0, score - LOST[table[FALLEN]])
    for at in range(table[FALLEN]):
        digit = table[FLOOR] >> 3 * at & 7
        if digit != MARKER_DIGIT:
            discards += 1 << 8 * (digit - 1)
    table[FLOOR] = table[FALLEN] = 0
    if table[MARK] >= HUMAN:
        table[STARTER] = table[MARK]
    table[WALL], table[DISCARDS] = wall, discards
    if table[ROUND] < ROUNDS:
        table[SCORE] = score
        refill(table)
    else:
        table[SCORE] = score + bonuses(wall)
        table[ROUND] = ROUNDS + 1


@jit
def apply(table: Ints, move: int) -> None:
    """Make a legal move."""
    if move > ROLL:
        _answer(table, move - ROLL)
        table[MOVER] = HUMAN
    else:
        take(table, move >> 6, move >> 3 & 7, move & 7)
        table[MOVER] = AUTOMA
    if not has_tiles(table):
        end_round(table)


@inlined
def automa_points(table: Ints) -> int:
    """Its tiles, and ten for the marker at the end (R-AZ-22, R-AZ-23)."""
    pile, points = table[PILE], 0
    for colour in range(5):
        points += size_of(pile, colour)
    if table[ROUND] > ROUNDS and table[MARK] == AUTOMA:
        points += 10
    return points
