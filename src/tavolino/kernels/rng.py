"""The random generator of compiled code, and the random numbers that hashes are made of.

A stream is an array of one word of 64 bits, never 0: the state of a xorshift generator. Words are
signed and wrap around. Deals and dice of a real game come from ``tavolino.chance`` instead.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from tavolino.kernels.jit import Ints, inlined

GOLDEN = -7046029254386353131
"""2**64 divided by the golden ratio, as a signed number."""


def _splitmix(bits: Any) -> Any:
    """The finaliser of splitmix64, of a number or of each number in an array."""
    bits = (bits ^ ((bits >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    bits = (bits ^ ((bits >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return bits ^ ((bits >> 31) & 0x1FFFFFFFF)


_compiled_splitmix = inlined(_splitmix)


def hash_keys(seed: int, *shape: int) -> Ints:
    """Numbers for a Zobrist hash, drawn once."""
    counted = np.arange(1, prod(shape) + 1, dtype=np.int64)
    keys: Ints = _splitmix(seed + counted * GOLDEN).reshape(shape)
    return keys


@inlined
def stream_start(seed: int, number: int) -> int:
    """The state with which the stream of this number begins."""
    bits: int = _compiled_splitmix(seed + (number + 1) * GOLDEN)
    return bits if bits else 1


@inlined
def random_below(stream: Ints, n: int) -> int:
    """A number below n, from the upper half of the next word."""
    word = stream[0]
    word ^= word << 13
    word ^= (word >> 7) & ((1 << 57) - 1)
    word ^= word << 17
    stream[0] = word
    return int((((word >> 32) & 0xFFFFFFFF) * n) >> 32)
