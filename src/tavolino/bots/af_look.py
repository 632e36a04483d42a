"""Two plies of AFTAEBR for all placements at once: captures to make, captures to give away.

Everything is sets of cells as bits (``kernels/aftaebr.py``). A placement that ends a sequence is
always legal: the cell beside it shows the number just before or after.
"""

from __future__ import annotations

from tavolino.kernels.aftaebr import (
    BOARD,
    HANDS,
    HELD,
    ROW,
    TURN,
    Words,
    after,
    cells_for,
    free_cells,
)
from tavolino.kernels.jit import inlined, jit

Four = tuple[int, int, int, int]

# The places of a ``look``, each for the numbers 1 to 4: the cells where a placement of the player
# to move captures, gives nothing away, or gives the next player a capture.
CAPTURES, QUIET, GIVING, LOOK = 0, 4, 8, 12
ALL = -1


@inlined
def _ends(a: int, b: int, c: int, d: int, step: int) -> Four:
    """The cells where a, b, c or d is all that is missing in a line a-b-c-d."""
    return (
        b >> step & c >> 2 * step & d >> 3 * step,
        a << step & c >> step & d >> 2 * step,
        a << 2 * step & b << step & d >> step,
        a << 3 * step & b << 2 * step & c << step,
    )


@inlined
def captures(core: Words) -> Four:
    """The cells where 1, 2, 3 and 4 end a sequence, whoever lays them."""
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


@inlined
def openers(core: Words, held: Four) -> Four:
    """The cells where 1, 2, 3 and 4 open a sequence to somebody who holds these numbers."""
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
    c1, c2, c3, c4 = captures(core)
    h1, h2, h3, h4 = held_by(core, seat)
    return (c1 & h1 | c2 & h2 | c3 & h3 | c4 & h4) != 0


@inlined
def next_living(core: Words, seat: int) -> int:
    """Whose turn it most likely is next; passing over is too rare to be looked at here."""
    nearest = after(core, seat)
    while nearest != seat and not core[HELD + nearest]:
        nearest = after(core, nearest)
    return nearest


@jit
def look_around(core: Words, look: Words) -> None:
    """Sort all placements of the player to move."""
    seat = core[TURN]
    other, free = next_living(core, seat), free_cells(core)
    c1, c2, c3, c4 = captures(core)
    h1, h2, h3, h4 = held_by(core, seat)
    o1, o2, o3, o4 = held_by(core, other)
    g1, g2, g3, g4 = openers(core, (o1, o2, o3, o4))
    l1, l2 = cells_for(core, 1, free) & h1, cells_for(core, 2, free) & h2
    l3, l4 = cells_for(core, 3, free) & h3, cells_for(core, 4, free) & h4
    look[0], look[1], look[2], look[3] = c1 & h1, c2 & h2, c3 & h3, c4 & h4
    look[4], look[5], look[6], look[7] = l1 & ~c1, l2 & ~c2, l3 & ~c3, l4 & ~c4
    if c1 & o1 | c2 & o2 | c3 & o3 | c4 & o4:
        _close(core, look, other)
    else:
        look[8], look[9], look[10], look[11] = (
            look[4] & g1,
            look[5] & g2,
            look[6] & g3,
            look[7] & g4,
        )
        look[4] &= ~g1
        look[5] &= ~g2
        look[6] &= ~g3
        look[7] &= ~g4


@jit
def _close(core: Words, look: Words, other: int) -> None:
    """The next player has a capture already: which placements take it away?"""
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
