"""A packed position of nove_colonne in one row of bytes."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tavolino.kernels.jit import Ints, jit
from tavolino.kernels.nove_colonne import CARDS, COLUMNS, DEPTH, HASH, LENGTHS, compute_hash

Rows: TypeAlias = NDArray[np.int8]
ROW = HASH + DEPTH


@jit
def store(p: Ints, row: Rows) -> None:
    """Write a position: its numbers, then the cards of the columns."""
    at = HASH
    for i in range(HASH):
        row[i] = p[i]
    for column in range(COLUMNS):
        for i in range(p[LENGTHS + column]):
            row[at] = p[CARDS + column * DEPTH + i]
            at += 1


@jit
def load(p: Ints, row: Rows) -> None:
    """Inverse of ``store``."""
    at = HASH
    p[:] = 0
    for i in range(HASH):
        p[i] = row[i]
    for column in range(COLUMNS):
        for i in range(p[LENGTHS + column]):
            p[CARDS + column * DEPTH + i] = row[at]
            at += 1
    compute_hash(p)
