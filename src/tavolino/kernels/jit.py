"""Compilation of the kernels."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import config
from numpy.typing import NDArray

from tavolino.kernels.compile_cache import CACHE

F = TypeVar("F", bound=Callable[..., Any])
Ints: TypeAlias = NDArray[np.int64]

os.environ["NUMBA_CACHE_DIR"] = config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]
"""Both, because Numba may already be imported, and may read the environment again."""


def jit(function: F) -> F:
    """Compile at the first call, with a cache on disk; releases the GIL."""
    return cast(F, numba.njit(nogil=True, cache=True)(function))


def inlined(function: F) -> F:
    """Inline into the callers: for small functions in inner loops."""
    return cast(F, numba.njit(nogil=True, cache=True, forceinline=True)(function))
