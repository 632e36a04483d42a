"""Compiles the search of all games in another process: ``python -m tavolino.bots.compiler``.

``scripts/setup``, the server and the terminal start it, so that nobody waits for the compiler at
the first hint or the first move of a bot. What is in the cache is not compiled again, and several
processes share the work (``kernels.jit.warm_up``).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from tavolino.catalogue import BUILT_IN
from tavolino.extras import has_extra

NICENESS = 5
"""Of the process that a server starts: those who play meanwhile come first."""


def start_compiling(first: str = "", niceness: int = 0) -> subprocess.Popen[bytes] | None:
    """Start the process, with this game first; None if there is nothing to do or no compiler."""
    if not has_extra("search") or is_everything_compiled():
        return None
    games = [first] if first in BUILT_IN else []
    command = [sys.executable, "-m", __name__, str(niceness), *games]
    with suppress(OSError):  # then it is compiled when it is needed
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is not for it
        )
    return None


def is_everything_compiled() -> bool:
    """Loads no compiler."""
    from tavolino.kernels.compile_cache import SECONDS, is_compiled

    return all(map(is_compiled, SECONDS))


def compile_all(first: Sequence[str] = ()) -> None:
    """Compile the search of all games that come with Tavolino, these first.

    The referees before everything else: without them a server deals no cards.
    """
    from tavolino.bots.warm_up import is_referee_compiled, wait_until_compiled, warm_up_referee

    for entry in BUILT_IN.values():
        if entry.is_compiled and not is_referee_compiled(entry.rules()):
            warm_up_referee(entry.rules())
    for name in dict.fromkeys((*first, *BUILT_IN)):
        wait_until_compiled(BUILT_IN[name].rules())


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if sys.argv[1:] else NICENESS)
    compile_all(sys.argv[2:])
