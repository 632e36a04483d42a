"""A folder of sources can be taken in at a glance."""

from __future__ import annotations

import os
from pathlib import Path

from support.scheduling import DIVIDED, LATE, LONGEST

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "web/src", "tests", "bench", "scripts", "examples", "deploy")
BUILT = {"src/tavolino/server/web", "web/src/paraglide"}
DATA = {"tests/data"}
MOST = 18
"""Entries of a folder, subfolders included."""
CORE = {"src/tavolino", "tests"}
MOST_IN_CORE = 26
"""The modules of the core are the public names of the library; the tests mirror its packages."""


def folder_sizes() -> dict[str, int]:
    """How many entries each folder has; what is built, cached or hidden does not count."""
    sizes = {}
    for source in SOURCES:
        for name, folders, files in os.walk(ROOT / source):
            folder = Path(name).relative_to(ROOT)
            folders[:] = [
                inner
                for inner in folders
                if not inner.startswith((".", "__")) and (folder / inner).as_posix() not in BUILT
            ]
            if folder.as_posix() not in DATA:
                sizes[folder.as_posix()] = len(folders) + sum(file[0] != "." for file in files)
            else:
                folders.clear()
    return sizes


def test_no_folder_of_sources_has_many_entries() -> None:
    sizes = folder_sizes()
    assert {"src/tavolino/games", "web/src/pages", "tests/project", *SOURCES} <= set(sizes)
    full = {
        folder: size
        for folder, size in sizes.items()
        if size > (MOST_IN_CORE if folder in CORE else MOST)
    }
    assert full == {}


def test_the_files_that_are_scheduled_by_name_exist() -> None:
    tests = ROOT / "tests"
    names = (*LONGEST, *DIVIDED, *LATE)
    assert [name for name in names if not (tests / name).exists()] == []
