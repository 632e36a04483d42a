"""What is compiled is kept apart for each state of the sources."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tavolino.kernels import jit

SHOW = "from tavolino.kernels import aftaebr, jit; print(aftaebr.apply.stats.cache_path, jit.CACHE)"


@pytest.mark.parametrize("first", ["", "import numba; "])
def test_the_cache_is_the_one_of_these_sources(first: str, tmp_path: Path) -> None:
    """Also if Numba was imported before: else a change in another file would go unnoticed."""
    shown = subprocess.run(
        [sys.executable, "-c", first + SHOW],
        env={"XDG_CACHE_HOME": str(tmp_path), "PATH": ""},
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
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    names = set()
    for text in ("a = 1", "a = 2"):
        source.write_text(text)
        names.add(jit._sources())
    source = source.rename(source.with_name("two.py"))
    names.add(jit._sources())
    folder = tmp_path / "bots" / "chess"
    folder.mkdir(parents=True)
    source = source.rename(folder / "two.py")
    names.add(jit._sources())
    source.write_text("a = 3")
    names.add(jit._sources())
    assert len(names) == 5
