"""How kernels are compiled, and where what was compiled is kept."""

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
ROOMS = ("kernels", "solvers", "bots")
"""Where compiled functions live."""


def _sources() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")):
        digest.update(bytes(path.relative_to(PACKAGE)) + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _home() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tavolino"


def _folder() -> str:
    """A folder that can be written; one for this process only, if need be."""
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
"""Both, because Numba may have been imported before, and reads its settings again at times."""


def jit(function: F) -> F:
    """Compiled at its first call, once; kept in the cache. It lets other threads run."""
    return cast(F, numba.njit(nogil=True, cache=True)(function))


def inlined(function: F) -> F:
    """Compiled into its callers: for small functions in inner loops."""
    return cast(F, numba.njit(nogil=True, cache=True, forceinline=True)(function))


def warm_up(name: str, compile_all: Callable[[], None], notice: Callable[[], None]) -> None:
    """Call ``compile_all``, after ``notice`` if that will take seconds instead of a moment."""
    mark = CACHE / f"{name}.ready"
    if not mark.exists():
        notice()
    compile_all()
    try:
        mark.touch()
        _forget_old()
    except OSError:  # a cache that cannot be written costs time, nothing else
        pass


def _forget_old() -> None:
    """Of compiled versions of other sources only the two youngest are kept."""
    if CACHE.parent == _home():
        kept = sorted(_home().glob("compiled-*"), key=lambda path: path.stat().st_mtime)[:-3]
        for path in kept:
            shutil.rmtree(path, ignore_errors=True)
