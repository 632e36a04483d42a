"""Counting the bits of a word that is not negative."""

from __future__ import annotations

from tavolino.kernels.jit import inlined


@inlined
def ones(word: int) -> int:
    """How many bits are set. Compilers know this idiom: it becomes one instruction."""
    word -= word >> 1 & 0x5555_5555_5555_5555
    word = (word & 0x3333_3333_3333_3333) + (word >> 2 & 0x3333_3333_3333_3333)
    word = word + (word >> 4) & 0x0F0F_0F0F_0F0F_0F0F
    return word * 0x0101_0101_0101_0101 >> 56


@inlined
def lowest(word: int) -> int:
    """The number of the lowest bit that is set."""
    return ones((word & -word) - 1)
