"""Two plies of AFTAEBR for all placements at once: captures made and captures allowed.

All sets of cells are bits (``kernels/aftaebr.py``). A placement that ends a sequence is
always legal: the cell beside it shows the number just before or after.
"""

from __future__ import annotations

from tavolino.kernels.aftaebr import (
    BOARD,
    HANDS,
    HELD,
    PLAYERS,
    ROW,
    TURN,
    Words,
    after,
    bit_of,
    cells_for,
    free_cells,
)
from tavolino.kernels.jit import inlined, jit

Four = tuple[int, int, int, int]

# The parts of a ``look``, the best first, each for the numbers 1 to 4: the cells where a placement
# of the player to move captures; opens a sequence that only this player can end, because the others
# lack the number; does nothing; opens one to a player after the next; gives the next a capture.
CAPTURES, THREATS, QUIET, LATER, GIVING, LOOK = range(0, 24, 4)
ALL = -1


def part_of(look: Words, cell: int, number: int) -> int:
    """The part of a ``look`` that a legal placement is in."""
    parts = range(CAPTURES, LOOK, 4)
    return next(part for part in parts if int(look[part + number - 1]) >> bit_of(cell) & 1)


@inlined
def _ends(a: int, b: int, c: int, d: int, step: int) -> Four:
    """The cells where a, b, c or d is all that is missing in a line a-b-c-d."""
    return (
        b >> step & c >> 2 * step & d >> 3 * step,
        a << step & c >> step & d >> 2 * step,
        a << 2 * step & b << step & d >> step,
        a << 3 * step & b << 2 * step & c << step,
    )


@jit
def captures(core: Words) -> Four:
    """The cells where 1, 2, 3 and 4 end a sequence, for any player."""
    one, two, three, four = core[1], core[2], core[3], core[4]
    e1, e2, e3, e4 = _ends(one, two, three, four, 1)
    f4, f3, f2, f1 = _ends(four, three, two, one, 1)
    g1, g2, g3, g4 = _ends(one, two, three, four, ROW)
    h4, h3, h2, h1 = _ends(four, three, two, one, ROW)
    return (
        (e1 | f1 | g1 | h1) & BOARD,
        (e2 | f2 | g2 | h2) & BOARD,
        (e3 | f3 | g3 | h3) & BOARD,
        (e4 | f4 | g4 | h4) & BOARD,
    )


@inlined
def _openers(tops: Four, held: Four, step: int) -> Four:
    """The cells where a, b, c or d becomes the third of a line a-b-c-d.

    ``held`` has all bits for a number that the next player could end it with, and none for others;
    the cell that is missing has to be on the board.
    """
    a, b, c, d = tops
    ha, hb, hc, hd = held
    k, kk, kkk = step, 2 * step, 3 * step
    return (
        (c >> kk & d >> kkk & BOARD >> k & hb)
        | (b >> k & (d >> kkk & BOARD >> kk & hc | c >> kk & BOARD >> kkk & hd)),
        (c >> k & d >> kk & BOARD << k & ha)
        | (a << k & (d >> kk & BOARD >> k & hc | c >> k & BOARD >> kk & hd)),
        (b << k & d >> k & BOARD << kk & ha)
        | (a << kk & (d >> k & BOARD << k & hb | b << k & BOARD >> k & hd)),
        (b << kk & c << k & BOARD << kkk & ha)
        | (a << kkk & (c << k & BOARD << kk & hb | b << kk & BOARD << k & hc)),
    )


@jit
def openers(core: Words, held: Four) -> Four:
    """The cells where 1, 2, 3 and 4 open a sequence to a player who holds these numbers."""
    tops, spot = (core[1], core[2], core[3], core[4]), (core[4], core[3], core[2], core[1])
    dleh = (held[3], held[2], held[1], held[0])
    e1, e2, e3, e4 = _openers(tops, held, 1)
    f4, f3, f2, f1 = _openers(spot, dleh, 1)
    g1, g2, g3, g4 = _openers(tops, held, ROW)
    h4, h3, h2, h1 = _openers(spot, dleh, ROW)
    return e1 | f1 | g1 | h1, e2 | f2 | g2 | h2, e3 | f3 | g3 | h3, e4 | f4 | g4 | h4


