"""Bits are counted as Python counts them."""

from __future__ import annotations

from random import Random

from tavolino.kernels import bits
from tavolino.kernels.jit import jit


@jit
def counted(word: int) -> int:
    return bits.popcount(word)


@jit
def lowest_of(word: int) -> int:
    return bits.lowest(word)


def test_bits() -> None:
    rnd = Random(1)
    for word in (1, 2, 1 << 62, *(rnd.getrandbits(63) or 1 for _ in range(200))):
        assert counted(word) == word.bit_count()
        assert lowest_of(word) == (word & -word).bit_length() - 1
