"""The hash table of the positions that a search has found."""

from __future__ import annotations

from tavolino.kernels.jit import Ints, inlined, jit


@inlined
def _find(table: Ints, key: int) -> int:
    mask = len(table) - 1
    at = (key ^ (key >> 32)) & mask
    while table[at] != 0 and table[at] != key:
        at = (at + 1) & mask
    return at


@inlined
def is_known(table: Ints, key: int) -> bool:
    """Whether a hash is in the table."""
    return bool(table[_find(table, key)] == key)


@jit
def is_new(table: Ints, key: int) -> bool:
    """Add a hash to the table of positions seen; False if it was already there."""
    at = _find(table, key)
    found = table[at] == key
    table[at] = key
    return not found


@jit
def rehash(old: Ints, new: Ints) -> None:
    """Enter every key of a hash table into a larger one."""
    for key in old:
        if key != 0:
            is_new(new, key)
