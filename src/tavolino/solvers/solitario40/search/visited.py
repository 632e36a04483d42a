"""The hash table of the positions that a search has visited.

Positions that differ only in the mazzetto share an entry, which tells from which sizes of the
mazzetto the position was searched. Turning leads from ``t`` cards in the mazzetto to ``t + 3``, and
with a redeal to 0 (``canonical``): so a search from ``t`` covers those.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from tavolino.kernels.jit import Ints, inlined, jit
from tavolino.solvers.solitario40.position import HEIGHTS, TURNED, Rules, tops

TURNS = 7
"""The lowest bits of an entry: 0 if it is empty, else 1 + a + 9b. ``a`` tells the smallest mazzetto
of 3n + 1 cards that was searched: 8 - n, or 0 if there was none; ``b`` the same for 3n + 2."""
SIZES, ENTRIES = 1 << TURNED, 1 << TURNS
COVERED = -1


def _smallest(turns: int) -> tuple[int, int]:
    """``a`` and ``b`` of an entry."""
    return (turns - 1) % 9, (turns - 1) // 9


def _covers(turns: int, turned: int) -> bool:
    if not turned or not turns:
        return turns > 0
    return _smallest(turns)[turned % 3 - 1] >= 8 - turned // 3


def _with(turns: int, turned: int) -> int:
    """The entry after a search from this mazzetto."""
    smallest = list(_smallest(max(turns, 1)))
    if turned:
        smallest[turned % 3 - 1] = 8 - turned // 3
    return 1 + smallest[0] + 9 * smallest[1]


def _tabled(of: Callable[[int, int], int]) -> Ints:
    """The values for each entry and each size that ``canonical`` can give."""
    table = np.zeros((ENTRIES, SIZES), np.int64)
    for turns, turned in product(range(1 + 81), range(24)):
        if turned % 3 or not turned:
            table[turns, turned] = of(turns, turned)
    return table


COVERS, ADDED = _tabled(_covers), _tabled(_with)


@inlined
def _without_turns(key: int) -> int:
    """The entry of a position, but for its lowest bits."""
    return (key >> TURNED + HEIGHTS << HEIGHTS | key & (1 << HEIGHTS) - 1) << TURNS


@inlined
def _find(table: Ints, entry: int) -> int:
    """Where an entry is, or belongs."""
    mask = len(table) - 1
    at = (entry ^ entry >> 29) * 0x1E37_79B9_7F4A_7C15 >> 24 & mask
    while table[at] != 0 and (table[at] ^ entry) & -ENTRIES != 0:
        at = at + 1 & mask
    return at


@inlined
def _turned(key: int) -> int:
    return key >> HEIGHTS & SIZES - 1


@inlined
def is_known(table: Ints, key: int) -> bool:
    """Whether what a position leads to has been searched, or is being searched."""
    at = _find(table, _without_turns(key))
    return bool(COVERS[table[at] & ENTRIES - 1, _turned(key)])


@inlined
def visit(table: Ints, key: int) -> int:
    """Enter a position: COVERED if there is nothing to search, else what its entry told before."""
    entry = _without_turns(key)
    at = _find(table, entry)
    turns = table[at] & ENTRIES - 1
    if COVERS[turns, _turned(key)]:
        return COVERED
    table[at] = entry | ADDED[turns, _turned(key)]
    return int(turns)


@inlined
def is_new(table: Ints, key: int) -> bool:
    """Enter a position; False if there is nothing to search."""
    return visit(table, key) != COVERED


@inlined
def tops_searched(rules: Rules, layout: Ints, stock: int, turns: int) -> int:
    """The stock cards that could be played in the searches of an entry."""
    found = tops(rules, layout, stock, 0)
    first, second = (turns - 1) % 9, (turns - 1) // 9
    if first:
        found |= tops(rules, layout, stock, 3 * (8 - first) + 1)
    if second:
        found |= tops(rules, layout, stock, 3 * (8 - second) + 2)
    return found


@jit
def enlarge(table: Ints) -> Ints:
    """The same table with four times as many entries."""
    larger = np.zeros(4 * len(table), np.int64)
    for entry in table:
        if entry:
            larger[_find(larger, entry & -ENTRIES)] = entry
    return larger
