"""Atomic writes: a file is complete or absent, even after a crash."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Under another name first, ending in ``.part``; synchronised to the disk and renamed."""
    unfinished = path.with_name(f"{path.name}.part")
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    _synchronise(path.parent)


def _synchronise(folder: Path) -> None:
    """Makes a renaming last; Windows can do without, and has no way to ask."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
