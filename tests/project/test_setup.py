"""``scripts/setup`` and ``make`` in a copy of the tree, with a pip that installs nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAKE_PYTHON = """\
#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p .venv/bin && cp "$0" .venv/bin/python
else
    PYTHONPATH={fakes} exec {python} "$@"
fi
"""
FAKE_PIP = """\
import os, sys
from pathlib import Path
if "install" in sys.argv:
    if Path("offline").exists():
        print("WARNING: Retrying (Retry(total=0, connect=None, read=None, status=None)) "
              "after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection."
              "HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -3] "
              "Temporary failure in name resolution')': /simple/hatchling/")
        print("ERROR: ResolutionImpossible: for help visit https://pip.pypa.io/")
        sys.exit(1)
    if Path("broken").exists():
        print("ERROR: Failed building wheel for numba")
        sys.exit(1)
    print("Collecting numba>=0.68 (from tavolino==0.1.0)")
    print("  Downloading numba-0.68.0-cp311-cp311-manylinux_2_17_x86_64.whl (3.8 MB)")
    program = Path(".venv/bin/tavolino")
    program.write_text(f"#!{Path('.venv/bin/python').absolute()}\\nprint('a game')\\n")
    program.chmod(0o755)
"""
COMPILER = "from pathlib import Path; Path('compiled').touch()"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with nothing but its set-up."""
    fakes, tree = tmp_path / "fakes", tmp_path / "tree"
    for name, source in {"pip/__main__": FAKE_PIP, "tavolino/bots/compiler": COMPILER}.items():
        file = fakes / f"{name}.py"
        file.parent.mkdir(parents=True)
        file.write_text(source)
        for folder in (file.parent, *file.parent.parents):
            if folder == fakes:
                break
            (folder / "__init__.py").touch()
    (fakes / "python").write_text(FAKE_PYTHON.format(fakes=fakes, python=sys.executable))
    (fakes / "python").chmod(0o755)
    (tree / "web" / "src").mkdir(parents=True)
    (tree / "web" / ".npmrc").touch()
    shutil.copytree(ROOT / "scripts", tree / "scripts")
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tree)
    return tree


def make(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    python = f"PYTHON={tree.parent / 'fakes' / 'python'}"
    # As from a shell: the tests themselves may be run by a make, which tells its children so.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    environment.pop("MFLAGS", None)
    return subprocess.run(
        ["make", python, *words],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def play(tree: Path) -> str:
    result = make(tree, "terminal")
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("a game\n")
    return result.stdout


def test_it_tells_what_it_installs_and_only_once(tree: Path) -> None:
    told = play(tree)
    assert "Setting up .venv with Python 3" in told
    assert "  looking for numba\n  getting numba 0.68.0 3.8 MB\n" in told
    assert play(tree) == "a game\n"


def test_a_venv_that_was_moved_is_made_again(tree: Path) -> None:
    play(tree)
    moved = tree.rename(tree.with_name("moved"))
    assert "The programs in .venv do not run any more" in play(moved)
    assert play(moved) == "a game\n"


def test_a_venv_that_was_copied_does_not_use_the_other_one(tree: Path) -> None:
    play(tree)
    copy = shutil.copytree(tree, tree.with_name("copy"))
    assert "Setting up .venv" in play(copy)
    assert str(copy) in (copy / ".venv/bin/tavolino").read_text()


def test_a_venv_whose_python_is_gone_is_made_again(tree: Path) -> None:
    play(tree)
    python = tree / ".venv/bin/python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert "Setting up .venv" in play(tree)


def test_no_network_is_told_in_one_sentence(tree: Path) -> None:
    (tree / "offline").touch()
    result = make(tree, "terminal")
    assert result.returncode != 0
    sentence, *rest = result.stderr.splitlines()
    assert "no network?" in sentence and rest[0].startswith("make: ***")
    assert "ResolutionImpossible" not in result.stdout + result.stderr
    (tree / "offline").unlink()
    play(tree)


def test_other_failures_show_the_end_of_pips_output(tree: Path) -> None:
    (tree / "broken").touch()
    result = make(tree, "terminal")
    assert result.returncode != 0 and "no network?" not in result.stderr
    assert "ERROR: Failed building wheel for numba" in result.stderr
    assert "could not be installed" in result.stderr
