"""Compilation of the kernels, and its cache."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import config
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
Ints: TypeAlias = NDArray[np.int64]

PACKAGE = Path(__file__).parent.parent
PACKAGES = ("kernels", "solvers", "bots")
"""The packages with compiled functions."""


def _sources() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(path for package in PACKAGES for path in (PACKAGE / package).rglob("*.py")):
        digest.update(bytes(path.relative_to(PACKAGE)) + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tavolino"


def _folder() -> str:
    """A writable cache folder; a temporary one for this process if there is no other."""
    folder = _home() / f"compiled-{_sources()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        scratch = tempfile.mkdtemp(prefix="tavolino-")
        atexit.register(shutil.rmtree, scratch, ignore_errors=True)
        return scratch
    return str(folder)


# Numba notices a change in the file of a function, not one in a function that it calls from another
# file. So the cache of each state of the sources has a folder of its own.
CACHE = Path(os.environ.get("NUMBA_CACHE_DIR") or _folder())
os.environ["NUMBA_CACHE_DIR"] = config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]
"""Both, because Numba may already be imported, and may read the environment again."""


def jit(function: F) -> F:
    """Compile at the first call, with a cache on disk; releases the GIL."""
    return cast(F, numba.njit(nogil=True, cache=True)(function))


def inlined(function: F) -> F:
    """Inline into the callers: for small functions in inner loops."""
    return cast(F, numba.njit(nogil=True, cache=True, forceinline=True)(function))


def warm_up(name: str, compile_all: Callable[[], None], notice: Callable[[], None]) -> None:
    """Call ``compile_all``; first ``notice`` if the cache is empty and it will take seconds."""
    mark = CACHE / f"{name}.ready"
    if not mark.exists():
        notice()
    compile_all()
    try:
        mark.touch()
        _delete_old_caches()
    except OSError:  # a cache that cannot be written only costs time
        pass


def _delete_old_caches() -> None:
    """Keep only the two youngest caches of other versions of the sources."""
    if CACHE.parent == _home():
        old = sorted(_home().glob("compiled-*"), key=lambda path: path.stat().st_mtime)[:-3]
        for path in old:
            shutil.rmtree(path, ignore_errors=True)