@inlined
def held_by(core: Words, seat: int) -> Four:
    """All bits for a number that a seat holds, none for the others."""
    hand = HANDS + 4 * seat
    return (
        ALL if core[hand] else 0,
        ALL if core[hand + 1] else 0,
        ALL if core[hand + 2] else 0,
        ALL if core[hand + 3] else 0,
    )


@inlined
def can_capture(core: Words, seat: int) -> bool:
    """Whether a seat holds a piece that captures somewhere."""
    c1, c2, c3, c4 = captures(core)
    h1, h2, h3, h4 = held_by(core, seat)
    return (c1 & h1 | c2 & h2 | c3 & h3 | c4 & h4) != 0


@inlined
def next_living(core: Words, seat: int) -> int:
    """The next player with pieces. Passes are rare and ignored here."""
    nearest = after(core, seat)
    while nearest != seat and not core[HELD + nearest]:
        nearest = after(core, nearest)
    return nearest


@inlined
def held_by_others(core: Words, seat: int) -> Four:
    """For each number from 1 to 4: all cells if anybody else holds such a piece, else none."""
    o1, o2, o3, o4 = 0, 0, 0, 0
    for other in range(core[PLAYERS]):
        if other != seat:
            h1, h2, h3, h4 = held_by(core, other)
            o1, o2, o3, o4 = o1 | h1, o2 | h2, o3 | h3, o4 | h4
    return o1, o2, o3, o4


@inlined
def _split(look: Words, source: int, target: int, cells: Four) -> None:
    """Move the placements on these cells from one part to another."""
    c1, c2, c3, c4 = cells
    look[target], look[target + 1] = look[source] & c1, look[source + 1] & c2
    look[target + 2], look[target + 3] = look[source + 2] & c3, look[source + 3] & c4
    look[source] &= ~c1
    look[source + 1] &= ~c2
    look[source + 2] &= ~c3
    look[source + 3] &= ~c4


@jit
def look_around(core: Words, look: Words) -> None:
    """Sort all placements of the player to move into the parts of ``look``."""
    seat = core[TURN]
    other, free = next_living(core, seat), free_cells(core)
    c1, c2, c3, c4 = captures(core)
    h1, h2, h3, h4 = held_by(core, seat)
    o1, o2, o3, o4 = held_by(core, other)
    look[:] = 0
    look[QUIET] = cells_for(core, 1, free) & h1
    look[QUIET + 1] = cells_for(core, 2, free) & h2
    look[QUIET + 2] = cells_for(core, 3, free) & h3
    look[QUIET + 3] = cells_for(core, 4, free) & h4
    _split(look, QUIET, CAPTURES, (c1, c2, c3, c4))
    if c1 & o1 | c2 & o2 | c3 & o3 | c4 & o4:
        _close(core, look, other)
    else:
        _split(look, QUIET, GIVING, openers(core, (o1, o2, o3, o4)))
    if core[PLAYERS] > 2:
        o1, o2, o3, o4 = held_by_others(core, seat)
        _split(look, QUIET, LATER, openers(core, (o1, o2, o3, o4)))
    h1, h2, h3, h4 = h1 & ~o1, h2 & ~o2, h3 & ~o3, h4 & ~o4
    if h1 | h2 | h3 | h4:
        _split(look, QUIET, THREATS, openers(core, (h1, h2, h3, h4)))


@jit
def _close(core: Words, look: Words, other: int) -> None:
    """If the next player already has a capture: which placements prevent it."""
    for number in range(1, 5):
        left, quiet = look[QUIET + number - 1], 0
        while left:
            cell = left & -left
            left &= left - 1
            one, two, three, four = core[1], core[2], core[3], core[4]
            for top in range(1, 5):
                core[top] &= ~cell
            core[number] |= cell
            if not can_capture(core, other):
                quiet |= cell
            core[1], core[2], core[3], core[4] = one, two, three, four
        look[GIVING + number - 1] = look[QUIET + number - 1] & ~quiet
        look[QUIET + number - 1] = quiet
