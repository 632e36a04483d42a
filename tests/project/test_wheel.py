"""The wheel brings everything: the browser client, the rules pages, the texts, the migrations."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"


def test_the_wheel_has_all_that_is_needed_to_play(tmp_path: Path) -> None:
    assert (SOURCES / "tavolino/server/web/index.html").exists(), "expected the built client"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(ZipFile(wheel).namelist())
    needed = {
        str(path.relative_to(SOURCES))
        for path in (SOURCES / "tavolino").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert needed <= packed, needed - packed
    pages = (path.relative_to(ROOT / "docs/rules") for path in (ROOT / "docs/rules").rglob("*.md"))
    rules = {f"tavolino/rules/{page.as_posix()}" for page in pages}
    assert "tavolino/rules/specification/general.md" in rules
    assert rules <= packed, rules - packed
    assert not [name for name in packed if name.startswith(("tests/", "web/", "bench/"))]
