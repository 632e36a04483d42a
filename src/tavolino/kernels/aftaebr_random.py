"""Random games of AFTAEBR, a hundred thousand a second."""

from __future__ import annotations

from tavolino.games.aftaebr import MAX_PLIES
from tavolino.kernels.aftaebr import (
    HANDS,
    TRAIL,
    TURN,
    Bytes,
    Position,
    Words,
    apply_inlined,
    cells_for,
    copy_into,
    free_cells,
    move_code,
)
from tavolino.kernels.bits import lowest, popcount
from tavolino.kernels.jit import inlined, jit
from tavolino.kernels.rng import random_below


@inlined
def random_of(one: int, two: int, three: int, four: int, stream: Words) -> int:
    """A 1 onto one of the first cells, a 2 onto one of the second, …: each equally likely."""
    low, high = popcount(one), popcount(three)
    middle = low + popcount(two)
    drawn = random_below(stream, middle + high + popcount(four))
    if drawn < middle:
        number, cells = (1, one) if drawn < low else (2, two)
        drawn -= low if number == 2 else 0
    else:
        number, cells = (3, three) if drawn < middle + high else (4, four)
        drawn -= middle + (high if number == 4 else 0)
    for _ in range(drawn):
        cells &= cells - 1
    return move_code(lowest(cells), number)


@inlined
def random_move(core: Words, stream: Words) -> int:
    """Any placement."""
    hand, free = HANDS + 4 * core[TURN], free_cells(core)
    one = cells_for(core, 1, free) if core[hand] else 0
    two = cells_for(core, 2, free) if core[hand + 1] else 0
    three = cells_for(core, 3, free) if core[hand + 2] else 0
    four = cells_for(core, 4, free) if core[hand + 3] else 0
    return random_of(one, two, three, four, stream)


@jit
def play_randomly(core: Words, stacks: Bytes, trail: Words, stream: Words) -> int:
    """To the end, or so far that the referee ends it (R-AF-36); how many plies."""
    plies = 0
    while core[TURN] >= 0 and plies < MAX_PLIES:
        core[TRAIL] = 0
        apply_inlined(core, stacks, trail, random_move(core, stream))
        plies += 1
    return plies


@jit
def random_games(start: Position, scratch: Position, stream: Words, games: int) -> int:
    """Random games from one position; how many plies they had together."""
    from_core, from_stacks, _ = start
    core, stacks, trail = scratch
    plies = 0
    for _ in range(games):
        copy_into(core, stacks, from_core, from_stacks)
        plies += play_randomly(core, stacks, trail, stream)
    return plies
