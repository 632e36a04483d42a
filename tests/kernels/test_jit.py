"""What is compiled is kept apart for each state of the sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tavolino.kernels import compile_cache

SHOW = """
from tavolino.kernels import aftaebr
from tavolino.kernels.compile_cache import CACHE
print(aftaebr.apply.stats.cache_path, CACHE)
"""


@pytest.mark.parametrize("first", ["", "import numba"])
def test_the_cache_is_the_one_of_thesesources(first: str, tmp_path: Path) -> None:
    """Also if Numba was imported before: else a change in another file would go unnoticed."""
    shown = subprocess.run(
        [sys.executable, "-c", first + SHOW],
        env={"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.environ.get("PYTHONPATH", "")},
        capture_output=True,
        text=True,
        check=True,
    )
    used, named = map(Path, shown.stdout.split())
    assert named in used.parents and named.parent == tmp_path / "tavolino"


def test_a_change_in_any_source_means_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernels").mkdir()
    source = tmp_path / "kernels" / "one.py"
    monkeypatch.setattr(compile_cache, "PACKAGE", tmp_path)
    names = set()
    for text in ("a = 1", "a = 2"):
        source.write_text(text)
        names.add(compile_cache.sources())
    source = source.rename(source.with_name("two.py"))
    names.add(compile_cache.sources())
    folder = tmp_path / "bots" / "chess"
    folder.mkdir(parents=True)
    source = source.rename(folder / "two.py")
    names.add(compile_cache.sources())
    source.write_text("a = 3")
    names.add(compile_cache.sources())
    assert len(names) == 5


def test_each_installation_has_a_cache_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba finds compiled code by the path of its source: that of another copy is not found."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folders = set()
    for copy in ("one", "two"):
        (tmp_path / copy / "kernels").mkdir(parents=True)
        (tmp_path / copy / "kernels" / "same.py").write_text("a = 1")
        monkeypatch.setattr(compile_cache, "PACKAGE", tmp_path / copy)
        folders.add(compile_cache._folder())
    assert len(folders) == 2
