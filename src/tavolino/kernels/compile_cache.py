"""The cache of compiled code: where it is, what is in it, and who fills it.

Imports no compiler, so that a program can look whether there is anything to compile.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from statistics import median
from typing import TypeAlias

import platformdirs
from filelock import FileLock

from tavolino.catalogue import BUILT_IN

PACKAGE = Path(__file__).parent.parent
UNUSED_SECONDS = 3 * 24 * 3600
"""After this time a cache of other sources is deleted, if there are younger ones."""
PACKAGES = ("kernels", "solvers", "bots", "envs")
"""The packages with compiled functions."""


def sources() -> str:
    """A hash of the source files of these packages."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(path for package in PACKAGES for path in (PACKAGE / package).rglob("*.py")):
        digest.update(bytes(path.relative_to(PACKAGE)) + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _home() -> Path:
    """``~/.cache/tavolino`` on Linux, or under ``$XDG_CACHE_HOME``."""
    return platformdirs.user_cache_path("tavolino", appauthor=False)


def _folder() -> Path:
    """The first writable folder; in the end a temporary one for this process.

    One in the system's folder for temporary files serves all processes of a user whose home cannot
    be written, such as in a container.
    """
    place = hashlib.blake2b(bytes(PACKAGE), digest_size=4).hexdigest()
    name = f"compiled-{sources()}-{place}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    user = os.getuid() if hasattr(os, "getuid") else "cache"
    shared = Path(tempfile.gettempdir()) / f"tavolino-{user}"
    for folder in (*([Path(chosen)] if chosen else []), _home() / name, shared / name):
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if shared in folder.parents and not _is_own(shared):
                continue
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    scratch = tempfile.mkdtemp(prefix="tavolino-")
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)
    return Path(scratch)


def _is_own(folder: Path) -> bool:
    """Compiled code is run, so nobody else may be able to write it."""
    found = folder.lstat()
    is_mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return is_mine and stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o022


# Numba notices a change in the file of a function, not one in a function that it calls from another
# file. So the cache of each state of the sources has a folder of its own; and each place where they
# are installed, because Numba looks for the code of a file by its path.
CACHE = _folder()

SECONDS = {
    f"{part}-{name}": seconds
    for name, entry in BUILT_IN.items()
    for part, seconds in entry.compile_seconds.items()
}
"""CPU seconds to compile each part; what this machine takes is in its cache."""
Waiting: TypeAlias = Callable[[float], AbstractContextManager[None]]
"""Gets the expected seconds of a wait, and tells the user about it until it is over."""


def no_notice(seconds: float) -> AbstractContextManager[None]:
    return nullcontext()


def is_compiled(name: str) -> bool:
    """Whether a part of the search is in the cache."""
    return _mark(name).exists()


def warm_up(
    game: str, parts: Mapping[str, Callable[[], None]], waiting: Waiting = no_notice
) -> None:
    """Load parts of the compiled search of a game; first compile those that are not in the cache.

    Only one process at a time compiles for a game: the others wait and load what it has compiled.
    """
    missing = [name for name in parts if not is_compiled(name)]
    if not missing:
        for load in parts.values():
            load()
        return
    with waiting(sum(map(expected_seconds, missing))), FileLock(CACHE / f"{game}.lock"):
        for name, compile_part in parts.items():
            is_ours, started = not is_compiled(name), time.process_time()
            compile_part()
            if is_ours:
                with suppress(OSError):  # a cache that cannot be written only costs time
                    _mark(name).write_text(f"{time.process_time() - started:.1f}")
                    _delete_old_caches()


def expected_seconds(name: str) -> float:
    """How long a part takes to compile, compared with the parts already compiled here."""
    ratios = []
    for known, seconds in SECONDS.items():
        with suppress(OSError, ValueError):
            ratios += [float(_mark(known).read_text()) / seconds] * (seconds > 1)
    return SECONDS.get(name, 10) * (median(ratios) if ratios else 1)


def _mark(name: str) -> Path:
    """A file whose content is the time that the compilation took."""
    return CACHE / f"{name}.ready"


def _delete_old_caches() -> None:
    """Delete caches of other versions of the sources, unless they may still be in use."""
    if CACHE.parent == _home():
        old = sorted(_home().glob("compiled-*"), key=lambda path: path.stat().st_mtime)[:-3]
        for path in old:
            if time.time() - path.stat().st_mtime > UNUSED_SECONDS:
                shutil.rmtree(path, ignore_errors=True)
